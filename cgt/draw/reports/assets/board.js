// The report about boards: regions light up, and the reader steps through winning moves and follows
// the game one level at a time. All of it is in the data; nothing is computed here.

const data = pageData();
let board = null; // the one shown
let path = []; // the moves played: {placement, to}
let base = null; // the picture of the board as it was given
let shownWinning = 0;
let lit = null; // the region pointed at

const [OUTCOME, MOVES, REGIONS] = [0, 1, 2];
const [SIZE, WHO, GENUS, FORM, OIS, CELLS] = [0, 1, 2, 3, 4, 5];

function current() {
  return board.tree[path.length ? path[path.length - 1].to : 0];
}

function regionName(number) {
  let name = "";
  for (; number > 0; number = Math.floor((number - 1) / 26))
    name = String.fromCharCode(65 + ((number - 1) % 26)) + name;
  return name;
}

function regionsNow() {
  return path.length ? current()[REGIONS] || [] : board.regions;
}

// moves that win: all of them at the start, later those of the tree
function winningNow() {
  if (!path.length && board.winning) return board.winning.map(([p, images]) => ({ p, images }));
  const moves = current()[MOVES] || [];
  return moves.filter(([, to]) => board.tree[to][OUTCOME] === "P")
    .map(([p, , images]) => ({ p, images }));
}

// whether undecided moves may be among them
function someAreNotKnown() {
  if (!path.length && board.winning) return false;
  const moves = current()[MOVES];
  return !moves || moves.some(([, to]) => board.tree[to][OUTCOME] === null);
}

function branchOf(placement) {
  const found = (current()[MOVES] || []).find(([p]) => p === placement);
  return found ? found[1] : null;
}

// the picture

function cellAt(index) {
  return [index % board.width, Math.floor(index / board.width)];
}

function square(index, attributes) {
  const [x, y] = cellAt(index);
  const side = board.cell;
  return makeSvg("rect", { x: x * side, y: y * side, width: side, height: side, ...attributes });
}

function outline(cells) {
  const inside = new Set(cells);
  const side = board.cell;
  let steps = "";
  for (const index of cells) {
    const [x, y] = cellAt(index);
    const [left, top] = [x * side, y * side];
    if (!inside.has(index - board.width)) steps += `M${left} ${top}h${side}`;
    if (!inside.has(index + board.width)) steps += `M${left} ${top + side}h${side}`;
    if (x === 0 || !inside.has(index - 1)) steps += `M${left} ${top}v${side}`;
    if (x === board.width - 1 || !inside.has(index + 1)) steps += `M${left + side} ${top}v${side}`;
  }
  return steps;
}

// Text whose middle is in a row and a column, and which may run upwards.
function label(text, row, column, size, turned) {
  const side = board.cell;
  const [x, y] = [(column + 0.5) * side, (row + 0.5) * side];
  return makeSvg("text", {
    x, y: y + side * size * 0.36, "font-size": side * size,
    "font-weight": "bold", "text-anchor": "middle", class: "letter",
    transform: turned ? `rotate(-90 ${x} ${y})` : null,
  }, text);
}

function letter(text, index) {
  const [x, y] = cellAt(index);
  return label(text, y, x, 0.55, false);
}

// A piece's name as its shape's label says, which counts from the piece's upper left corner.
function nameOf(placement) {
  const [, cells, number] = board.placements[placement];
  const [text, row, column, size, turned] = board.labels[number];
  const top = Math.min(...cells.map((index) => cellAt(index)[1]));
  const left = Math.min(...cells.map((index) => cellAt(index)[0]));
  return label(text, row + top, column + left, size, turned);
}

// of some cells, the one nearest to their middle
function middle(cells) {
  const places = cells.map(cellAt);
  const mean = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  const [x, y] = [mean(0), mean(1)];
  const far = (place) => (place[0] - x) ** 2 + (place[1] - y) ** 2;
  return cells[places.reduce((best, place, i) => (far(place) < far(places[best]) ? i : best), 0)];
}

