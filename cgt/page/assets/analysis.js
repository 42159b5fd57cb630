// What the core says about a board, as it comes in: regions and their values, who wins, moves.

const SECONDS_FOR_ANALYSIS = 600;
const PATIENCE = 120; // milliseconds that a new board waits for the answer about the one before

class Analysis {
  #core = new Core();
  #number = 0;

  // `onChange` is called whenever more is known.
  constructor(onChange) {
    this.onChange = onChange;
    this.#forget();
  }

  #forget() {
    this.labels = null;
    this.regions = [];
    this.placements = [];
    this.over = false;
    this.whole = {};
    this.moves = [];
    this.progress = null;
    this.isDone = false;
    this.problem = "";
  }

  // Begins anew with a board; what is known of the one before is forgotten.
  async run(position) {
    const number = ++this.#number;
    if (this.#core.isBusy) {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      if (number !== this.#number) return;
      if (this.#core.isBusy) this.#core.stop();
    }
    this.#forget();
    const { board, play, pieces } = position;
    const game = gameLine({ play, pieces, width: board.width, height: board.height });
    const line = `analyse ${board.text} ${SECONDS_FOR_ANALYSIS}`;
    try {
      await this.#core.ask({ game, line }, (part) => {
        if (number === this.#number) this.#take(part);
      });
    } catch (error) {
      if (number !== this.#number) return;
      this.problem = error instanceof Stopped ? t("stopped") : t("failed", { problem: error.message });
    }
    if (number !== this.#number) return;
    this.isDone = true;
    this.onChange();
  }

  stop() {
    this.#core.stop();
  }

  #take(part) {
    if (part.progress) this.progress = part.progress;
    if (part.position) {
      const { labels, placements, over } = part.position;
      this.labels = labels;
      this.placements = placements;
      this.over = over;
      this.regions = Array.from({ length: Math.max(0, ...labels) }, (_, i) => ({
        number: i + 1, cells: labels.filter((label) => label === i + 1).length,
      }));
    }
    if (part.region) Object.assign(this.regions[part.region - 1], without(part, "region"));
    if (part.whole) Object.assign(this.whole, part.whole);
    if (part.moves) this.moves = part.moves.map((alike) => ({ alike }));
    if (part.worth) part.worth.forEach((outcome, i) => (this.moves[i].outcome = outcome));
    if ("move" in part) Object.assign(this.moves[part.move], without(part, "move"));
    this.onChange();
  }

  // The best first: those that win, those that are not decided, those that lose.
  get sortedMoves() {
    const rank = { P: 0, N: 2 };
    return [...this.moves].sort((a, b) => (rank[a.outcome] ?? 1) - (rank[b.outcome] ?? 1));
  }

  get winning() {
    return this.moves.filter((move) => move.outcome === "P");
  }

  // Winning moves to draw: as many as do not overlap.
  get winningCells() {
    const drawn = [];
    const covered = new Set();
    for (const cells of this.winning.map((move) => this.cellsOf(move))) {
      if (cells.some((cell) => covered.has(cell))) continue;
      cells.forEach((cell) => covered.add(cell));
      drawn.push(cells);
    }
    return drawn;
  }

  cellsOf(move) {
    return this.placements[move.alike[0]].cells;
  }
}

function without(object, key) {
  const { [key]: _, ...others } = object;
  return others;
}

// Who wins, in a sentence with its class.
function verdictOf(analysis) {
  const { outcome, genus, nimber } = analysis.whole;
  const values = [];
  if (genus !== undefined) values.push(t("genus", { genus }), t("nimber", { nimber }));
  const about = values.length ? ` (${values.join(", ")})` : "";
  if (outcome) {
    const who = t(outcome === "N" ? "winsN" : "winsP");
    const text = analysis.over ? t("winsOver", { who }) : who;
    return { text: text + about, kind: outcome === "N" ? "won" : "lost" };
  }
  if (analysis.problem) return { text: analysis.problem, kind: "" };
  if (analysis.isDone) return { text: t("unknown"), kind: "" };
  if (!analysis.progress) return { text: t("thinkingShort"), kind: "faint" };
  const { nodes, used, room } = analysis.progress;
  const full = room > 0 ? ` ${t("tableFull", { percent: Math.round((100 * used) / room) })}` : "";
  return { text: t("thinking", { nodes: nodes.toLocaleString("en") }) + full, kind: "faint" };
}
