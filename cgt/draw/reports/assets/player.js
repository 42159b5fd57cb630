// The player of games: a well as a picture, and the controls to step and to run. It knows no rule;
// everything it shows comes from the data.
"use strict";

const CELL = 28;
const WALL = 3;
const EDGE = 22; // for the numbers of rows and columns
const ABOVE = 2; // rows in which the arrow begins
const FIRST_MARK = "0".charCodeAt(0);
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 30]; // steps a second

// The cells of a piece, and its path down: the one with bends, or straight down.
function placedPiece(game, piece, rotation, column, row, way) {
  const { cells, tip, label } = game.pieces[piece].shapes[rotation];
  const end = [tip[0] + row, tip[1] + column];
  return {
    piece,
    cells: cells.map(([r, c]) => [r + row, c + column]),
    label: [label[0], label[1] + row, label[2] + column, ...label.slice(3)],
    way: way || [[game.rows, end[1]], end],
  };
}

// A well. A view has `rows` of text from the floor up, and may have a `placed` piece, `cleared`
// rows, a `band` of rows to be framed, from the first to the last, and what is `chosen` among
// places, which is drawn as an outline only.
function drawWell(game, view, label) {
  const above = ABOVE * CELL;
  const width = game.width * CELL;
  const height = game.rows * CELL;
  const y = (row) => (game.rows - 1 - row) * CELL;
  const parts = [
    makeSvg("rect", { class: "empty", x: 0, y: 0, width, height }),
    ...view.rows.flatMap((row, r) => rowCells(game, row, y(r))),
    makeSvg("path", { class: "lines", d: gridLines(game), "stroke-width": 1 }),
  ];
  if (game.height < game.rows) {
    const at = (game.rows - game.height) * CELL;
    parts.push(makeSvg("path", { class: "limit", d: `M0 ${at}H${width}` }));
  }
  for (const row of view.cleared || []) {
    parts.push(makeSvg("rect", { class: "cleared", x: 0, y: y(row), width, height: CELL }));
  }
  if (view.band) {
    const [first, last] = view.band;
    parts.push(makeSvg("rect", {
      class: "band", fill: "none", x: 1.5, y: y(last), width: width - 3,
      height: (last - first + 1) * CELL,
    }));
  }
  if (view.placed) parts.push(...drawPlaced(game, view.placed, y));
  parts.push(
    makeSvg("path", {
      class: "frame", fill: "none", "stroke-width": WALL,
      d: `M${-WALL / 2} 0V${height + WALL / 2}H${width + WALL / 2}V0`,
    }),
    ...numbers(game, y, height),
  );
  // Small wells are shown larger: there is room.
  const scale = Math.max(1, Math.min(1.7, 17 / game.rows));
  const box = [-EDGE - WALL, -above, width + 2 * (EDGE + WALL), height + above + EDGE + WALL];
  return makeSvg(
    "svg",
    { class: "well", role: "img", "aria-label": label, viewBox: box.join(" "),
      width: box[2] * scale, height: box[3] * scale },
    ...parts,
  );
}

function rowCells(game, row, y) {
  return [...row].flatMap((mark, column) => {
    if (mark === ".") return [];
    const at = { x: column * CELL, y, width: CELL, height: CELL };
    if (mark === "#") return [makeSvg("rect", { class: "filled", ...at })];
    const piece = game.pieces[mark.codePointAt(0) - FIRST_MARK];
    return [
      makeSvg("rect", { class: "settled", fill: piece.colour, "data-piece": piece.name, ...at }),
      drawLabel(piece.mark, column, y, "mark"),
    ];
  });
}

// A piece's name as its label says; the middle of its column, and the top of its row on paper.
function drawLabel([text, , , size, turned], column, y, kind) {
  const [x, middle, high] = [(column + 0.5) * CELL, y + CELL / 2, CELL * size];
  return makeSvg("text", {
    class: kind, "font-size": high, "text-anchor": "middle", x, y: middle + high * 0.36,
    transform: turned ? `rotate(-90 ${x} ${middle})` : null,
  }, text);
}

