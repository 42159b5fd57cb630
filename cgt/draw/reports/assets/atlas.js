// The atlas: a table of all sets of pieces for a well, and a panel for the chosen game.
"use strict";

const WINNERS = ["good", "bad", "unknown"];
const SAID = { good: "Good wins", bad: "Bad wins", unknown: "not known" };
const SIGNS = { good: "G", bad: "B", unknown: "?" };
const LEAST = "least";

class AtlasView {
  constructor(data) {
    this.data = data;
    this.cells = new Map(data.cells.map((cell) => [cell.slice(0, 4).join("/"), cell]));
    this.selects = {};
    this.focused = [0, 1];
    this.chosen = null;
    this.player = null;
    const { axes } = data;
    byId("choices").append(
      this.select("width", "Width", axes.width),
      this.select("preview", "Preview", axes.preview),
      this.select("height", "Height", [LEAST, ...axes.height]),
    );
    byId("legend").append(this.legend(), keyHelp(
      ["↑ ↓ ← →", "another set"], ["Enter", "its game"], ["W", "width"], ["P", "preview"],
      ["H", "height"],
    ));
    listen(document, (event) => this.press(event));
    this.show();
  }

  select(name, label, values) {
    this.selects[name] = make("select", { id: name, onchange: () => this.show() }, ...values.map(
      (value) => make("option", { value }, value === LEAST ? "least at which Good wins" : value),
    ));
    return make("label", { class: "controls" }, label, this.selects[name]);
  }

  value(name) {
    const { value } = this.selects[name];
    return value === LEAST ? LEAST : Number(value);
  }

  cell(set, height) {
    return this.cells.get([set, this.value("width"), height, this.value("preview")].join("/"));
  }

  // What the table says of a set: text, winner, and the height of the game behind it.
  verdict(set) {
    const height = this.value("height");
    if (height === LEAST) {
      return this.data.least[`${this.value("width")}/${this.value("preview")}`][set] || null;
    }
    const cell = this.cell(set, height);
    return cell ? [SIGNS[WINNERS[cell[4]]], WINNERS[cell[4]], height] : null;
  }

  show() {
    const { across, down, table } = this.data;
    const head = make("tr", {}, make("td"), ...across.map(
      (pieces) => make("th", { scope: "col" }, pieces || "–"),
    ));
    const rows = table.map((sets, row) => make(
      "tr", {}, make("th", { scope: "row" }, down[row] || "–"),
      ...sets.map((set, column) => make("td", {}, set < 0 ? null : this.button(set, row, column))),
    ));
    const hadFocus = byId("table").contains(document.activeElement);
    replaceChildren("table", make("table", { class: "atlas" }, make(
      "caption", { class: "small faint" },
      "Sets of pieces: those of the row with those of the column",
    ), make("thead", {}, head), make("tbody", {}, ...rows)));
    if (hadFocus) this.focus(...this.focused);
    byId("summary").textContent = this.summary();
    if (this.chosen) this.open(this.chosen.set, this.shownHeight(this.chosen.set));
  }

  shownHeight(set) {
    const found = this.verdict(set);
    return found ? found[2] : this.chosen.height;
  }

  summary() {
    const counts = { good: 0, bad: 0, unknown: 0 };
    for (const set of this.data.sets.keys()) {
      const found = this.verdict(set);
      if (found) counts[found[1]] += 1;
    }
    const height = this.value("height");
    const width = this.value("width");
    if (!counts.good && !counts.bad && !counts.unknown) {
      return height === LEAST ? `Width ${width} was not tried with this preview.`
        : `${width}×${height} was not tried.`;
    }
    const well = height === LEAST ? `Width ${width}: up to height ${this.highest()}`
      : `${width}×${height}: here`;
    return `${well} Good wins with ${count(counts.good, "set")}, Bad with ${counts.bad}`
      + (counts.unknown ? `, ${counts.unknown} not known.` : ".");
  }

  // The greatest height that was tried for the chosen width and preview.
  highest() {
    const [width, preview] = [this.value("width"), this.value("preview")];
    return Math.max(...this.data.cells.flatMap(
      ([, w, height, p]) => (w === width && p === preview ? [height] : []),
    ));
  }

  button(set, row, column) {
    const found = this.verdict(set);
    const name = this.data.sets[set];
    const [text, winner, height] = found || ["", "none", 0];
    const here = row === this.focused[0] && column === this.focused[1];
    const element = makeButton(text, "", () => {
      this.focused = [row, column];
      this.open(set, height);
    }, {
      class: `cell ${winner}`, "data-set": name, tabindex: here ? 0 : -1,
      disabled: found ? null : "", "aria-label": `${name}: ${this.spoken(found)}`,
      "aria-pressed": String(this.chosen !== null && this.chosen.set === set), title: name,
    });
    if (found) this.paint(element, winner, height);
    return element;
  }

  spoken(found) {
    if (!found) return "not tried";
    const [text, winner] = found;
    if (this.value("height") !== LEAST) return SAID[winner];
    return winner === "good" ? `Good wins from height ${text}` : `${SAID[winner]}, ${text}`;
  }

  // Where Good wins, the height gives the colour; for the others the style sheet has it.
  paint(element, winner, height) {
    const { looks, axes } = this.data;
    const [colour, ink] = winner === "good" ? looks[axes.height.indexOf(height)] : ["", ""];
    element.style.backgroundColor = colour;
    element.style.color = ink;
  }

