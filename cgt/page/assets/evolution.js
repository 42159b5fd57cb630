// Evolution to watch: genes play side by side, the best have children, and a curve grows.

const EVOLUTION_SIZES = { population: 24, games: 3, pieces: 1500, generations: 60 };

class EvolutionView {
  #core = new Core();
  #timer = 0;

  constructor() {
    this.wells = element("div", { class: "population" });
    this.curve = svgElement("svg", { class: "curve", role: "img", viewBox: "0 0 100 40", preserveAspectRatio: "none" });
    this.status = element("p", { class: "verdict", role: "status", id: "evolution-status" });
    this.gene = element("div", {});
    this.node = element(
      "div", {}, element("h2", {}, t("evolutionTitle")), element("p", {}, t("evolutionIntro", EVOLUTION_SIZES)),
      element(
        "div", { class: "bar" },
        button(t("evolutionRun"), () => this.#run(), { id: "evolution-run", class: "main" }),
        button(t("stop"), () => this.stop(), { id: "evolution-stop" }),
        button(t("evolutionCopy"), () => this.#copy(), { id: "evolution-copy" }),
      ),
      this.status, this.curve, this.gene, this.wells,
    );
  }

  stop() {
    this.#core.stop();
  }

  async #run() {
    this.stop();
    this.history = [];
    this.genes = [];
    this.weights = null;
    const { rules, features, breeding } = DATA.evolution;
    const { population, games, pieces, generations } = EVOLUTION_SIZES;
    const words = [rules, features, population, games, pieces, generations, ...breeding, newSeed()];
    try {
      await this.#core.ask({ line: `evolve ${words.join(" ")}` }, (part) => this.#take(part));
    } catch (error) {
      if (!(error instanceof Stopped)) toast(t("failed", { problem: error.message }));
    }
  }

  #take(part) {
    if ("gene" in part) {
      if (part.gene === 0) this.genes = []; // a new generation
      this.genes.push(part);
    }
    if (part.pool) {
      this.history.push(part.pool);
      this.weights = part.pool.weights;
      this.node.dataset.generation = part.pool.generation + 1;
    }
    if (this.#timer) return;
    this.#timer = requestAnimationFrame(() => {
      this.#timer = 0;
      this.#show();
    });
  }

  #show() {
    this.wells.replaceChildren(...this.genes.map(({ rows, fitness }) =>
      element("figure", {}, smallWell(rows), element("figcaption", {}, number(fitness)))));
    const last = this.history.at(-1);
    if (!last) return;
    const { generation, best, mean } = last;
    this.status.textContent = t("evolutionStatus", { generation: generation + 1, best: number(best), mean: number(mean) });
    const highest = Math.max(1, ...this.history.map((each) => each.best));
    const line = (key) => this.history.map((each, i) =>
      `${i ? "L" : "M"}${(100 * i) / Math.max(1, this.history.length - 1)} ${39 - (38 * each[key]) / highest}`).join("");
    this.curve.setAttribute("aria-label", this.status.textContent);
    this.curve.replaceChildren(
      ...["best", "mean"].map((key) => svgElement("path", { d: line(key), class: key, "vector-effect": "non-scaling-stroke" })));
    this.gene.replaceChildren(table([t("feature"), t("weight")], this.weights.map(([name, weight]) => [
      element("span", { title: DATA.features[name] ?? "" }, name), number(weight)])));
  }

  // The best gene as a weight file of the program.
  #copy() {
    if (!this.weights) return toast(t("evolutionNone"));
    const lines = this.weights.map(([name, weight]) => `${weight} ${name}`);
    copy(["name: evolved", "best: highest", ...lines, ""].join("\n"), t("evolutionCopy"));
  }
}

// A well without its falling piece, as one path for each colour.
function smallWell(rows) {
  const { width, height } = { width: 10, height: 20 };
  const made = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, class: "small-well", "aria-hidden": "true" });
  const paths = new Map();
  rows.slice(0, height).forEach((row, r) => [...row].forEach((piece, c) => {
    if (piece !== ".") paths.set(piece, `${paths.get(piece) ?? ""}M${c} ${height - 1 - r}h1v1h-1z`);
  }));
  for (const [piece, d] of paths) made.append(svgElement("path", { d, fill: pieceColour(piece) }));
  return made;
}
