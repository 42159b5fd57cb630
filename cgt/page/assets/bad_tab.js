// The other side of the duel: the person chooses the pieces, and Good follows a proved strategy. Its
// arrow diagram shows where the game is.

class BadTab {
  #core = new Core();
  #last = Promise.resolve();

  constructor() {
    this.chosen = 0;
    this.well = new WellView();
    this.well.node.setAttribute("aria-label", t("badLabel"));
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
    this.diagram = new DiagramView();
    const options = DATA.strategies.map((each, i) => [String(i), t("strategyOf", this.#about(each))]);
    const list = withId("bad-strategy", choice(options, "0", (value) => {
      this.chosen = Number(value);
      this.#begin();
    }));
    this.node = element(
      "div", {}, element("p", {}, t("badIntro")),
      element("div", { class: "bar" }, labelled(t("strategy"), list), button(t("newGame"), () => this.#begin(), { id: "bad-new" })),
      this.status, this.pieces,
      element("div", { class: "columns" }, element("div", { class: "picture" }, this.well.node),
        element("div", { class: "side" }, this.proof, element("p", { class: "faint small" }, t("badKeys")))),
      this.diagram.node,
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
    this.diagram.open(this.chosen);
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
    this.diagram.follow(state.well);
    const { placed, lines, highest, height } = state;
    this.status.textContent = t("badStatus", { placed, lines, highest, height });
  }
}

// The arrow diagram of a strategy, with the well of the game marked.
class DiagramView {
  #well = "";
  #number = -1;

  constructor() {
    this.picture = element("div", { class: "diagram themed", tabindex: 0, role: "region", "aria-label": t("diagramTitle") });
    this.said = element("p", { class: "small faint", id: "bad-here" });
    this.node = element("div", {}, element("h2", {}, t("diagramTitle")), element("p", {}, t("diagramIntro")), this.said, this.picture);
  }

  async open(number) {
    this.#number = number;
    this.picture.replaceChildren();
    const { diagrams } = await packedData();
    if (number !== this.#number) return;
    this.picture.innerHTML = diagrams[number];
    this.#mark();
  }

  follow(well) {
    this.#well = well;
    this.#mark();
  }

  #mark() {
    const { picture } = this;
    picture.querySelector(".here")?.classList.remove("here");
    if (!picture.firstChild || !this.#well) return;
    const here = picture.querySelector(`.well[data-well="${this.#well}"]`);
    this.said.textContent = t(here ? "diagramHere" : "diagramNotHere");
    if (!here) return;
    here.classList.add("here");
    const [box, frame] = [here.getBoundingClientRect(), picture.getBoundingClientRect()];
    picture.scrollLeft += box.x + box.width / 2 - frame.x - frame.width / 2;
    picture.scrollTop += box.y + box.height / 2 - frame.y - frame.height / 2;
  }
}