function drawPlaced(game, placed, y) {
  const piece = game.pieces[placed.piece];
  const [, row, column] = placed.label;
  const group = makeSvg(
    "g",
    { class: "placed", "data-piece": piece.name },
    ...placed.cells.map(([r, c]) => makeSvg("rect", {
      fill: piece.colour, x: c * CELL, y: y(r), width: CELL, height: CELL,
    })),
    makeSvg("path", { class: "outline", d: outline(placed.cells, y) }),
    drawLabel(placed.label, column, y(row), "letter"),
  );
  return placed.way.length ? [group, ...arrow(game, placed.way)] : [group];
}

function outline(cells, y) {
  const inside = new Set(cells.map(String));
  const has = (r, c) => inside.has(String([r, c]));
  return cells.map(([r, c]) => {
    const [left, top] = [c * CELL, y(r)];
    return (has(r + 1, c) ? "" : `M${left} ${top}h${CELL}`)
      + (has(r - 1, c) ? "" : `M${left} ${top + CELL}h${CELL}`)
      + (has(r, c - 1) ? "" : `M${left} ${top}v${CELL}`)
      + (has(r, c + 1) ? "" : `M${left + CELL} ${top}v${CELL}`);
  }).join("");
}

function arrow(game, way) {
  const points = way.map(([r, c]) => [(c + 0.5) * CELL, (game.rows - r - 0.5) * CELL]);
  points[0] = [points[0][0], -(ABOVE - 0.4) * CELL];
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const long = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [((x1 - x0) / long) * 10, ((y1 - y0) / long) * 10];
  const neck = [...points.slice(0, -1), [x1 - dx * 0.8, y1 - dy * 0.8]];
  const head = [[x1, y1], [x1 - dx - dy / 2, y1 - dy + dx / 2],
    [x1 - dx + dy / 2, y1 - dy - dx / 2]];
  return [
    makeSvg("path", { class: "arrow", d: `M${neck.join("L")}`, fill: "none", "stroke-width": 2.3 }),
    makeSvg("path", { class: "arrowhead", d: `M${head.join("L")}Z` }),
  ];
}

function gridLines(game) {
  let d = "";
  for (let c = 1; c < game.width; c++) d += `M${c * CELL} 0V${game.rows * CELL}`;
  for (let r = 1; r < game.rows; r++) d += `M0 ${r * CELL}H${game.width * CELL}`;
  return d || "M0 0";
}

function numbers(game, y, height) {
  const texts = [];
  const add = (x, at, text, anchor) => texts.push(makeSvg(
    "text", { class: "number", x, y: at, "font-size": 10, "text-anchor": anchor }, String(text),
  ));
  for (let c = 0; c < game.width; c++) add((c + 0.5) * CELL, height + WALL + 13, c, "middle");
  for (let r = 0; r < game.rows; r++) add(-WALL - 5, y(r) + CELL / 2 + 3.5, r, "end");
  return texts;
}

// A small picture of a piece as it comes in, with its name for people who cannot see it.
function pieceIcon(piece) {
  const top = (shape) => Math.max(...shape.cells.map(([r]) => r));
  const { cells } = piece.shapes.reduce((flat, shape) => (top(shape) < top(flat) ? shape : flat));
  const side = 9;
  const high = 1 + Math.max(...cells.map(([r]) => r));
  const wide = 1 + Math.max(...cells.map(([, c]) => c));
  return makeSvg(
    "svg",
    { class: "icon", viewBox: `-1 -1 ${wide * side + 2} ${high * side + 2}`, "aria-hidden": "true",
      width: wide * side + 2, height: high * side + 2 },
    ...cells.map(([r, c]) => makeSvg("rect", {
      x: c * side, y: (high - 1 - r) * side, width: side, height: side, fill: piece.colour,
    })),
  );
}

