// The laboratory: M. Kravec's games of min-max against min-max, evolution, the map of all duels.

const KRAVECS_ORDER = "JOILSTZ"; // where pieces are equally bad, Bad takes the first
const MOST_PIECES = 20000;

class LabTab {
  #core = new Core();
  #timer = 0;

  constructor() {
    this.pieces = new Set(["O", "L"]);
    this.width = 10;
    this.depth = 1;
    this.weights = { ...DATA.kravec.weights["kravec-2"] };
    this.well = new WellView();
    this.well.node.setAttribute("aria-label", t("duelLabel"));
    this.result = element("p", { class: "verdict", role: "status", id: "lab-result" });
    this.slider = element("input", { type: "range", min: 0, max: 0, value: 0, id: "lab-at", "aria-label": t("labAt"), disabled: true });
    this.slider.addEventListener("input", () => this.#showFrame(Number(this.slider.value)));
    this.sliders = element("div", {});
    this.playButton = button(t("labPlay"), () => this.#toggleFilm(), { id: "lab-play", disabled: true });
    this.evolution = new EvolutionView();
    this.node = element(
      "div", {}, element("h2", {}, t("labKravec")), element("p", {}, t("labIntro")), this.#controls(),
      this.result,
      element(
        "div", { class: "columns" },
        element("div", { class: "picture duel lab" }, this.well.node, element("div", { class: "bar" }, this.playButton, this.slider)),
        element("div", { class: "side" }, element("h3", {}, t("labWeights")), this.sliders),
      ),
      this.evolution.node,
      element("h2", {}, t("atlasTitle")), element("p", {}, t("atlasIntro")), this.#atlas(),
    );
    this.#showSliders();
    this.#showAtlas();
  }

  get values() {
    return {};
  }

  open() {
    showAddress("lab", {});
  }

  close() {
    this.#stopFilm();
    this.#core.stop();
    this.evolution.stop();
  }

  #controls() {
    const widths = Object.keys(DATA.kravec.wells).map((width) => [width, width]);
    const toggles = [...KRAVECS_ORDER].map((piece) => {
      const toggle = button(piece, () => {
        this.pieces.has(piece) ? this.pieces.delete(piece) : this.pieces.add(piece);
        if (!this.pieces.size) this.pieces.add(piece);
        toggle.setAttribute("aria-pressed", this.pieces.has(piece));
      }, { "aria-pressed": this.pieces.has(piece), id: `lab-${piece}` });
      return toggle;
    });
    return element(
      "div", { class: "bar" },
      element("span", { role: "group", "aria-label": t("pieces"), class: "bar" }, t("pieces"), ...toggles),
      labelled(t("labWidth"), withId("lab-width", choice(widths, "10", (value) => (this.width = Number(value))))),
      labelled(t("labDepth"), withId("lab-depth", choice([["1", "1"], ["2", "2"], ["3", "3"]], "1", (value) => (this.depth = Number(value))))),
      button(t("labRun"), () => this.#run(), { id: "lab-run", class: "main" }),
      button(t("stop"), () => this.#core.stop(), { id: "lab-stop" }),
    );
  }

  #showSliders() {
    const names = Object.keys(DATA.kravec.weights).map((name) => [name, name]);
    const preset = withId("lab-preset", choice([["", t("choose")], ...names], "", (value) => {
      if (value) this.weights = { ...DATA.kravec.weights[value] };
      this.#showSliders();
    }));
    const others = Object.keys(DATA.features).filter((name) => !(name in this.weights)).map((name) => [name, name]);
    const more = withId("lab-more", choice([["", t("choose")], ...others], "", (name) => {
      if (name) this.weights[name] = 0;
      this.#showSliders();
    }));
    const rows = Object.keys(this.weights).map((name) => {
      const shown = element("output", {}, String(this.weights[name]));
      const input = element("input", { type: "range", min: -50, max: 50, step: 0.5, value: this.weights[name], "aria-label": name, title: DATA.features[name] });
      input.addEventListener("input", () => {
        this.weights[name] = Number(input.value);
        shown.textContent = input.value;
      });
      return [name, input, shown];
    });
    this.sliders.replaceChildren(
      labelled(t("labPreset"), preset), table([t("feature"), t("weight"), ""], rows), labelled(t("labMore"), more));
  }

  async #run() {
    this.#stopFilm();
    this.#core.stop();
    const { well, pieces } = DATA.kravec.wells[this.width];
    const chosen = [...KRAVECS_ORDER].filter((piece) => this.pieces.has(piece)).map((piece) => pieces[piece]);
    const weights = Object.entries(this.weights);
    const words = [well, chosen.length, ...chosen, weights.length, ...weights.flat(), this.depth, MOST_PIECES];
    this.node.dataset.done = false;
    this.result.textContent = t("thinkingShort");
    try {
      const game = await this.#core.ask({ line: `minmax ${words.join(" ")}` }, ({ placed }) => {
        this.result.textContent = t("labSoFar", { placed });
      });
      this.#showGame(game);
    } catch (error) {
      this.result.textContent = error instanceof Stopped ? t("stopped") : t("failed", { problem: error.message });
    }
    this.node.dataset.done = true;
  }

  #showGame(game) {
    this.game = game;
    const { placed, lines, cycle } = game;
    const band = cycle ? cycle.rows.length : 0;
    this.result.textContent = t({ cycle: "labCycle", "topped-out": "labLost", limit: "labLimit" }[game.result], {
      placed, lines, start: cycle?.start, length: cycle?.length, band,
    });
    this.slider.max = game.frames.length;
    this.slider.disabled = this.playButton.disabled = !game.frames.length;
    this.slider.value = 0;
    this.#showFrame(0);
    this.#toggleFilm();
  }

  #showFrame(number) {
    if (!this.game) return;
    const { width, height, cycle, frames } = this.game;
    const rows = number ? frames[number - 1].rows : [];
    this.well.show({ width, height, fills: height, rows, visible: [] }, null);
    const top = Math.max(height, rows.length);
    if (cycle?.rows.length && number >= cycle.start) {
      const [low, high] = [Math.min(...cycle.rows), Math.max(...cycle.rows)];
      this.well.node.append(svgElement("rect", { class: "band", x: 0, y: top - 1 - high, width, height: high - low + 1 }));
    }
  }

  #toggleFilm() {
    if (this.#timer) return this.#stopFilm();
    this.playButton.textContent = t("labPause");
    if (Number(this.slider.value) >= Number(this.slider.max)) this.slider.value = 0;
    this.#timer = setInterval(() => {
      this.slider.value = Number(this.slider.value) + 1;
      this.#showFrame(Number(this.slider.value));
      if (Number(this.slider.value) >= Number(this.slider.max)) this.#stopFilm();
    }, 120);
  }

  #stopFilm() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playButton.textContent = t("labPlay");
  }

  // the map of all duels

  #atlas() {
    this.atlasPieces = new Set(["O", "T"]);
    this.atlasAnswer = element("div", { role: "status", id: "atlas-answer", class: "scroll" });
    this.atlasTable = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("atlasTitle") });
    const toggles = [..."IJLOSTZ"].map((piece) => {
      const toggle = button(piece, () => {
        this.atlasPieces.has(piece) ? this.atlasPieces.delete(piece) : this.atlasPieces.add(piece);
        toggle.setAttribute("aria-pressed", this.atlasPieces.has(piece));
        this.#showAtlas();
      }, { "aria-pressed": this.atlasPieces.has(piece), id: `atlas-${piece}` });
      return toggle;
    });
    return element("div", {}, element("div", { class: "bar", role: "group", "aria-label": t("pieces") }, ...toggles), this.atlasAnswer, this.atlasTable);
  }

  // The chosen set, and those that have it inside or lie inside it.
  #showAtlas() {
    const { columns, rows } = DATA.atlas;
    const key = [...this.atlasPieces].sort().join("");
    const isNear = (name) => [...name].every((piece) => key.includes(piece)) || [...key].every((piece) => name.includes(piece));
    const headings = [t("pieces"), ...columns.map((column) => t("atlasWidth", { column }))];
    const kind = (height) => (height.includes("?") ? "faint" : height.startsWith(">") ? "lost" : "won");
    const row = (name) => element("tr", { class: name === key ? "chosen" : "" }, element("td", {}, name),
      ...rows[name].map((height) => element("td", { class: kind(height) }, height)));
    this.atlasAnswer.replaceChildren(...(rows[key] ? [table(headings, [row(key)])] : [element("p", {}, t("atlasNone"))]));
    this.atlasTable.replaceChildren(table(headings, Object.keys(rows).filter((name) => name !== key && isNear(name)).map(row)));
  }
}
