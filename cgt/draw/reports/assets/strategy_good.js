// Good's strategy: the reader is Bad, sends pieces, and sees Good's answers.
"use strict";

class GoodStrategyPlayer extends StrategyPlayer {
  stateKey(instruction) {
    return `${instruction[0]}/${this.visible(instruction)}`;
  }

  modes() {
    return [["new", "what has not come up yet"], ["random", "at random"], ["turn", "in turn"]];
  }

  modeLabel() {
    return "When it plays by itself, Bad chooses ";
  }

  factNames() {
    return ["pieces placed", "rows cleared", ...(this.data.preview ? ["Good sees"] : []),
      ...(this.hasBag() ? ["left in the bag"] : []), "instructions used"];
  }

  keyHelp() {
    const letters = this.names.filter((name) => name.length === 1).join(" ");
    return keyHelp(...(letters ? [[letters, "choose a piece"]] : []), ["Space", "play or pause"],
      ["←", "back"], ["→", "on"], ["Home", "start"], ["+", "faster"], ["-", "slower"]);
  }

  first() {
    return { well: this.data.start, queue: [], index: null, placed: 0, lines: 0, note: "" };
  }

  state(well, queue) {
    return { well, queue, index: null, note: "" };
  }

  find(piece) {
    return this.byState.get(`${this.at.well}/${[...this.at.queue, piece]}`);
  }

  choose(piece) {
    if (this.at.index !== null) this.settle();
    if (!this.bag(this.at.well, this.at.queue).includes(piece)) {
      this.at = { ...this.at, note: `${this.names[piece]} has already come out of this bag. ` };
      this.show();
      return false;
    }
    const queue = [...this.at.queue, piece];
    if (queue.length <= this.data.preview) {
      this.go({ ...this.at, queue, note: "" });
      return true;
    }
    const index = this.find(piece);
    if (index === undefined) {
      this.at = { ...this.at, note: this.notHere() };
      this.show();
      return false;
    }
    this.used.add(index);
    this.go({ ...this.at, queue, index, note: "" });
    return true;
  }

  // The piece has landed; what is left is the next well.
  settle() {
    const { instruction, next, after, cleared } = this.answer();
    const note = next === after ? ""
      : "The lanes are sorted: this well stands for the one that is left. ";
    this.go({
      well: next, queue: this.visible(instruction).slice(1), index: null,
      placed: this.at.placed + 1, lines: this.at.lines + cleared.length, note,
    });
  }

  answer() {
    const instruction = this.instruction(this.at.index);
    const [rotation, column, row, next, after, ...cleared]
      = instruction.slice(this.data.preview + 2);
    return { instruction, rotation, column, row, next, after, cleared };
  }

  step() {
    if (this.at.index === null) return this.choose(this.automaticPiece());
    this.settle();
    return true;
  }

  automaticPiece() {
    const pieces = this.bag(this.at.well, this.at.queue);
    if (this.mode.value === "turn") {
      const next = (this.at.placed + this.at.queue.length) % this.names.length;
      return pieces.includes(next) ? next : pieces[0];
    }
    const towards = this.mode.value === "new" ? this.pieceTowardsNew() : null;
    return towards ?? pieces[Math.floor(Math.random() * pieces.length)];
  }

  // The first piece on the shortest path to an instruction not used yet, if there is one.
  pieceTowardsNew() {
    const pieces = this.names.map((_, piece) => piece);
    const seen = new Set();
    const waiting = [[this.at.well, this.at.queue, null]];
    for (const [well, queue, first] of waiting) {
      for (const piece of pieces) {
        const index = this.byState.get(`${well}/${[...queue, piece]}`);
        if (index === undefined) continue;
        if (!this.used.has(index)) return first ?? piece;
        const next = this.instruction(index)[this.data.preview + 5];
        const coming = [...queue, piece].slice(1);
        if (!seen.has(`${next}/${coming}`)) waiting.push([next, coming, first ?? piece]);
        seen.add(`${next}/${coming}`);
      }
    }
    return null;
  }

  press(event) {
    const piece = this.names.findIndex((name) => name.toLowerCase() === event.key.toLowerCase());
    if (piece < 0) return false;
    this.playback.pause();
    this.choose(piece);
    return true;
  }

  show() {
    const { at, game, data } = this;
    const view = { rows: this.rows(at.well) };
    let told = "";
    if (at.index === null) {
      const more = data.preview - at.queue.length;
      told = at.note + (more > 0
        ? `You are Bad. Choose ${count(more, "piece")} for Good to see, then the next.`
        : "You are Bad. Choose the next piece.");
    } else {
      const { instruction, rotation, column, row, cleared } = this.answer();
      const piece = this.visible(instruction)[0];
      view.placed = placedPiece(game, piece, rotation, column, row, data.ways[at.index]);
      view.cleared = cleared;
      told = `Good puts ${this.names[piece]} in column ${column}, rotation ${rotation}`
        + (cleared.length ? `: ${count(cleared.length, "full row")}.` : ".");
    }
    this.picture.replaceChildren(drawWell(game, view, told));
    this.status.textContent = told;
    if (!this.choice.firstChild) this.showChoice();
    if (data.preview) this.facts.set("Good sees", ...pieceList(game, at.queue));
    if (this.hasBag()) this.facts.set("left in the bag", ...pieceList(game, this.bagNow()));
    this.showFacts();
  }

  // What is left once Good's answer is settled, which is known before that.
  bagNow() {
    const { at } = this;
    return at.index === null ? this.bag(at.well, at.queue)
      : this.bag(this.answer().next, this.visible(this.instruction(at.index)).slice(1));
  }

  showChoice() {
    this.choice.append(
      make("h2", { class: "first" }, "Bad sends"),
      make("div", { class: "controls", role: "group", "aria-label": "pieces" },
        ...this.game.pieces.map((piece, index) => makeButton("", piece.name, () => {
          this.playback.pause();
          this.choose(index);
        }, { class: "piece", "data-piece": piece.name }))),
    );
    this.choice.querySelectorAll("button").forEach((button, index) => button.append(
      pieceIcon(this.game.pieces[index]), this.names[index],
    ));
  }
}
