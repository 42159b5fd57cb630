// The board to draw on, with everything the core says about it.

class BoardTab {
  #undone = [];
  #done = [];
  #paint = true;
  #timer = 0;
  #chosen = null;

  constructor() {
    this.position = { board: new Board(6, 6), pieces: "tetromino", play: "misere" };
    this.symmetry = "none";
    this.drawsWinning = true;
    this.analysis = new Analysis(() => this.#showSoon());
    this.view = new BoardView(t("boardLabel"), {
      press: (cell) => this.#press(cell),
      drag: (cell) => this.#paintAt(cell),
      key: (event, cell) => this.#key(event, cell),
    });
    this.verdict = element("p", { class: "verdict", role: "status", id: "verdict" });
    this.regions = element("div", { id: "regions" });
    this.moves = element("div", { id: "moves" });
    this.stopButton = button(t("stop"), () => this.analysis.stop(), { id: "stop" });
    this.controls = element("div", {});
    this.columns = element(
      "div", { class: "columns" },
      element("div", { class: "picture" }, this.view.node, this.#drawingBar()),
      element("div", { class: "side" }, this.regions, this.moves, this.#shareBar()),
    );
    const said = element("div", { class: "bar" }, this.verdict, this.stopButton);
    this.node = element("div", {}, element("p", {}, t("boardIntro")), this.controls, said, this.columns);
  }

  open(values) {
    const board = values.b ? Board.read(values.b) : null;
    const next = { ...this.position };
    if (board) next.board = board;
    if (values.pieces && isPieceSet(values.pieces)) next.pieces = values.pieces;
    if (values.play === "normal" || values.play === "misere") next.play = values.play;
    this.#set(next);
  }

  get values() {
    const { board, pieces, play } = this.position;
    return { b: board.inAddress, pieces, play };
  }

  close() {
    this.analysis.stop();
  }

  // Takes a position; with `isStep`, one that can be undone.
  #set(position, isStep = false) {
    if (isStep) {
      this.#done.push(this.position);
      this.#undone = [];
    }
    this.position = position;
    this.node.dataset.done = false;
    this.#chosen = null;
    this.#showControls();
    // Until the core has answered, cells keep their colours: the page would flicker otherwise.
    const { labels } = this.analysis;
    const { width, height } = position.board;
    this.view.show(position.board, labels?.length === width * height ? labels : null);
    this.view.mark([]);
    showAddress("board", this.values);
    this.analysis.run(position);
  }

  #press(cell) {
    this.#paint = !this.position.board.filled.has(cell);
    this.#paintAt(cell);
  }

  #paintAt(cell) {
    const { board } = this.position;
    const next = board.with(board.images(cell, this.symmetry), this.#paint);
    if (next.text !== board.text) this.#set({ ...this.position, board: next }, true);
  }

  #key(event, cell) {
    const key = event.key.toLowerCase();
    if (key === " " || key === "enter") this.#press(cell);
    else if (key === "z") event.shiftKey ? this.#redo() : this.#undo();
    else if (key === "y") this.#redo();
    else return;
    event.preventDefault();
    this.view.focus();
  }

  #undo() {
    if (!this.#done.length) return;
    this.#undone.push(this.position);
    this.#set(this.#done.pop());
  }

  #redo() {
    if (!this.#undone.length) return;
    this.#done.push(this.position);
    this.#set(this.#undone.pop());
  }

