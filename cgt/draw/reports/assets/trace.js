// A game that was played, from its first piece to its last.
"use strict";

class TracePlayer {
  constructor(root, data, keys) {
    this.data = data;
    this.game = data.game;
    this.frames = traceFrames(data);
    this.position = 0;
    this.playback = new Playback({
      forward: () => this.forward(), back: () => this.show(this.position - 1),
      first: () => this.show(0), last: () => this.show(this.frames.length - 1),
      isAtEnd: () => this.position === this.frames.length - 1 && !this.isLooping(),
    });
    this.picture = make("div", { class: "board" });
    this.status = make("p", { role: "status", "aria-live": "polite" });
    this.slider = make("input", {
      type: "range", class: "position", min: 0, max: this.frames.length - 1, value: 0,
      "aria-label": "position in the game", oninput: () => {
        this.playback.pause();
        this.show(Number(this.slider.value));
      },
    });
    this.repeat = make("input", { type: "checkbox", checked: "" });
    this.facts = factTable(["piece", "column", "rotation", "rows cleared", "lines so far",
      ...(data.parts.some((part) => part.scores) ? ["score so far"] : []),
      ...(data.preview ? ["coming"] : []), ...(data.cycle ? ["cycle"] : [])]);
    this.layOut(root);
    listen(keys, (event) => this.playback.press(event));
    this.show(this.opening());
  }

  // The frame that tells most: the cycle as it begins again, or how the game ended.
  opening() {
    const { cycle } = this.data;
    return cycle && cycle.loop ? this.frameOf(cycle.loop[0]) : this.frames.length - 1;
  }

  layOut(root) {
    const { cycle } = this.data;
    root.append(make(
      "div", { class: "columns" },
      make("div", { class: "picture" }, this.picture, this.status, this.slider,
        cycle && this.cycleBar(), this.playback.controls,
        cycle && cycle.loop && make("label", { class: "controls repeat" }, this.repeat,
          "repeat the cycle for ever"),
      ),
      make("div", { class: "side" }, this.facts.table, this.wayToCycle(), keyHelp(
        ["Space", "play or pause"], ["←", "back"], ["→", "forward"], ["Home", "start"],
        ["End", "end"], ["+", "faster"], ["-", "slower"],
      )),
    ));
  }

  wayToCycle() {
    const { cycle } = this.data;
    if (!cycle || !cycle.loop) return null;
    return make("div", { class: "controls" }, makeButton("Go to the cycle", "", () => {
      this.playback.pause();
      this.show(this.frameOf(cycle.loop[0]));
    }));
  }

  // Below the slider: which part of it is the cycle.
  cycleBar() {
    const last = Math.max(1, this.frames.length - 1);
    const found = this.frames.findIndex((frame) => frame.number >= this.data.cycle.start);
    const begin = found < 0 ? last : found;
    const bar = make("span", { title: "the cycle" });
    bar.style.marginLeft = `${(100 * begin) / last}%`;
    return make("div", { class: "cycle-bar", "aria-hidden": "true" }, bar);
  }

  frameOf(number) {
    return this.frames.findIndex((frame) => frame.number === number && frame.placed);
  }

  forward() {
    if (this.position === this.frames.length - 1 && this.isLooping()) {
      return this.show(this.frameOf(this.data.cycle.loop[0]));
    }
    return this.show(this.position + 1);
  }

  // Whether to repeat the last round of the cycle, with which the frames end.
  isLooping() {
    return Boolean(this.data.cycle && this.data.cycle.loop) && this.repeat.checked;
  }

  show(position) {
    if (position < 0 || position >= this.frames.length) return false;
    this.position = position;
    const frame = this.frames[position];
    const view = { rows: frame.rows.map((row) => this.data.rows[row]), placed: frame.placed,
      cleared: frame.placed ? frame.cleared : [], band: this.data.cycle && this.data.cycle.band };
    const told = this.tell(frame);
    this.picture.replaceChildren(drawWell(this.game, view, told));
    this.status.textContent = told;
    this.slider.value = position;
    this.slider.setAttribute("aria-valuetext", told);
    this.showFacts(frame);
    return true;
  }

  tell(frame) {
    if (frame.number < 0) return "The start.";
    const name = this.game.pieces[frame.piece].name;
    const piece = `Piece ${(frame.number + 1).toLocaleString("en")}, ${name}`;
    const gone = frame.cleared.length;
    if (frame.placed) {
      return `${frame.gap}${piece}: column ${frame.column}`
        + (gone ? `, ${count(gone, "full row")}.` : ".");
    }
    const end = frame.number === this.data.placed - 1;
    return (gone ? `${piece}: ${count(gone, "row")} cleared.` : `${piece} is placed.`)
      + (end ? (this.data.over ? " The game is over." : " The end of the trace.") : "");
  }

  showFacts(frame) {
    const started = frame.number >= 0;
    const { facts, game } = this;
    const number = `${(frame.number + 1).toLocaleString("en")} of `
      + this.data.placed.toLocaleString("en");
    facts.set("piece", number + " ", ...(started ? pieceList(game, [frame.piece]) : []));
    facts.set("column", started ? String(frame.column) : "–");
    facts.set("rotation", started ? String(frame.rotation) : "–");
    facts.set("rows cleared", started ? String(frame.cleared.length) : "–");
    facts.set("lines so far", frame.lines.toLocaleString("en"));
    if (frame.score !== null) facts.set("score so far", frame.score.toLocaleString("en"));
    if (this.data.preview) facts.set("coming", ...pieceList(game, frame.coming));
    if (this.data.cycle) facts.set("cycle", this.tellRound(frame.number - this.data.cycle.start));
  }

  tellRound(since) {
    const { start, length } = this.data.cycle;
    return since < 0 ? `begins after piece ${start.toLocaleString("en")}`
      : `round ${Math.floor(since / length) + 1}, piece ${(since % length) + 1} of ${length}`;
  }
}

// All frames: the start, each piece in its place, and what is left where rows are cleared.
function traceFrames(data) {
  const frames = [];
  const scored = data.parts.some((part) => part.scores);
  for (const part of data.parts) {
    const pieces = [...part.steps.map(([piece]) => piece), ...part.next];
    let { before, lines } = part;
    const scoreAt = (index) => (scored ? part.scores[index] : null);
    if (part.first === 0) {
      const coming = pieces.slice(0, data.preview);
      frames.push({ number: -1, rows: before, placed: null, cleared: [], lines, coming,
        score: scoreAt(0) });
    }
    part.steps.forEach(([piece, rotation, column, row, after, cleared, way], index) => {
      const number = part.first + index;
      const coming = pieces.slice(index + 1, index + 1 + data.preview);
      const common = { number, piece, rotation, column, cleared, coming };
      const placed = placedPiece(data.game, piece, rotation, column, row, way);
      const gap = index > 0 || part.first === 0 ? ""
        : `What came before piece ${(number + 1).toLocaleString("en")} is not in this file. `;
      frames.push({ ...common, rows: before, placed, lines, gap, score: scoreAt(index) });
      lines += cleared.length;
      if (cleared.length || number === data.placed - 1) {
        frames.push({ ...common, rows: after, placed: null, lines, score: scoreAt(index + 1) });
      }
      before = after;
    });
  }
  return frames;
}
