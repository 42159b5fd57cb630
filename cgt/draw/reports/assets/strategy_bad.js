// Bad's strategy: the reader is Good and places each piece, until the game is over.
"use strict";

class BadStrategyPlayer extends StrategyPlayer {
  stateKey(instruction) {
    return `${instruction[0]}/${this.visible(instruction).slice(0, -1)}`;
  }

  modes() {
    return [["long", "to last as long as possible"], ["random", "at random"]];
  }

  modeLabel() {
    return "When it plays by itself, Good places ";
  }

  factNames() {
    return ["Bad sends", ...(this.data.preview ? ["coming"] : []),
      ...(this.hasBag() ? ["left in the bag"] : []), "rank", "pieces placed", "rows cleared",
      "instructions used"];
  }

  keyHelp() {
    return keyHelp(["←", "another place"], ["→", "another place"], ["Enter", "put it there"],
      ["Backspace", "back"], ["Space", "play or pause"], ["Home", "start"], ["+", "faster"],
      ["-", "slower"]);
  }

  first() {
    return { ...this.state(this.data.start, this.data.queue), placed: 0, lines: 0 };
  }

  state(well, queue) {
    const index = this.byState.get(`${well}/${queue}`);
    if (index !== undefined) this.used.add(index);
    return { well, queue, index: index ?? null, chosen: 0, aimed: false, over: false };
  }

  places() {
    return this.at.index === null || this.at.over ? []
      : this.instruction(this.at.index).slice(this.data.preview + 3);
  }

  choose(chosen = this.at.chosen) {
    const place = this.places()[chosen];
    if (!place) return false;
    const [, , , next, ...cleared] = place;
    const placed = this.at.placed + 1;
    const lines = this.at.lines + cleared.length;
    if (next < 0) {
      this.go({ ...this.at, chosen, placed, lines, over: true, aimed: true });
    } else {
      const queue = this.visible(this.instruction(this.at.index)).slice(1);
      this.go({ ...this.state(next, queue), placed, lines });
    }
    return true;
  }

  aim(chosen) {
    const places = this.places().length;
    if (!places) return;
    this.at = { ...this.at, chosen: (chosen + places) % places, aimed: true };
    this.show();
  }

  // The first call shows a place, the second puts the piece there.
  step() {
    if (!this.places().length) return false;
    if (this.at.aimed) return this.choose();
    this.aim(this.automaticPlace());
    return true;
  }

  automaticPlace() {
    const places = this.places();
    if (this.mode.value === "random") return Math.floor(Math.random() * places.length);
    const lasts = this.lastsAfter(this.at.index);
    return lasts.indexOf(Math.max(...lasts));
  }

  // How many pieces can still follow each place of an instruction, if Good plays to last. A place
  // that leads out of the file is better than the end of the game; nothing else is known about it.
  lastsAfter(index) {
    if (!this.lasts) {
      this.lasts = [];
      const order = this.data.instructions.map((_, i) => i);
      order.sort((a, b) => this.rank(a) - this.rank(b)); // what follows has a lower rank
      for (const i of order) this.lasts[i] = 1 + Math.max(0, ...this.lastsOfPlaces(i));
    }
    return this.lastsOfPlaces(index);
  }

  lastsOfPlaces(index) {
    const queue = this.visible(this.instruction(index)).slice(1);
    return this.instruction(index).slice(this.data.preview + 3).map(([, , , next]) => {
      const following = next < 0 ? null : this.byState.get(`${next}/${queue}`);
      return following === null ? 0 : this.lasts[following] ?? 0.5;
    });
  }

  rank(index) {
    return this.instruction(index)[this.data.preview + 2];
  }

  press(event) {
    const action = {
      ArrowLeft: () => this.aim(this.at.chosen - 1), ArrowRight: () => this.aim(this.at.chosen + 1),
      Enter: () => this.choose(), Backspace: () => this.back(),
    }[event.key];
    if (!action) return false;
    this.playback.pause();
    action();
    return true;
  }