// A piece with its name, or with the number of the move that placed it.
function piece(placement, number, isShown) {
  const [name, cells] = board.placements[placement];
  const group = makeSvg("g", { class: isShown ? "move shown" : "move", "data-piece": name });
  for (const index of cells) group.append(square(index, { fill: board.pieceColours[name] }));
  group.append(makeSvg("path", {
    d: outline(cells), fill: "none", stroke: "#1b1b1b", "stroke-width": isShown ? 3 : 1.5,
    "stroke-linecap": "square",
  }));
  group.append(number ? letter(`${number}`, middle(cells)) : nameOf(placement));
  return group;
}

function regionGroup(region, number) {
  const colours = board.regionColours;
  const group = makeSvg("g", { class: "region", "data-region": regionName(number) });
  const texture = (number - 1) % data.textureCount;
  for (const index of region[CELLS]) {
    group.append(square(index, { fill: colours[(number - 1) % colours.length] }));
    if (texture) group.append(square(index, { fill: `url(#texture-${texture})` }));
  }
  group.append(makeSvg("path", {
    d: outline(region[CELLS]), fill: "none", stroke: "#1b1b1b", "stroke-width": 1.5,
  }));
  group.append(letter(regionName(number), middle(region[CELLS])));
  return group;
}

function drawPicture(hovered) {
  const svg = base.cloneNode(true);
  // After the coordinates comes one group with everything on the board.
  const layer = svg.querySelector(".frame").parentNode;
  const frame = svg.querySelector(".frame");
  if (path.length) {
    for (const region of svg.querySelectorAll(".region")) region.remove();
    (current()[REGIONS] || []).forEach((region, i) =>
      layer.insertBefore(regionGroup(region, i + 1), frame));
    path.forEach((move, i) => layer.insertBefore(piece(move.placement, i + 1, false), frame));
  }
  const winning = winningNow();
  const shown = hovered ?? (winning.length ? winning[shownWinning].p : null);
  if (shown !== null) layer.insertBefore(piece(shown, null, true), frame);
  for (const region of svg.querySelectorAll(".region")) {
    region.addEventListener("pointerenter", () => light(region.dataset.region));
    region.addEventListener("pointerleave", () => light(null));
    region.addEventListener("click", () => light(region.dataset.region));
  }
  replaceChildren("picture", svg);
  light(lit);
}

// regions

function light(name) {
  lit = name;
  for (const region of byId("picture").querySelectorAll(".region")) {
    region.classList.toggle("lit", region.dataset.region === name);
    region.style.opacity = name === null || region.dataset.region === name ? "" : "0.25";
  }
  for (const row of byId("regions").querySelectorAll("tr[data-region]"))
    row.classList.toggle("lit", row.dataset.region === name);
  const at = regionsNow().findIndex((_, i) => regionName(i + 1) === name);
  byId("pointed").textContent = at < 0
    ? "Point at a region, or choose one in the table."
    : `${name}: ${describeRegion(regionsNow()[at])}`;
}

function describeRegion(region) {
  const cells = region[SIZE] === 1 ? "1 cell" : `${region[SIZE]} cells`;
  const who = region[WHO] === null ? "who wins is not known"
    : `alone ${region[WHO]}, the player to move ${region[WHO] === "N" ? "wins" : "loses"}`;
  const genus = region[GENUS] === null ? "" : `; genus ${region[GENUS]}`;
  const form = region[FORM] === null ? "" : `; canonical form ${region[FORM]}`;
  const ois = region[OIS] === null ? "" : `; OIS ${region[OIS]}`;
  return cells + ", " + who + genus + form + ois;
}

function swatch(number) {
  const colours = board.regionColours;
  const square = { x: 0, y: 0, width: 20, height: 20 };
  const texture = (number - 1) % data.textureCount;
  return makeSvg("svg", { width: 20, height: 20, viewBox: "0 0 20 20", class: "swatch" },
    makeSvg("rect", { ...square, fill: colours[(number - 1) % colours.length] }),
    texture ? makeSvg("rect", { ...square, fill: `url(#texture-${texture})` }) : null,
    makeSvg("text", {
      x: 10, y: 15, "font-size": 13, "font-weight": "bold", "text-anchor": "middle",
    }, regionName(number)));
}

