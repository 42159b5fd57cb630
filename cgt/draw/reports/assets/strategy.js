// A strategy to play against: it answers what the reader does, instruction by instruction. This is
// what Good's and Bad's strategies share: where we are, how we came here, and what was used.
"use strict";

const MOST_BACK = 10000; // steps: a game may play by itself for hours

class StrategyPlayer {
  constructor(root, data, keys) {
    this.data = data;
    this.game = data.game;
    this.names = this.game.pieces.map((piece) => piece.name);
    this.used = new Set();
    this.history = [];
    this.byState = new Map();
    this.firstOfWell = new Map();
    data.instructions.forEach((instruction, index) => {
      this.byState.set(this.stateKey(instruction), index);
      if (!this.firstOfWell.has(instruction[0])) this.firstOfWell.set(instruction[0], index);
    });
    this.picture = make("div", { class: "board" });
    this.status = make("p", { role: "status", "aria-live": "polite" });
    this.playback = new Playback({
      forward: () => this.step(), back: () => this.back(), first: () => this.restart(),
    });
    this.mode = make("select", { class: "mode" }, ...this.modes().map(
      ([value, text]) => make("option", { value }, text),
    ));
    this.wellNumber = make("input", {
      type: "number", class: "well-number", min: 1, max: data.wells.length, value: 1,
      onchange: () => this.jump(Number(this.wellNumber.value) - 1),
    });
    this.facts = factTable(this.factNames());
    this.choice = make("div", { class: "choice" });
    this.layOut(root);
    listen(keys, (event) => this.press(event), (event) => this.playback.press(event));
    this.restart();
  }

  layOut(root) {
    const wells = ` of ${this.data.wells.length.toLocaleString("en")}`;
    root.append(make(
      "div", { class: "columns" },
      make("div", { class: "picture" }, this.picture, this.status, this.playback.controls),
      make("div", { class: "side" },
        this.choice,
        make("label", { class: "controls" }, this.modeLabel(), this.mode),
        this.facts.table,
        make("label", { class: "controls" }, "Go to well ", this.wellNumber, wells),
        this.keyHelp(),
      ),
    ));
  }

  jump(well) {
    if (!this.data.wells[well]) return;
    const index = this.firstOfWell.get(well);
    const queue = index === undefined ? this.at.queue
      : this.visible(this.instruction(index)).slice(0, -1);
    this.playback.pause();
    this.go({ ...this.at, ...this.state(well, queue) });
  }

  instruction(index) {
    return this.data.instructions[index];
  }

  visible(instruction) {
    return instruction.slice(1, this.data.preview + 2);
  }

  hasBag() {
    return this.data.left.length > 0;
  }

  // The pieces that can come next in a well with these visible pieces: those left in the bag. In
  // the beginning the visible pieces come from that bag, too.
  bag(well, queue) {
    const all = this.names.map((_, piece) => piece);
    if (!this.hasBag()) return all;
    let left = this.data.left[well];
    for (const piece of well === this.data.start ? queue : []) {
      left = left.filter((other) => other !== piece);
      if (!left.length) left = all;
    }
    return left;
  }

  rows(well) {
    return this.data.wells[well].map((row) => this.data.rows[row]);
  }

  go(next) {
    this.history.push(this.at);
    if (this.history.length > MOST_BACK) this.history.shift();
    this.at = next;
    this.show();
  }

  back() {
    if (!this.history.length) return false;
    this.at = this.history.pop();
    this.show();
    return true;
  }

  restart() {
    this.history = [];
    this.at = this.first();
    this.show();
  }

  notHere() {
    const { instructions, all } = this.data;
    if (instructions.length === all) return "There is no instruction for this.";
    const here = instructions.length.toLocaleString("en");
    const which = all === null ? `${here} instructions` : `${here} of ${count(all, "instruction")}`;
    return `What comes next is not in this file, which has ${which}. Go back.`;
  }

  showFacts() {
    const { at, data, facts } = this;
    const used = this.used.size;
    const total = data.instructions.length;
    const percent = Math.floor((100 * used) / (total || 1));
    facts.set("pieces placed", at.placed.toLocaleString("en"));
    facts.set("rows cleared", at.lines.toLocaleString("en"));
    facts.set(
      "instructions used", make("progress", { max: total || 1, value: used }),
      ` ${used.toLocaleString("en")} of ${total.toLocaleString("en")}`
        + ` (${used && !percent ? "<1" : percent} %)`,
    );
    this.wellNumber.value = at.well + 1;
  }
}
