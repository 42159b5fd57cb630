// The worker: it answers questions one after the other, and tells parts of answers before they are
// complete. Whoever wants it to stop ends it and starts another.
let core = null;
let current = 0;
let game = "";

self.cgtTell = (text) => postMessage({ id: current, part: JSON.parse(text) });

function ask(line) {
  return JSON.parse(core.ccall("cgt_ask", "string", ["string"], [line]));
}

// A game is set up once and kept as long as questions are about it.
function answerTo(question) {
  if (question.game && question.game !== game) {
    game = "";
    const answer = ask(question.game);
    if (answer.error) return answer;
    game = question.game;
  }
  return question.line ? ask(question.line) : {};
}

self.onmessage = async ({ data }) => {
  if (data.wasm) {
    core = await createCore({ wasmBinary: data.wasm });
    postMessage({ ready: true });
    return;
  }
  current = data.id;
  let answer;
  try {
    answer = answerTo(data);
  } catch (error) {
    game = "";
    answer = { error: String(error), fatal: true };
  }
  postMessage({ id: data.id, answer });
};