  show() {
    const { at, game } = this;
    const view = { rows: this.rows(at.well) };
    const place = at.index === null ? null
      : this.instruction(at.index).slice(this.data.preview + 3)[at.chosen];
    const visible = at.index === null ? [] : this.visible(this.instruction(at.index));
    if (place) {
      const [rotation, column, row, , ...cleared] = place;
      view.placed = placedPiece(game, visible[0], rotation, column, row, at.aimed ? null : []);
      view.cleared = cleared;
    }
    const told = this.tell(place, visible[0]);
    this.picture.replaceChildren(drawWell(game, view, told));
    this.picture.firstChild.addEventListener("click", (event) => this.click(event));
    this.picture.firstChild.classList.toggle("choosing", this.places().length > 0);
    this.status.textContent = told;
    this.showPlaces(visible[0]);
    this.facts.set("Bad sends", ...pieceList(game, visible.slice(0, 1)));
    if (this.data.preview) this.facts.set("coming", ...pieceList(game, visible.slice(1)));
    if (this.hasBag()) {
      const after = this.bag(at.well, at.queue).filter((piece) => piece !== visible.at(-1));
      this.facts.set("left in the bag", ...pieceList(game, after));
    }
    this.facts.set("rank", at.index === null ? "–" : this.rank(at.index).toLocaleString("en"));
    this.showFacts();
  }

  tell(place, piece) {
    if (this.at.index === null) return this.notHere();
    const name = this.names[piece];
    if (!place) return `${name} has no room to come in: the game is over. Bad has won.`;
    if (this.at.over) {
      return `The game is over after ${count(this.at.placed, "piece")}. Bad has won.`;
    }
    const [rotation, column, , next] = place;
    const where = `column ${column}, rotation ${rotation}`;
    return this.at.aimed
      ? `${name} in ${where}${next < 0 ? ": that ends the game." : "."}`
      : `You are Good. Bad sends ${name}: choose one of ${count(this.places().length, "place")}.`;
  }

  // Goes through the places that cover the clicked cell, one at a time.
  click(event) {
    if (!this.places().length) return;
    const svg = this.picture.firstChild;
    const at = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(svg.getScreenCTM().inverse());
    const cell = [this.game.rows - 1 - Math.floor(at.y / CELL), Math.floor(at.x / CELL)];
    const { shapes } = this.game.pieces[this.visible(this.instruction(this.at.index))[0]];
    const hits = this.places().flatMap(([rotation, column, row], index) => (
      shapes[rotation].cells.some(([r, c]) => r + row === cell[0] && c + column === cell[1])
        ? [index] : []
    ));
    if (!hits.length) return;
    this.playback.pause();
    this.aim(hits.find((index) => index > this.at.chosen || !this.at.aimed) ?? hits[0]);
  }

  showPlaces(piece) {
    const hadFocus = this.choice.contains(document.activeElement);
    const places = this.places();
    const turns = [...new Set(places.map(([rotation]) => rotation))];
    const button = ([rotation, column, row, next], index) => {
      const twice = places.filter(([r, c]) => r === rotation && c === column).length > 1;
      return makeButton(twice ? `${column}, row ${row}` : String(column), "", () => {
        this.playback.pause();
        this.choose(index);
      }, {
        "data-place": index, class: next < 0 ? "place ends" : "place",
        "aria-pressed": String(this.at.aimed && index === this.at.chosen),
        "aria-label": `rotation ${rotation}, column ${column}${next < 0 ? ", ends the game" : ""}`,
      });
    };
    this.choice.replaceChildren(
      make("h2", { class: "first" }, places.length
        ? `Put ${this.names[piece]} in column` : this.at.index === null ? "Not here" : "Over"),
      ...turns.map((turn) => make(
        "div", { class: "controls places" },
        pieceIcon({ ...this.game.pieces[piece], shapes: [this.game.pieces[piece].shapes[turn]] }),
        ...places.flatMap((place, index) => (place[0] === turn ? [button(place, index)] : [])),
      )),
      places.some(([, , , next]) => next < 0)
        ? make("p", { class: "small faint" }, "Struck through: that ends the game.") : "",
    );
    if (hadFocus) this.choice.querySelector(`[data-place="${this.at.chosen}"]`)?.focus();
  }
}