  // What stands above the board: size, pieces, play, examples.
  #showControls() {
    const { board, pieces, play } = this.position;
    if (this.shownControls === `${board.width} ${board.height} ${pieces} ${play}`) return this.#showSteps();
    this.shownControls = `${board.width} ${board.height} ${pieces} ${play}`;
    const active = document.activeElement?.id;
    this.controls.replaceChildren(
      element(
        "div", { class: "bar" },
        labelled(t("columns"), this.#sizeInput("width", "columns")),
        labelled(t("rows"), this.#sizeInput("height", "rows")),
        labelled(t("pieces"), this.#pieceChoice()),
        DATA.pieceSets[pieces] ? null : labelled(t("whichPieces"), this.#letterInput()),
        labelled(t("play"), withId("play", choice([["misere", t("misere")], ["normal", t("normal")]], play, (value) =>
          this.#set({ ...this.position, play: value }, true)))),
        labelled(t("examples"), this.#exampleChoice()),
      ),
    );
    if (active) document.getElementById(active)?.focus();
    this.#showSteps();
  }

  #showSteps() {
    this.undoButton.disabled = !this.#done.length;
    this.redoButton.disabled = !this.#undone.length;
  }

  #sizeInput(side, id) {
    const { board } = this.position;
    const other = side === "width" ? board.height : board.width;
    const most = Math.floor(DATA.mostCells / other);
    const input = element("input", { type: "number", min: 1, max: most, value: board[side], id });
    input.addEventListener("change", () => {
      const wanted = Math.round(Number(input.value)) || board[side];
      if (wanted > most) toast(t("tooLarge", { cells: DATA.mostCells }));
      const size = { width: board.width, height: board.height, [side]: Math.max(1, Math.min(wanted, most)) };
      this.shownControls = "";
      this.#set({ ...this.position, board: board.resized(size.width, size.height) }, true);
    });
    return input;
  }

  #pieceChoice() {
    const { pieces } = this.position;
    const sets = Object.keys(DATA.pieceSets).map((name) => [name, t(name)]);
    const chosen = DATA.pieceSets[pieces] ? pieces : "spelled";
    return withId("pieces", choice([...sets, ["spelled", t("spelled")]], chosen, (value) =>
      this.#set({ ...this.position, pieces: value === "spelled" ? "SZ" : value }, true)));
  }

  #letterInput() {
    const input = element("input", { id: "letters", size: 7, value: this.position.pieces });
    input.addEventListener("change", () => {
      const value = [...new Set(input.value.toUpperCase())].filter((letter) => "IJLOSTZ".includes(letter)).join("");
      this.shownControls = "";
      this.#set({ ...this.position, pieces: value || this.position.pieces }, true);
    });
    return input;
  }

  #exampleChoice() {
    const options = DATA.examples.map((example, i) => [String(i), example.name]);
    return withId("examples", choice([["", t("choose")], ...options], "", (value) => {
      if (value === "") return;
      const { board, pieces, play } = DATA.examples[Number(value)];
      this.shownControls = "";
      this.#set({ board: Board.read(board), pieces, play }, true);
    }));
  }

  #drawingBar() {
    this.undoButton = button(t("undo"), () => this.#undo(), { id: "undo" });
    this.redoButton = button(t("redo"), () => this.#redo(), { id: "redo" });
    const symmetries = [["none", t("symNone")], ["sides", t("symSides")], ["both", t("symBoth")], ["turn", t("symTurn")]];
    return element(
      "div", {},
      element(
        "div", { class: "bar" },
        this.undoButton, this.redoButton,
        button(t("clear"), () => this.#clear(), { id: "clear" }),
        button(t("invert"), () => this.#invert(), { id: "invert" }),
        labelled(t("symmetry"), withId("symmetry", choice(symmetries, "none", (value) => (this.symmetry = value)))),
      ),
      this.#pasteBox(),
    );
  }

  #clear() {
    const { board } = this.position;
    this.#set({ ...this.position, board: new Board(board.width, board.height) }, true);
  }

  #invert() {
    const { board } = this.position;
    const all = Array.from({ length: board.width * board.height }, (_, cell) => cell);
    const filled = new Set(all.filter((cell) => !board.filled.has(cell)));
    this.#set({ ...this.position, board: new Board(board.width, board.height, filled) }, true);
  }

  #pasteBox() {
    const area = element("textarea", { rows: 5, id: "paste", "aria-label": t("paste"), placeholder: t("pasteHelp"), spellcheck: "false" });
    const use = button(t("use"), () => {
      try {
        const read = readBoardFile(area.value);
        const next = { ...this.position, board: read.board };
        if (read.pieces) next.pieces = read.pieces;
        if (read.play) next.play = read.play.startsWith("n") ? "normal" : "misere";
        this.shownControls = "";
        this.#set(next, true);
      } catch (error) {
        toast(error.message);
      }
    }, { id: "use" });
    return element("details", { id: "pasting" }, element("summary", {}, t("paste")), area, element("div", { class: "bar" }, use));
  }

  #shareBar() {
    const picture = () => boardSvg({
      board: this.position.board, labels: this.analysis.labels,
      winning: this.drawsWinning ? this.analysis.winningCells : [],
    });
    return element(
      "div", {},
      element("h2", {}, t("share")),
      element(
        "div", { class: "bar", id: "share" },
        button(t("copyLink"), () => copy(linkTo("board", this.values), t("copyLink")), { id: "copy-link" }),
        button(t("copyText"), () => copy(boardFile(this.position), t("copyText")), { id: "copy-text" }),
        button(t("copySvg"), () => copy(picture(), t("copySvg")), { id: "copy-svg" }),
        button(t("copyPng"), () => copyPng(picture(), "board.png", t("copyPng")), { id: "copy-png" }),
        button(t("copyLatex"), () => copy(boardLatex(this.position), t("copyLatex")), { id: "copy-latex" }),
        button(t("copyCommand"), () => copy(boardCommand(this.position), t("copyCommand")), { id: "copy-command" }),
        button(t("playThis"), () => goTo("nim", { ...this.values }), { id: "play-this" }),
      ),
    );
  }

  // The core tells much in a short time; what changes is shown once a frame.
  #showSoon() {
    if (this.#timer) return;
    this.#timer = requestAnimationFrame(() => {
      this.#timer = 0;
      this.#showAnalysis();
    });
  }

  #showAnalysis() {
    const { analysis } = this;
    const { text, kind } = verdictOf(analysis);
    this.verdict.className = `verdict ${kind}`;
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
    this.node.dataset.done = analysis.isDone;
    this.stopButton.hidden = analysis.isDone;
    this.view.show(this.position.board, analysis.labels);
    this.#showRegions();
    this.#showMoves();
    this.#mark();
  }

