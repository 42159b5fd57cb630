// The duel to play: the person is Good, and a Bad player of the core chooses the pieces. Pieces move
// when they are moved; the core says where they can go, what lands, and what would be best.

const DUEL_KEYS = {
  ArrowLeft: "step left", ArrowRight: "step right", ArrowDown: "step down", ArrowUp: "step clockwise",
  x: "step clockwise", z: "step counterclockwise", " ": "drop",
};

function duelLine(event) {
  return DUEL_KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

// A well with its falling piece, drawn from a state that the core describes.
class WellView {
  constructor() {
    this.node = svgElement("svg", { class: "well", role: "img", tabindex: "0" });
  }

  show(state, advised) {
    const top = Math.max(state.height, state.rows.length, ...(state.falling?.cells ?? []).map(([row]) => row + 1));
    const box = (row, column, attributes) =>
      svgElement("rect", { x: column + 0.04, y: top - 1 - row + 0.04, width: 0.92, height: 0.92, rx: 0.12, ...attributes });
    const drawn = [];
    for (let row = 0; row < top; ++row)
      for (let column = 0; column < state.width; ++column) {
        const piece = state.rows[row]?.[column] ?? ".";
        drawn.push(box(row, column, piece === "." ? { class: "empty" } : { fill: pieceColour(piece) }));
      }
    const add = (cells, attributes) => cells.forEach(([row, column]) => drawn.push(box(row, column, attributes)));
    if (state.ghost) add(state.ghost.cells, { class: "ghost" });
    if (state.falling) add(state.falling.cells, { fill: pieceColour(state.falling.piece) });
    if (advised) add(advised.cells, { class: "advice" });
    if (state.fills < top)
      drawn.push(svgElement("line", { x1: 0, x2: state.width, y1: top - state.fills, y2: top - state.fills, class: "limit" }));
    this.node.setAttribute("viewBox", `-0.1 -0.1 ${state.width + 0.2} ${top + 0.2}`);
    this.node.replaceChildren(...drawn);
  }
}

// A game: what is asked of the core one after the other, and the well that shows it.
class DuelGame {
  #core = new Core();
  #last = Promise.resolve();

  constructor(onChange) {
    this.onChange = onChange;
    this.well = new WellView();
  }

  // Begins a game by its description; `good` is who plays it, or "person".
  begin(duel, good, seed) {
    this.#core.stop();
    this.duel = duel;
    this.state = null;
    const bad = duel.bad.replace("SEED", seed);
    return this.#ask(`duel ${duel.rules} ${duel.weights} ${bad} ${duel.preview} 0 ${duel.start ?? "-"} ${good}`);
  }

  // Makes a step and shows what it leads to.
  act(line) {
    return this.#ask(line);
  }

  // Asks for something that changes nothing; after everything that was asked before.
  async tell(line) {
    return this.#queue(() => this.#core.ask({ line }));
  }

  stop() {
    this.#core.stop();
  }

  async #ask(line) {
    try {
      const state = await this.#queue(() => this.#core.ask({ line }));
      this.state = state;
      await this.onChange(state);
    } catch (error) {
      if (!(error instanceof Stopped)) toast(t("failed", { problem: error.message }));
    }
  }

  #queue(work) {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }
}

class DuelTab {
  #watching = 0;
  #placed = 0;

