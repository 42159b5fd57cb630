// A proof to play against: the reader chooses the cells of a piece, and the proof answers. All moves
// and answers are in the data; nothing is computed here.

const data = pageData();
const NOBODY = 0, READER = 1, PROOF = 2;
const NONE = -1, OVER = -1, NOT_HERE = -2;
let chosen = new Set();
// The steps so far. A state's cells may be turned: each step has, beside what it is, where the
// cells of the state were on the board.
let played = [];
const cells = [];

function last() {
  return played.length ? played[played.length - 1] : null;
}

function state() {
  return last() ? last().step[2] : 0;
}

// Where the cells of the state are on the board now.
function places() {
  if (!last()) return data.symmetries[0];
  return data.symmetries[last().step[3]].map((cell) => last().places[cell]);
}

function steps() {
  return data.states[state()] || [];
}

function heap() {
  return last() ? last().step[5] || 0 : data.heap;
}

function covered(placement, where) {
  return placement === NONE ? [] : data.placements[placement].map((cell) => where[cell]);
}

// Who has filled each cell, and the number of the move that did.
function filled() {
  const owner = new Map(data.filled.map((cell) => [cell, [NOBODY, ""]]));
  let number = 0;
  const put = (placement, who, where) => {
    number += 1;
    for (const cell of covered(placement, where)) owner.set(cell, [who, number]);
  };
  if (data.opening !== NONE) put(data.opening, PROOF, data.symmetries[0]);
  for (const { step: [move, answer, next], places: where } of played) {
    put(move, READER, where);
    if (next !== OVER) put(answer, PROOF, where);
  }
  return owner;
}

// The moves that have all chosen cells in them.
function possible() {
  const where = places();
  const fits = (cellsOfMove) => [...chosen].every((cell) => cellsOfMove.includes(cell));
  return steps().filter(([move]) => move !== NONE && fits(covered(move, where)));
}

function take(step) {
  played.push({ step, places: places() });
  chosen = new Set();
  show();
}

// The move whose cells are all chosen.
function whole() {
  return possible().find(([move]) => data.placements[move].length === chosen.size);
}

// A piece is placed at once unless a larger one could be meant.
function choose(cell) {
  if (chosen.has(cell)) chosen.delete(cell);
  else chosen.add(cell);
  if (whole() && possible().length === 1) take(whole());
  else show();
}

function told() {
  if (!data.states.length) return "";
  if (state() === OVER) return `No piece fits any more. ${data.end}`;
  if (state() === NOT_HERE) return "What comes next is not in this file. Go back.";
  if (!steps().length) return data.end;
  return chosen.size ? `Choose the next cell of your piece (${chosen.size} so far).` : "Your move.";
}

function name(cell) {
  return `row ${Math.floor(cell / data.width)}, column ${cell % data.width}`;
}

function show() {
  const owner = filled();
  const where = places();
  const next = new Set(possible().flatMap(([move]) => covered(move, where)));
  cells.forEach((button, cell) => {
    const [who, number] = owner.get(cell) || [null, ""];
    const kinds = ["nobody", "reader", "proof"];
    const kind = who === null ? (chosen.has(cell) ? "chosen" : "free") : kinds[who];
    const words = { nobody: "filled", reader: "yours", proof: "the proof's", chosen: "chosen",
      free: "empty" };
    button.className = `cell ${kind}`;
    button.textContent = number;
    button.disabled = who !== null || !(next.has(cell) || chosen.has(cell));
    button.setAttribute("aria-label", `${name(cell)}: ${words[kind]}`);
  });
  byId("status").textContent = told();
  byId("back").disabled = !played.length && !chosen.size;
  const smaller = chosen.size ? [] : steps().filter(([move]) => move === NONE);
  const place = whole() ? make("button", { type: "button", id: "place",
    onclick: () => take(whole()) }, "place this piece") : null;
  replaceChildren("heap", place, heap() ? make("span", {}, `a heap of ${heap()} `) : null,
    ...smaller.map((step) => make("button", { type: "button", onclick: () => take(step) },
      `leave ${step[4] || 0}`)));
}

function back() {
  if (chosen.size) chosen = new Set();
  else played.pop();
  show();
}

function restart() {
  played = [];
  chosen = new Set();
  show();
}

byId("board").style.gridTemplateColumns = `repeat(${data.width}, 1fr)`;
for (let cell = 0; cell < data.width * data.height; cell += 1) {
  cells.push(make("button", { type: "button", onclick: () => choose(cell) }));
  byId("board").append(cells[cell]);
}
byId("back").addEventListener("click", back);
byId("restart").addEventListener("click", restart);
document.addEventListener("keydown", (event) => {
  if (event.key === "Backspace" && isForPage(event)) back();
  if (event.key === "Home" && isForPage(event)) restart();
});
show();
