// Four short lessons, each with something to touch.

// A small board with its values beside it.
class LessonBoard {
  #paint = true;

  constructor(text, label, play = "misere") {
    this.position = { board: Board.read(text), pieces: "tetromino", play };
    this.analysis = new Analysis(() => this.#show());
    this.view = new BoardView(label, {
      press: (cell) => this.#press(cell),
      drag: (cell) => this.#paintAt(cell),
      key: (event, cell) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        this.#press(cell);
      },
    });
    this.verdict = element("p", { class: "verdict", role: "status" });
    this.values = element("div", {});
    this.node = element(
      "div", { class: "columns" },
      element("div", { class: "picture" }, this.view.node),
      element("div", { class: "side" }, this.verdict, this.values),
    );
  }

  set(changed) {
    this.position = { ...this.position, ...changed };
    this.view.show(this.position.board, null);
    this.analysis.run(this.position);
  }

  stop() {
    this.analysis.stop();
  }

  #press(cell) {
    this.#paint = !this.position.board.filled.has(cell);
    this.#paintAt(cell);
  }

  #paintAt(cell) {
    this.set({ board: this.position.board.with([cell], this.#paint) });
  }

  #show() {
    const { text, kind } = verdictOf(this.analysis);
    this.verdict.className = `verdict ${kind}`;
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
    this.node.dataset.done = this.analysis.isDone;
    this.view.show(this.position.board, this.analysis.labels);
    const rows = this.analysis.regions.map((region) => [
      element("span", { class: "swatch", style: `background:${regionColour(region.number)}` }, regionName(region.number)),
      element("span", { class: "form" }, region.canonical ?? t("notYet")),
      region.genus ?? "",
    ]);
    const headings = ["region", "form", "genusHead"].map((key) => t(key));
    this.values.replaceChildren(...(rows.length ? [table(headings, rows)] : []));
  }
}

class LearnTab {
  constructor() {
    this.boards = [
      new LessonBoard("....|....", t("lesson1")),
      new LessonBoard("....#....|....#....", t("lesson2")),
      new LessonBoard("....#....", t("lesson4")),
    ];
    this.game = new DuelGame((state) => this.#showDuel(state));
    const [first, second, last] = this.boards;
    const plays = [["misere", t("misere")], ["normal", t("normal")]];
    const switched = labelled(t("lessonPlay"), withId("lesson-play", choice(plays, "misere", (play) => last.set({ play }))));
    this.node = element(
      "div", {}, element("p", {}, t("learnIntro")),
      ...this.#lesson(1, first.node), ...this.#lesson(2, second.node),
      ...this.#lesson(3, this.#duel()), ...this.#lesson(4, element("div", { class: "bar" }, switched), last.node),
    );
  }

  open() {
    showAddress("learn", {});
    for (const board of this.boards) board.set({});
    if (!this.game.state) this.game.begin(DATA.lessonDuel, "person", 1);
  }

  close() {
    for (const board of this.boards) board.stop();
  }

  get values() {
    return {};
  }

  #lesson(number, ...nodes) {
    return [element("h2", {}, t(`lesson${number}`)), ...paragraphs(`lesson${number}text`), ...nodes];
  }

  #duel() {
    const well = this.game.well.node;
    well.setAttribute("aria-label", t("duelLabel"));
    well.style.maxHeight = "22rem";
    well.addEventListener("keydown", (event) => {
      const line = duelLine(event);
      if (!line) return;
      event.preventDefault();
      this.game.act(line);
    });
    this.duelStatus = element("p", { class: "verdict", role: "status" });
    const again = button(t("newGame"), () => this.game.begin(DATA.lessonDuel, "person", 1));
    const keys = duelKeys((line) => this.game.act(line));
    return element(
      "div", { class: "columns" }, element("div", { class: "picture" }, well),
      element("div", { class: "side" }, this.duelStatus, keys, again, element("p", { class: "faint small" }, t("duelKeys"))),
    );
  }

  #showDuel(state) {
    this.game.well.show(state, null);
    const { lines, placed } = state;
    this.duelStatus.textContent = t(state.over ? "duelOver" : "score", { lines, placed });
  }
}
