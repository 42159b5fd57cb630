// A board as a value, and how it is drawn: cells that can be painted with mouse, finger or keyboard,
// and outlines of placements above them. Where pieces fit and what that is worth says the core.

class Board {
  constructor(width, height, filled = new Set()) {
    this.width = width;
    this.height = height;
    this.filled = filled; // cells, row by row
  }

  // Reads rows between `|`, or between `_` as in addresses; null if this is no board.
  static read(text) {
    const rows = text.split(/[|_]/);
    const width = rows[0].length;
    const fits = width > 0 && width * rows.length <= DATA.mostCells;
    if (!fits || rows.some((row) => row.length !== width || !/^[.X#]*$/.test(row))) return null;
    const filled = new Set();
    rows.forEach((row, r) =>
      [...row].forEach((cell, c) => cell !== "." && filled.add(r * width + c)),
    );
    return new Board(width, rows.length, filled);
  }

  rows(sign = "#") {
    return Array.from({ length: this.height }, (_, r) =>
      Array.from({ length: this.width }, (_, c) =>
        this.filled.has(r * this.width + c) ? sign : ".",
      ).join(""),
    );
  }

  get text() {
    return this.rows().join("|");
  }

  // As it stands in an address, where # means something else.
  get inAddress() {
    return this.rows("X").join("_");
  }

  with(cells, isFilled) {
    const filled = new Set(this.filled);
    for (const cell of cells) isFilled ? filled.add(cell) : filled.delete(cell);
    return new Board(this.width, this.height, filled);
  }

  // With another size; cells keep their row and column.
  resized(width, height) {
    const filled = new Set();
    for (const cell of this.filled) {
      const [row, column] = [Math.floor(cell / this.width), cell % this.width];
      if (row < height && column < width) filled.add(row * width + column);
    }
    return new Board(width, height, filled);
  }

  // The images of a cell under the symmetries that are painted with.
  images(cell, symmetry) {
    const [w, h] = [this.width, this.height];
    const [row, column] = [Math.floor(cell / w), cell % w];
    const found = [[row, column]];
    if (symmetry === "sides" || symmetry === "both") found.push([row, w - 1 - column]);
    if (symmetry === "turn") found.push([h - 1 - row, w - 1 - column]);
    if (symmetry === "both") found.push([h - 1 - row, column], [h - 1 - row, w - 1 - column]);
    return [...new Set(found.map(([r, c]) => r * w + c))];
  }
}

// The outline of some cells, as an SVG path in units of cells.
function outline(cells, width) {
  const has = new Set(cells);
  const parts = [];
  for (const cell of cells) {
    const [r, c] = [Math.floor(cell / width), cell % width];
    if (!has.has(cell - width)) parts.push(`M${c} ${r}h1`);
    if (!has.has(cell + width)) parts.push(`M${c} ${r + 1}h1`);
    if (c === 0 || !has.has(cell - 1)) parts.push(`M${c} ${r}v1`);
    if (c === width - 1 || !has.has(cell + 1)) parts.push(`M${c + 1} ${r}v1`);
  }
  return parts.join("");
}

class BoardView {
  #cursor = 0;
  #drag = null;

  // `on` may have press(cell, touch), where touch says whether the finger was there before; drag(cell), hover(cell or null), key(event, cell).
  constructor(label, on) {
    this.on = on;
    this.cells = element("div", { class: "cells", role: "grid", "aria-label": label });
    this.overlay = svgElement("svg", { "aria-hidden": "true" });
    this.node = element("div", { class: "board" }, this.cells, this.overlay);
    this.#listen();
  }

  // `labels` are regions by cell, if they are known; `colours` pieces by cell, if they were placed.
  show(board, labels = null, pieces = new Map()) {
    if (this.board?.width !== board.width || this.board?.height !== board.height) this.#make(board);
    this.board = board;
    [...this.cells.querySelectorAll(".cell")].forEach((node, cell) => {
      const isFilled = board.filled.has(cell);
      const region = labels && !isFilled ? labels[cell] : 0;
      const piece = pieces.get(cell);
      node.className = `cell${isFilled ? " filled" : labels && !region ? " dead" : ""}`;
      node.style.background = piece ? pieceColour(piece) : region ? regionColour(region) : "";
      node.textContent = piece ?? (region ? regionName(region) : "");
      node.setAttribute("aria-label", this.#describe(cell, isFilled, region, piece));
    });
  }

  // Draws placements: a list of { cells, kind }.
  mark(placements) {
    const { width } = this.board;
    this.overlay.replaceChildren(
      ...placements.map(({ cells, kind }) =>
        svgElement("path", { d: kind === "shown" ? solid(cells, width) : outline(cells, width), class: kind }),
      ),
    );
  }

  get cursor() {
    return this.#cursor;
  }

  focus() {
    this.#node(this.#cursor)?.focus();
  }

  #describe(cell, isFilled, region, piece) {
    const { width } = this.board;
    const what = piece ?? (isFilled ? t("filled") : region ? t("inRegion", { region: regionName(region) }) : t("empty"));
    return t("cellAt", { row: Math.floor(cell / width) + 1, column: (cell % width) + 1, what });
  }

  #make(board) {
    const { width, height } = board;
    this.#cursor = Math.min(this.#cursor, width * height - 1);
    this.cells.style.gridTemplateColumns = `repeat(${width}, minmax(0, 1fr))`;
    this.node.style.width = `min(100%, ${Math.max(width * 4, 8)}rem, ${Math.round((72 * width) / height)}vh)`;
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.overlay.setAttribute("preserveAspectRatio", "none");
    this.cells.replaceChildren(
      ...Array.from({ length: height }, (_, r) =>
        element("div", { role: "row" }, ...Array.from({ length: width }, (_, c) => this.#makeCell(r * width + c))),
      ),
    );
  }

  #makeCell(cell) {
    return element("div", {
      class: "cell", role: "gridcell", tabindex: cell === this.#cursor ? 0 : -1, "data-cell": cell,
    });
  }

  #node(cell) {
    return this.cells.querySelector(`[data-cell="${cell}"]`);
  }

  #moveTo(cell) {
    this.#node(this.#cursor)?.setAttribute("tabindex", -1);
    this.#cursor = cell;
    const node = this.#node(cell);
    node.setAttribute("tabindex", 0);
    if (document.activeElement !== node) node.focus();
    else this.on.hover?.(cell);
  }

  #listen() {
    const cellAt = (event) => {
      const node = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
      return node && this.cells.contains(node) ? Number(node.dataset.cell) : null;
    };
    this.cells.addEventListener("pointerdown", (event) => {
      const cell = cellAt(event);
      if (cell === null || event.button !== 0) return;
      event.preventDefault();
      const isAgain = cell === this.#cursor;
      this.#drag = cell;
      this.#moveTo(cell);
      this.on.press?.(cell, event.pointerType !== "mouse" && { isAgain });
    });
    this.cells.addEventListener("pointermove", (event) => {
      const cell = cellAt(event);
      if (cell === null) return;
      if (this.#drag !== null && cell !== this.#drag) {
        this.#drag = cell;
        this.on.drag?.(cell);
      } else if (this.#drag === null && event.pointerType === "mouse") this.on.hover?.(cell);
    });
    addEventListener("pointerup", () => (this.#drag = null));
    addEventListener("pointercancel", () => (this.#drag = null));
    this.cells.addEventListener("pointerleave", () => this.#drag === null && this.on.hover?.(null));
    this.cells.addEventListener("keydown", (event) => this.#key(event));
    this.cells.addEventListener("focusin", (event) => {
      const cell = Number(event.target.dataset.cell);
      if (cell !== this.#cursor) this.#moveTo(cell);
      else this.on.hover?.(cell);
    });
  }

  #key(event) {
    const { width, height } = this.board;
    const [row, column] = [Math.floor(this.#cursor / width), this.#cursor % width];
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = event.ctrlKey || event.altKey || event.metaKey ? null : steps[event.key];
    if (step) {
      event.preventDefault();
      const [r, c] = [row + step[0], column + step[1]];
      if (r >= 0 && r < height && c >= 0 && c < width) this.#moveTo(r * width + c);
    } else this.on.key?.(event, this.#cursor);
  }
}

function solid(cells, width) {
  return cells.map((cell) => `M${cell % width} ${Math.floor(cell / width)}h1v1h-1z`).join("");
}
