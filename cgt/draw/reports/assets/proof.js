// A proof to play against: the reader chooses the cells of a piece, and the proof answers. All moves
// and answers are in the data; nothing is computed here.

const data = pageData();
const NOBODY = 0, READER = 1, PROOF = 2;
const NONE = -1, OVER = -1, NOT_HERE = -2;
let chosen = new Set();
let played = []; // the steps so far
const cells = [];

function state() {
  return played.length ? played[played.length - 1][4] : 0;
}

function steps() {
  return data.states[state()] || [];
}

function heap() {
  return played.length ? played[played.length - 1][3] : data.heap;
}

function covered(placement) {
  return placement === NONE ? [] : data.placements[placement];
}

// Who has filled each cell, and the number of the move that did.
function filled() {
  const owner = new Map(data.filled.map((cell) => [cell, [NOBODY, ""]]));
  let number = 0;
  const put = (placement, who) => {
    number += 1;
    for (const cell of covered(placement)) owner.set(cell, [who, number]);
  };
  if (data.opening !== NONE) put(data.opening, PROOF);
  for (const [move, , answer, , next] of played) {
    put(move, READER);
    if (next !== OVER) put(answer, PROOF);
  }
  return owner;
}

// The moves that have all chosen cells in them.
function possible() {
  const fits = (cellsOfMove) => [...chosen].every((cell) => cellsOfMove.includes(cell));
  return steps().filter(([move]) => move !== NONE && fits(covered(move)));
}

function take(step) {
  played.push(step);
  chosen = new Set();
  show();
}

// The move whose cells are all chosen.
function whole() {
  return possible().find(([move]) => covered(move).length === chosen.size);
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
  const next = new Set(possible().flatMap(([move]) => covered(move)));
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
      `leave ${step[1]}`)));
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
