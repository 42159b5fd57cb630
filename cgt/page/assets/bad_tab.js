// The other side of the duel: the person chooses the pieces, and Good follows a proved strategy.

class BadTab {
  #core = new Core();
  #last = Promise.resolve();

  constructor() {
    this.chosen = 0;
    this.well = new WellView();
    this.well.node.setAttribute("aria-label", t("duelLabel"));
    this.well.node.classList.add("low");
    this.well.node.addEventListener("keydown", (event) => {
      const piece = event.key.toUpperCase();
      if (!this.strategy.pieces.includes(piece) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.#send(piece);
    });
    this.status = element("p", { class: "verdict", role: "status", id: "bad-status" });
    this.pieces = element("div", { class: "bar", role: "group", "aria-label": t("pieces") });
    this.proof = element("p", { class: "faint" });
    const options = DATA.strategies.map((each, i) => [String(i), t("strategyOf", this.#about(each))]);
    const list = withId("bad-strategy", choice(options, "0", (value) => {
      this.chosen = Number(value);
      this.#begin();
    }));
    this.node = element(
      "div", {}, element("p", {}, t("badIntro")),
      element("div", { class: "bar" }, labelled(t("strategy"), list), button(t("newGame"), () => this.#begin(), { id: "bad-new" })),
      this.status, this.pieces,
      element("div", { class: "columns" }, element("div", { class: "picture" }, this.well.node), element("div", { class: "side" }, this.proof)),
    );
  }

  get strategy() {
    return DATA.strategies[this.chosen];
  }

  get values() {
    return {};
  }

  open() {
    showAddress("bad", {});
    if (!this.state) this.#begin();
  }

  #about({ pieces, width, height, instructions }) {
    return { pieces: pieces.join(""), width, height, instructions };
  }

  #begin() {
    this.#core.stop();
    this.proof.textContent = t("badProof", this.#about(this.strategy));
    this.pieces.replaceChildren(...this.strategy.pieces.map((piece) =>
      button(piece, () => this.#send(piece), { "aria-label": t("sendPiece", { piece }), "data-piece": piece, style: `background:${pieceColour(piece)};color:#111` })));
    this.#ask(`strategy ${this.strategy.words}`);
  }

  #send(piece) {
    this.#ask(`send ${piece}`);
  }

  #ask(line) {
    this.#last = this.#last.then(() => this.#core.ask({ line })).then((state) => this.#show(state)).catch((error) => {
      if (!(error instanceof Stopped)) toast(t("failed", { problem: error.message }));
    });
  }

  #show(state) {
    this.state = state;
    this.node.dataset.placed = state.placed;
    this.well.show(state, null);
    const { placed, lines, highest, height } = state;
    this.status.textContent = t("badStatus", { placed, lines, highest, height });
  }
}