function drawRegions() {
  const regions = regionsNow();
  if (!regions.length) {
    const known = !path.length || current()[REGIONS];
    replaceChildren("regions", make("p", { class: "faint" },
      known ? "No piece fits any more." : "The report ends here."));
    return;
  }
  const head = make("tr", {}, ...["", "cells", "alone", "genus", "canonical form"].map(
    (text, i) => make("th", { class: i === 1 ? "number" : null }, text)));
  const rows = regions.map((region, i) => {
    const name = regionName(i + 1);
    return make("tr", {
      "data-region": name, tabindex: 0, onpointerenter: () => light(name),
      onpointerleave: () => light(null), onfocus: () => light(name), onblur: () => light(null),
    },
      make("td", {}, swatch(i + 1)), make("td", { class: "number" }, `${region[SIZE]}`),
      make("td", {}, region[WHO] ?? "?"), make("td", { class: "form" }, region[GENUS] ?? "?"),
      make("td", { class: "form" }, region[FORM] ?? "?"));
  });
  replaceChildren("regions", make("table", {}, make("thead", {}, head),
    make("tbody", {}, ...rows)));
}

// moves

function placeOf(placement) {
  const [name, cells] = board.placements[placement];
  const rows = cells.map((index) => Math.floor(index / board.width));
  const columns = cells.map((index) => index % board.width);
  return `${name} at row ${Math.min(...rows)}, column ${Math.min(...columns)}`;
}

function icon(placement) {
  const [name, cells] = board.placements[placement];
  const places = cells.map(cellAt);
  const left = Math.min(...places.map((p) => p[0]));
  const top = Math.min(...places.map((p) => p[1]));
  const wide = Math.max(...places.map((p) => p[0])) - left + 1;
  const high = Math.max(...places.map((p) => p[1])) - top + 1;
  const side = 7;
  const [width, height] = [wide * side + 2, high * side + 2];
  return makeSvg("svg", {
    width, height, viewBox: `-1 -1 ${width} ${height}`, class: "icon", "aria-hidden": "true",
  }, ...places.map(([x, y]) => makeSvg("rect", {
    x: (x - left) * side, y: (y - top) * side, width: side, height: side,
    fill: board.pieceColours[name],
  })));
}

function moveButton([placement, to, images]) {
  const same = images > 1 ? ` ×${images}` : "";
  return make("button", {
    type: "button", class: "moveButton", title: placeOf(placement),
    "data-placement": placement, onclick: () => follow(placement, to),
    onpointerenter: () => drawPicture(placement), onpointerleave: () => drawPicture(null),
    onfocus: () => drawPicture(placement), onblur: () => drawPicture(null),
  }, icon(placement), ` ${placeOf(placement)}${same}`);
}

function drawMoves() {
  const moves = current()[MOVES];
  if (!moves) {
    const known = current()[OUTCOME] === null ? "" : " Who wins from here is known.";
    replaceChildren("moves", make("p", { class: "faint" },
      `The report ends here.${known}`));
    return;
  }
  if (!moves.length) {
    replaceChildren("moves", make("p", {}, "No piece fits: the game is over."));
    return;
  }
  const kinds = [
    ["P", "won", "that wins", "that win"], [null, "", "not known", "not known"],
    ["N", "lost", "that loses", "that lose"],
  ];
  const groups = kinds.map(([outcome, style, one, text]) => {
    const those = moves.filter(([, to]) => board.tree[to][OUTCOME] === outcome);
    if (!those.length) return null;
    const open = outcome !== "N" || those.length === moves.length ? "" : null;
    return make("details", { open, "data-outcome": outcome ?? "unknown" },
      make("summary", { class: style }, `${those.length} ${those.length === 1 ? one : text}`),
      make("div", { class: "moveList" }, ...those.map(moveButton)));
  });
  replaceChildren("moves", ...groups);
}

