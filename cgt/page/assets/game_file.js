// Games in files: replays of HATETRIS, and the program's traces, which name their rules.

const TRACE = "cgt trace 1";

// A game to watch. A replay has `replay`, the text that the core decodes; a trace has `duel`, what
// the game is begun by, and `placements`. Throws an Error that says what is wrong.
async function readGame(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).map((line) => line.trim()).filter((line) => line && !line.startsWith(";"));
  if (!lines.length) throw new Error(t("loadHelp"));
  if (lines[0] === TRACE) return readTrace(lines);
  const said = headerOf(lines);
  if (said.values.enemy && said.values.enemy !== "hatetris") throw new Error(t("loadEnemy", { enemy: said.values.enemy }));
  return { replay: lines.slice(said.length).join("") };
}

// `key: value` lines at the beginning, and how many they are.
function headerOf(lines) {
  const values = {};
  let length = 0;
  for (; length < lines.length; ++length) {
    const found = /^([a-z][a-z -]*?)(?: [^:]*)?: (.*)$/.exec(lines[length]);
    if (!found) break;
    values[found[1]] = found[2];
  }
  return { values, length };
}

async function readTrace(lines) {
  const { values, length } = headerOf(lines.slice(1));
  const { rules } = await packedData();
  const { pieces = "", width, height, moves, ending, start = "-" } = values;
  const found = rules[`${moves} ${ending} ${width} *`] ?? rules[`${moves} ${ending} ${width} ${height}`];
  if (!found || "shape" in values || !isPieceSet(pieces)) throw new Error(t("loadRules"));
  const names = piecesNamed(pieces).map(({ name }) => name).filter((name) => found.pieces[name]);
  const placements = lines.slice(1 + length).map((line) => line.split(/\s+/));
  const wrong = placements.find((words) => words.length !== 4 || !names.includes(words[0]));
  if (wrong || !placements.length) throw new Error(t("loadLine", { line: wrong?.join(" ") ?? "" }));
  const sent = placements.map(([piece]) => names.indexOf(piece));
  const duel = {
    rules: [width, height, found.well, names.length, ...names.map((name) => found.pieces[name])].join(" "),
    header: lines.slice(0, 1 + length).join("\n"), start,
    weights: DATA.duels.uniform.weights, weightsName: DATA.duels.uniform.weightsName,
    bad: `sequence ${sent.length} ${sent.join(" ")}`, preview: 0,
  };
  return { duel, placements: placements.map(([, ...place]) => place.join(" ")) };
}