  legend() {
    const sample = (text, winner, height) => {
      const element = make("span", { class: `cell sample ${winner}` }, text);
      this.paint(element, winner, height);
      return element;
    };
    const { axes } = this.data;
    return make("div", { class: "legend" },
      make("p", {}, ...axes.height.map((height) => sample(String(height), "good", height)),
        " Good wins from this height"),
      make("p", {}, sample("B", "bad", 0), " Bad wins; >n: at all heights up to n"),
      make("p", {}, sample("?", "unknown", 0), " not known; ≥n?: from height n on"),
      make("p", {}, "≤n: lower heights were not tried"),
    );
  }

  focus(row, column) {
    const sets = this.data.table;
    if (!sets[row] || sets[row][column] === undefined || sets[row][column] < 0) return;
    this.focused = [row, column];
    for (const button of byId("table").querySelectorAll("button")) {
      const here = button.dataset.set === this.data.sets[sets[row][column]];
      button.tabIndex = here ? 0 : -1;
      if (here) button.focus();
    }
  }

  press(event) {
    const key = event.key.toLowerCase();
    const name = { w: "width", p: "preview", h: "height" }[key];
    if (name && !byId("panel").contains(event.target)) {
      const { options, selectedIndex } = this.selects[name];
      const by = event.shiftKey ? options.length - 1 : 1;
      this.selects[name].selectedIndex = (selectedIndex + by) % options.length;
      this.show();
      return true;
    }
    const move = {
      arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1],
    }[key];
    if (!move || !byId("table").contains(event.target)) return false;
    this.focus(this.focused[0] + move[0], this.focused[1] + move[1]);
    return true;
  }

  // the panel

  open(set, height) {
    const isNew = !this.chosen || this.chosen.set !== set;
    this.chosen = { set, height };
    if (this.player) this.player.playback.pause();
    this.player = null;
    for (const button of byId("table").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.set === this.data.sets[set]));
    }
    const cell = this.cell(set, height);
    const winner = cell ? `: ${SAID[WINNERS[cell[4]]]}` : "";
    const place = `${this.data.sets[set]}, ${this.value("width")}×${height}`
      + (this.value("preview") ? `, preview ${this.value("preview")}` : "");
    byId("panel").dataset.place = place;
    byId("summary").textContent = `${this.summary()} ${place}${winner}.`;
    replaceChildren("panel", make("h2", {}, place), this.heights(set, height),
      ...(cell ? this.told(cell) : [make("p", {}, "This game was not tried.")]));
    if (isNew) byId("panel").querySelector("table, p").scrollIntoView({ block: "nearest" });
  }

  heights(set, shown) {
    const buttons = this.data.axes.height.flatMap((height) => {
      const cell = this.cell(set, height);
      if (!cell) return [];
      const winner = WINNERS[cell[4]];
      const button = makeButton(String(height), "", () => {
        this.open(set, height);
        byId("panel").querySelector(".heights [aria-current]").focus();
      }, {
        class: `cell ${winner}`, "aria-label": `height ${height}: ${SAID[winner]}`,
        "aria-current": height === shown ? "true" : null,
      });
      this.paint(button, winner, height);
      return [button];
    });
    return make("div", { class: "controls heights", role: "group", "aria-label": "heights" },
      "Heights", ...buttons);
  }

  told(cell) {
    const [, , , , winner, how, states, seconds, verified, allowedSeconds, allowedMemory] = cell;
    const who = WINNERS[winner];
    const facts = factTable(["winner", "found", "states", "seconds", "verified",
      ...(allowedSeconds === null ? [] : ["given up after"])]);
    facts.set("winner", make("strong", {
      class: { good: "won", bad: "lost" }[who] || "faint",
    }, SAID[who]));
    facts.set("found", this.data.texts[how]);
    facts.set("states", states === null ? "–" : states.toLocaleString("en"));
    facts.set("seconds", seconds === null ? "–" : String(seconds));
    facts.set("verified", who === "unknown" ? "–"
      : this.tellVerified(verified, this.data.texts[how]));
    if (allowedSeconds !== null) {
      const memory = Math.round(allowedMemory / 2 ** 20);
      facts.set("given up after", `${allowedSeconds} s or ${memory} MB`);
    }
    return [facts.table, ...this.proof(cell[11], cell[12])];
  }

  tellVerified(verified, how) {
    if (verified) return "recorded as verified";
    if (how.startsWith("argued")) return "by checking the argument, without a search";
    return how.startsWith("inferred") ? "if the game it follows from is" : "no";
  }

  // Why that is so: the paragraphs of an argument, or a strategy to play against.
  proof(reference, mirrored) {
    if (reference === undefined) return [];
    if (Array.isArray(reference)) {
      return [make("h2", {}, "Why"), ...reference.map(
        (text) => make("p", {}, this.data.texts[text]),
      )];
    }
    const { place, why, data } = this.data.strategies[reference];
    const own = byId("panel").dataset.place === place;
    const note = own && !why ? "" : make("p", { class: "note" }, {
      "": `The strategy is that of ${place}, which works here, too.`
        + (mirrored ? " For this set, swap left and right." : ""),
      "not kept": `The strategy of ${place} is too large for the atlas to keep.`,
      "left out": `The strategy of ${place} is in the atlas, but left out of this file.`,
    }[why]);
    const heading = make("h2", {}, "The strategy");
    if (!data) return [heading, note];
    const root = make("div", { class: "strategy" });
    this.player = mountStrategy(root, data, root);
    return [heading, note, root];
  }
}

new AtlasView(pageData());