  constructor() {
    this.bad = "hatetris";
    this.advises = false;
    this.seconds = 0.5;
    this.game = new DuelGame((state) => this.#show(state));
    this.game.well.node.setAttribute("aria-label", t("duelLabel"));
    this.game.well.node.addEventListener("keydown", (event) => this.#key(event));
    this.status = element("p", { class: "verdict", role: "status", id: "duel-status" });
    this.nextPieces = element("p", { id: "duel-next" });
    this.adviceNode = element("div", { id: "duel-advice" });
    this.watchButton = button(t("watch"), () => this.#toggleWatching(), { id: "duel-watch" });
    this.node = element(
      "div", {}, element("p", {}, t("duelIntro")), this.#controls(),
      element("div", { class: "bar" }, this.status, this.nextPieces),
      element(
        "div", { class: "columns" },
        element("div", { class: "picture duel" }, this.game.well.node, duelKeys((line) => this.#act(line))),
        element("div", { class: "side" }, this.#actions(), this.adviceNode, this.#replayBox(),
          element("p", { class: "faint small" }, `${t("duelKeys")} ${t("adviceKey")}`)),
      ),
    );
  }

  open(values) {
    if (DATA.duels[values.bad]) this.bad = values.bad;
    this.badChoice.value = this.bad;
    showAddress("duel", this.values);
    if (!this.game.state || this.game.duel !== DATA.duels[this.bad]) this.#begin();
  }

  get values() {
    return { bad: this.bad };
  }

  close() {
    this.#stopWatching();
  }

  #begin(good = "person") {
    this.#placed = 0;
    showAddress("duel", this.values);
    return this.game.begin(DATA.duels[this.bad], good, newSeed());
  }

  async #show(state) {
    this.game.well.show(state, null);
    this.node.dataset.placed = state.placed;
    this.node.dataset.over = state.over;
    const { lines, placed } = state;
    this.status.textContent = t(state.over ? "duelOver" : "score", { lines, placed });
    const [piece = "", ...coming] = state.visible;
    this.nextPieces.textContent = state.over ? "" : coming.length ? t("next", { pieces: coming.join(" ") }) : t("pieceIs", { piece });
    if (placed !== this.#placed && state.last) {
      this.#placed = placed;
      say(t("landed", { piece: state.last.piece, lines, next: piece }));
    }
    this.adviceNode.replaceChildren();
    if (this.advises && !state.over) await this.#showAdvice(state);
  }

  async #showAdvice(state) {
    const { advice } = await this.game.tell("advise 32 5");
    if (this.game.state !== state || !advice.length) return;
    const [best] = advice;
    this.game.well.show(state, best.place);
    this.best = best.place.placement;
    const rows = best.features.map(([name, value, weight]) => [
      element("span", { title: DATA.features[name] ?? "" }, name),
      number(value), number(weight), number(value === null ? null : value * weight),
    ]);
    const values = advice.filter((each) => each.value !== null).map((each) => number(each.value));
    this.adviceNode.replaceChildren(
      element("h3", {}, t("adviceTitle", { weights: this.game.duel.weightsName })),
      best.value === null ? element("p", {}, t("everyPlaceLoses")) : table(["feature", "value", "weight", "adds"].map((key) => t(key)), rows),
      element("p", { class: "small" }, t("otherPlaces", { values: values.join(", ") })),
    );
  }

  #act(line) {
    this.#stopWatching();
    if (this.game.state && !this.game.state.over) this.game.act(line);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const line = duelLine(event);
    if (line) this.#act(line);
    else if (event.key.toLowerCase() === "h") this.#setAdvises(!this.advises);
    else return;
    event.preventDefault();
  }

  #setAdvises(value) {
    this.advises = this.adviceBox.checked = value;
    if (this.game.state) this.#show(this.game.state);
  }

  // watching

  #toggleWatching() {
    if (this.#watching) this.#stopWatching();
    else this.#watch();
  }