  #showRegions() {
    const rows = this.analysis.regions.map((region) => [
      element("span", { class: "swatch", style: `background:${regionColour(region.number)}` }, regionName(region.number)),
      String(region.cells),
      region.outcome ? t(region.outcome) : t("notYet"),
      region.genus ?? "", region.nimber === undefined ? "" : String(region.nimber),
      element("span", { class: "form" }, region.canonical ?? ""),
    ]);
    const headings = ["region", "cells", "outcome", "genusHead", "nimberHead", "form"].map((key) => t(key));
    this.regions.replaceChildren(...(rows.length ? [table(headings, rows)] : []));
  }

  #showMoves() {
    const { analysis } = this;
    if (!analysis.moves.length) return this.moves.replaceChildren();
    const count = analysis.winning.length;
    const isKnown = analysis.moves.every((move) => move.outcome);
    const rows = analysis.sortedMoves.map((move) => this.#moveRow(move));
    const headings = ["moveHead", "imagesHead", "outcome", "leaves"].map((key) => t(key));
    const draws = element("input", { type: "checkbox", id: "draws" });
    draws.checked = this.drawsWinning;
    draws.addEventListener("change", () => {
      this.drawsWinning = draws.checked;
      this.#mark();
    });
    const sum = count ? t("winningMoves", { count }) : isKnown ? t("noWinningMoves") : "";
    const scrolled = this.moves.querySelector(".scroll")?.scrollTop ?? 0;
    this.moves.replaceChildren(
      element("h2", {}, t("movesTitle")),
      element("p", {}, sum),
      element("label", {}, draws, ` ${t("showWinning")}`),
      element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("movesTitle") }, table(headings, rows)),
    );
    this.moves.querySelector(".scroll").scrollTop = scrolled;
  }

  #moveRow(move) {
    const { piece } = this.analysis.placements[move.alike[0]];
    const wins = move.outcome ? t(move.outcome === "P" ? "wins" : "loses") : t("notYet");
    const value = move.genus ? `${move.genus}` : "";
    const row = element(
      "tr", { tabindex: 0, class: this.#chosen === move.alike[0] ? "chosen" : "" },
      element("td", {}, element("span", { class: "swatch", style: `background:${pieceColour(piece)}` }, piece)),
      element("td", {}, `×${move.alike.length}`),
      element("td", { class: move.outcome === "P" ? "won" : "" }, wins),
      element("td", {}, value),
    );
    const choose = () => {
      this.#chosen = move.alike[0];
      for (const other of row.parentNode.children) other.classList.toggle("chosen", other === row);
      this.#mark();
    };
    row.addEventListener("click", choose);
    row.addEventListener("focus", choose);
    return row;
  }

  #mark() {
    const { analysis } = this;
    const marks = [];
    if (this.drawsWinning)
      for (const cells of analysis.winningCells) marks.push({ cells, kind: "win" });
    if (this.#chosen !== null && analysis.placements[this.#chosen])
      marks.push({ cells: analysis.placements[this.#chosen].cells, kind: "shown" });
    this.view.mark(marks);
  }
}

function withId(id, control) {
  control.id = id;
  return control;
}