function pieceList(game, pieces) {
  if (!pieces.length) return [make("span", { class: "faint" }, "none")];
  return pieces.map((piece) => make(
    "span", { class: "piece" }, pieceIcon(game.pieces[piece]), game.pieces[piece].name,
  ));
}

function count(number, thing) {
  return `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
}

function makeButton(text, keys, press, attributes = {}) {
  return make("button", { type: "button", title: keys ? `key: ${keys}` : null, onclick: press,
    ...attributes }, text);
}

// A table of facts by name; their values can change.
function factTable(names) {
  const values = new Map(names.map((name) => [name, make("td")]));
  const table = make("table", { class: "facts" }, make("tbody", {}, ...names.map(
    (name) => make("tr", {}, make("th", { scope: "row" }, name), values.get(name)),
  )));
  const set = (name, ...content) => values.get(name).replaceChildren(...content);
  return { table, set };
}

// Running and stepping. `forward` takes a step and returns whether there was one to take.
class Playback {
  constructor({ forward, back, first, last, isAtEnd }) {
    this.takeStep = forward;
    this.isAtEnd = isAtEnd || (() => false);
    this.timer = null;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.playButton = makeButton("Play", "Space", () => this.toggle(), { class: "play" });
    this.speedText = make("output", { class: "small faint" });
    this.speed = make("input", {
      type: "range", min: 0, max: SPEEDS.length - 1, value: calm ? 1 : 2, class: "speed",
      "aria-label": "speed", oninput: () => this.showSpeed(),
    });
    const manual = (step) => () => {
      this.pause();
      step();
    };
    this.steps = { back: manual(back), forward: manual(forward), first: manual(first),
      last: last && manual(last) };
    this.controls = make(
      "div", { class: "controls" },
      makeButton("|◀", "Home", this.steps.first, { "aria-label": "to the start" }),
      makeButton("◀", "←", this.steps.back, { "aria-label": "a step back", class: "back" }),
      this.playButton,
      makeButton("▶", "→", this.steps.forward, { "aria-label": "a step on", class: "forward" }),
      last && makeButton("▶|", "End", this.steps.last, { "aria-label": "to the end" }),
      make("label", { class: "speeds" }, "Speed ", this.speed, this.speedText),
    );
    this.showSpeed();
  }

  showSpeed() {
    const speed = SPEEDS[this.speed.value];
    this.speedText.textContent = ` ${speed} a second`;
    this.speed.setAttribute("aria-valuetext", `${speed} steps a second`);
  }

  changeSpeed(by) {
    this.speed.value = Number(this.speed.value) + by;
    this.showSpeed();
  }

  get isPlaying() {
    return this.timer !== null;
  }

  toggle() {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    if (this.isAtEnd()) this.steps.first();
    this.play();
  }

  play() {
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.takeStep()) this.play();
      else this.showState();
    }, 1000 / SPEEDS[this.speed.value]);
    this.showState();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.showState();
  }

  showState() {
    this.playButton.textContent = this.isPlaying ? "Pause" : "Play";
    // While it runs, screen readers should not read out every step.
    const status = this.controls.parentElement?.querySelector("[role=status]");
    status?.setAttribute("aria-live", this.isPlaying ? "off" : "polite");
  }

  // What a key does, if anything; the keys of a report itself come first.
  press(event) {
    const action = {
      " ": () => this.toggle(), "+": () => this.changeSpeed(1), "=": () => this.changeSpeed(1),
      "-": () => this.changeSpeed(-1), ArrowLeft: this.steps.back, ArrowRight: this.steps.forward,
      Home: this.steps.first, End: this.steps.last,
    }[event.key];
    if (action) action();
    return Boolean(action);
  }
}

// Keys for a part of a page, or for the page.
function listen(target, ...handlers) {
  target.addEventListener("keydown", (event) => {
    if (isForPage(event) && handlers.some((handle) => handle(event))) event.preventDefault();
  });
}

function keyHelp(...keys) {
  return make("p", { class: "small faint keys" }, ...keys.flatMap(([key, what]) => [
    make("kbd", {}, key), ` ${what}  `,
  ]));
}
