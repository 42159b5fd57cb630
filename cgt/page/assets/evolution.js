// Evolution to watch, with annealing beside it: weights play, the better ones stay, curves grow.

const TRAINING_SIZES = { population: 24, games: 3, pieces: 1500, generations: 60, steps: 440 };

// One search for weights: its games, the weights found so far, and a button that copies them.
class TrainingView {
  #core = new Core();
  #timer = 0;

  constructor(name, onChange) {
    this.name = name;
    this.onChange = onChange;
    this.curves = {}; // lists of [weights tried, lines]
    this.status = element("p", { role: "status", id: `${name}-status` });
    this.wells = element("div", { class: "population" });
    this.gene = element("div", {});
    this.node = element(
      "div", { class: "side" }, element("h3", {}, t(`${name}Title`)), element("p", { class: "small" }, t(`${name}Intro`, TRAINING_SIZES)),
      this.status, element("div", { class: "bar" }, button(t(`${name}Copy`), () => this.#copy(), { id: `${name}-copy` })), this.gene, this.wells,
    );
  }

  stop() {
    this.#core.stop();
  }

  // Asks the core; `take` is given what it tells.
  async run(line, take) {
    this.stop();
    this.curves = {};
    this.playing = [];
    this.weights = null;
    try {
      await this.#core.ask({ line }, (part) => {
        if ("gene" in part) this.#takeGame(part);
        else take(part);
        this.#showSoon();
      });
    } catch (error) {
      if (!(error instanceof Stopped)) toast(t("failed", { problem: error.message }));
    }
  }

  addPoint(curve, tried, lines) {
    (this.curves[curve] ??= []).push([tried, lines]);
  }

  #takeGame(part) {
    if (this.round !== part.round) this.playing = [];
    this.round = part.round;
    this.playing[part.gene] = part;
  }

  #showSoon() {
    if (this.#timer) return;
    this.#timer = requestAnimationFrame(() => {
      this.#timer = 0;
      this.#show();
      this.onChange();
    });
  }

  #show() {
    this.wells.replaceChildren(...this.playing.map(({ rows, lines, over }) =>
      element("figure", { class: over ? "over" : "" }, smallWell(rows), element("figcaption", {}, number(lines)))));
    if (!this.weights) return;
    this.status.textContent = this.said;
    this.gene.replaceChildren(table([t("feature"), t("weight")], this.weights.map(([name, weight]) => [
      element("span", { title: DATA.features[name] ?? "" }, name), number(weight)])));
  }

  // As a weight file of the program.
  #copy() {
    if (!this.weights) return toast(t("evolutionNone"));
    const lines = this.weights.map(([name, weight]) => `${weight} ${name}`);
    copy([`name: ${this.name === "evolution" ? "evolved" : "annealed"}`, "best: highest", ...lines, ""].join("\n"), t(`${this.name}Copy`));
  }
}

class EvolutionView {
  constructor() {
    this.evolution = new TrainingView("evolution", () => this.#draw());
    this.annealing = new TrainingView("annealing", () => this.#draw());
    this.curve = svgElement("svg", { class: "curve", role: "img", viewBox: "0 0 100 40", preserveAspectRatio: "none" });
    const legend = ["best", "mean", "annealed"].map((name) => element("span", { class: `key ${name}` }, t(`curve_${name}`)));
    this.scale = element("span", { class: "faint" });
    this.node = element(
      "div", {}, element("h2", {}, t("trainingTitle")), element("p", {}, t("trainingIntro", TRAINING_SIZES)),
      element(
        "div", { class: "bar" },
        button(t("evolutionRun"), () => this.#run(), { id: "evolution-run", class: "main" }),
        button(t("stop"), () => this.stop(), { id: "evolution-stop" }),
      ),
      this.curve, element("p", { class: "small legend" }, ...legend, this.scale),
      element("div", { class: "columns" }, this.evolution.node, this.annealing.node),
    );
  }

  stop() {
    this.evolution.stop();
    this.annealing.stop();
  }

  #run() {
    this.stop();
    const { rules, features, breeding, annealing } = DATA.evolution;
    const { population, games, pieces, generations, steps } = TRAINING_SIZES;
    const trial = [rules, features, games, pieces];
    const seed = newSeed();
    this.#evolve(["evolve", ...trial, population, generations, ...breeding, seed].join(" "));
    this.#anneal(["anneal", ...trial, steps, ...annealing, seed].join(" "));
  }

  #evolve(line) {
    const view = this.evolution;
    let tried = 0;
    view.run(line, ({ fitness, pool }) => {
      if (fitness) tried += fitness.length;
      if (!pool) return;
      const { generation, best, mean, weights } = pool;
      view.weights = weights;
      view.said = t("evolutionStatus", { generation: generation + 1, best: number(best), mean: number(mean) });
      view.addPoint("best", tried, best);
      view.addPoint("mean", tried, mean);
    });
  }

  #anneal(line) {
    const view = this.annealing;
    view.run(line, ({ step }) => {
      view.weights = step.weights;
      view.said = t("annealingStatus", { step: step.number + 1, temperature: number(step.temperature), current: number(step.current), best: number(step.best) });
      view.addPoint("annealed", step.number + 1, step.current);
    });
  }

  // All curves over the number of weights tried, which is the work done.
  #draw() {
    const curves = Object.entries({ ...this.evolution.curves, ...this.annealing.curves });
    const points = curves.flatMap(([, line]) => line);
    const [last, highest] = [0, 1].map((i) => Math.max(1, ...points.map((point) => point[i])));
    const way = (line) => line.map(([tried, lines], i) => `${i ? "L" : "M"}${(100 * tried) / last} ${39 - (38 * lines) / highest}`).join("");
    this.curve.replaceChildren(...curves.map(([name, line]) => svgElement("path", { d: way(line), class: name, "vector-effect": "non-scaling-stroke" })));
    this.scale.textContent = t("curveScale", { tried: last, lines: number(highest) });
    this.curve.setAttribute("aria-label", [this.evolution.said, this.annealing.said].filter(Boolean).join(" "));
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