  #stopWatching() {
    this.#watching = 0;
    this.watchButton.textContent = t("watch");
  }

  async #watch() {
    const mine = (this.#watching = Date.now());
    this.watchButton.textContent = t("stopWatching");
    await this.#begin(DATA.duels[this.bad].good);
    while (mine === this.#watching && this.game.state && !this.game.state.over) {
      await this.#pause();
      if (mine === this.#watching) await this.game.act("watch");
    }
    if (mine === this.#watching) this.#stopWatching();
  }

  // controls

  #controls() {
    const enemies = Object.keys(DATA.duels).map((name) => [name, t(`bad_${name}`)]);
    this.badChoice = withId("duel-bad", choice(enemies, this.bad, (value) => {
      this.bad = value;
      this.#stopWatching();
      this.#begin();
    }));
    const start = button(t("newGame"), () => {
      this.#stopWatching();
      this.#begin();
    }, { id: "duel-new" });
    const speeds = [["0.05", "0.05"], ["0.2", "0.2"], ["0.5", "0.5"], ["1", "1"]];
    const speed = withId("duel-speed", choice(speeds, "0.5", (value) => (this.seconds = Number(value))));
    return element("div", { class: "bar" }, labelled(t("enemy"), this.badChoice), start, this.watchButton, labelled(t("speed"), speed));
  }

  #actions() {
    this.adviceBox = element("input", { type: "checkbox", id: "duel-advises" });
    this.adviceBox.addEventListener("change", () => this.#setAdvises(this.adviceBox.checked));
    return element(
      "div", { class: "bar" },
      element("label", {}, this.adviceBox, ` ${t("advice")}`),
      button(t("copyReplay"), () => this.#copyReplay(), { id: "duel-replay" }),
    );
  }

  // Loads a replay and watches it.
  #replayBox() {
    const area = element("textarea", { rows: 3, id: "replay-text", "aria-label": t("loadReplay"), placeholder: t("loadHelp"), spellcheck: "false" });
    const list = DATA.replays.map(({ name }, i) => [String(i), name]);
    const examples = withId("replay-examples", choice([["", t("choose")], ...list], "", (value) => {
      if (value !== "") area.value = DATA.replays[Number(value)].text;
    }));
    return element(
      "details", { id: "replays" }, element("summary", {}, t("loadReplay")), area,
      element("div", { class: "bar" }, labelled(t("loadExample"), examples), button(t("loadUse"), () => this.#watchFile(area.value), { id: "replay-use" })),
    );
  }

  async #watchFile(text) {
    const mine = (this.#watching = Date.now());
    try {
      const game = await readGame(text);
      this.watchButton.textContent = t("stopWatching");
      await (game.replay ? this.#watchReplay(game.replay, mine) : this.#watchTrace(game, mine));
    } catch (error) {
      if (!(error instanceof Stopped)) toast(t("failed", { problem: error.message }));
    }
    if (mine === this.#watching) this.#stopWatching();
  }

  async #watchReplay(text, mine) {
    this.bad = this.badChoice.value = "hatetris";
    await this.#begin();
    const points = (letters) => [...letters].map((character) => character.codePointAt(0)).join();
    let { steps } = await this.game.tell(`decode ${points(DATA.base2048)} ${points(text.replace(/\s/g, ""))}`);
    while (mine === this.#watching && steps && this.game.state && !this.game.state.over) {
      await this.game.act(`follow ${steps}`);
      if (!this.game.state) return; // another game was begun meanwhile
      steps = steps.slice(this.game.state.used);
      await this.#pause();
    }
  }

  async #watchTrace({ duel, placements }, mine) {
    this.#placed = 0;
    await this.game.begin(duel, "person", 0);
    for (const place of placements) {
      if (mine !== this.#watching || !this.game.state || this.game.state.over) return;
      const before = this.game.state;
      await this.game.act(`place ${place}`);
      if (this.game.state === before) return; // it was refused, and the page has said why
      await this.#pause();
    }
  }

  #pause() {
    return new Promise((resolve) => setTimeout(resolve, 1000 * this.seconds));
  }

  // HATETRIS's own replay where its steps are all there are; else a trace.
  async #copyReplay() {
    const { duel } = this.game;
    const { hex, trace } = await this.game.tell("replay");
    if (duel === DATA.duels.hatetris) copy(hex, t("copyReplay"));
    else copy([duel.header, ...trace.map((each) => each.join(" ")), ""].join("\n"), t("copyReplay"));
  }
}

// Buttons for whoever has no keys.
function duelKeys(act) {
  const key = (text, label, line) => button(text, () => act(line), { "aria-label": label });
  return element(
    "div", { class: "keys" },
    key("↺", t("turnLeft"), "step counterclockwise"), key("⤓", t("drop"), "drop"), key("↻", t("turnRight"), "step clockwise"),
    key("←", t("left"), "step left"), key("↓", t("down"), "step down"), key("→", t("right"), "step right"),
  );
}

function number(value) {
  return value === null ? "∞" : String(Number(value.toPrecision(5)));
}