function drawWinning() {
  const winning = winningNow();
  byId("winning").hidden = isOver() || (path.length > 0 && !current()[MOVES]);
  for (const id of ["previous", "next", "play"]) byId(id).disabled = !winning.length;
  if (!winning.length) {
    byId("shown").textContent = current()[OUTCOME] === "P" ? "there is none" : "not known";
    return;
  }
  const { p, images } = winning[shownWinning];
  const same = images > 1 ? `, ${images} by symmetry` : "";
  const all = `${winning.length}${someAreNotKnown() ? " that are known" : ""}`;
  byId("shown").textContent = `${shownWinning + 1} of ${all}: ${placeOf(p)}${same}`;
  byId("play").disabled = branchOf(p) === null;
}

function isOver() {
  const moves = current()[MOVES];
  return Boolean(moves) && !moves.length;
}

// steps

function follow(placement, to) {
  path.push({ placement, to });
  shownWinning = 0;
  lit = null;
  draw();
  // The pressed button is gone: keyboard users continue from the verdict.
  if (document.activeElement === document.body) byId("verdict").focus();
}

function goBack(all) {
  path = all ? [] : path.slice(0, -1);
  shownWinning = 0;
  lit = null;
  draw();
}

function step(by) {
  const count = winningNow().length;
  if (!count) return;
  shownWinning = (shownWinning + by + count) % count;
  drawWinning();
  drawPicture(null);
}

function playShown() {
  const winning = winningNow();
  const to = winning.length ? branchOf(winning[shownWinning].p) : null;
  if (to !== null) follow(winning[shownWinning].p, to);
}

function verdict() {
  const outcome = current()[OUTCOME];
  const last = board.play === "misere" ? "the last to place loses" : "the last to place wins";
  const mover = path.length % 2 ? "the second player" : "the first player";
  if (outcome === null) return `Who wins is not known; ${mover} is to move (${last}).`;
  if (isOver())
    return `The game is over: ${mover} cannot move and has ` +
      `${outcome === "N" ? "won" : "lost"} (${last}).`;
  return `${outcome}: ${mover} is to move and ${outcome === "N" ? "wins" : "loses"} (${last}).`;
}

function draw() {
  byId("verdict").replaceChildren(make("strong", {
    class: current()[OUTCOME] === "N" ? "won" : current()[OUTCOME] === "P" ? "lost" : "",
  }, verdict()));
  replaceChildren("sentences", ...(path.length ? []
    : board.sentences.map((text) => make("p", { class: "small" }, text))));
  byId("way").textContent = path.length
    ? path.map((move, i) => `${i + 1}. ${placeOf(move.placement)}`).join("; ")
    : "the board as it was given";
  byId("back").disabled = byId("first").disabled = !path.length;
  drawRegions();
  drawWinning();
  drawMoves();
  drawPicture(null);
}

function choose(index) {
  board = data.boards[index];
  path = [];
  shownWinning = 0;
  lit = null;
  base = document.importNode(
    new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement, true);
  byId("title").textContent = board.title;
  draw();
}

function start() {
  const textures = new DOMParser()
    .parseFromString(data.textures, "image/svg+xml").documentElement;
  textures.setAttribute("style", "position: absolute; width: 0; height: 0");
  textures.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(textures, true));
  const select = byId("board");
  data.boards.forEach((one, i) => select.append(make("option", { value: i }, one.title)));
  byId("choice").hidden = data.boards.length < 2;
  select.addEventListener("change", () => choose(Number(select.value)));
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("play").addEventListener("click", playShown);
  byId("back").addEventListener("click", () => goBack(false));
  byId("first").addEventListener("click", () => goBack(true));
  document.addEventListener("keydown", (event) => {
    if (!isForPage(event)) return;
    const actions = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), Enter: playShown,
      Backspace: () => goBack(false), Home: () => goBack(true),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  choose(0);
}

start();
