// Nim tetris to play: against the program at one of its levels, a friend, or a proof. The core says
// where pieces fit, when the game is over, who wins, and what the program plays.

const NIM_SIZES = ["4x4", "5x4", "5x5", "6x5", "6x6", "7x6", "7x7", "8x8"];
const SECONDS_TO_JUDGE = 10;
const FIRST_PROOF = "nim-tetris-6x6";

class NimTab {
  #core = new Core();
  #judge = new Core();
  #turn = 0; // counts positions, so that late answers are dropped
  #shape = ""; // of the placement shown last, so that the next one is like it
  #candidates = [];
  #at = 0;

  constructor() {
    this.setup = {
      start: new Board(5, 5), pieces: "tetromino", play: "misere", opponent: "medium",
      begins: "you", seed: 1,
    };
    this.moves = []; // lists of cells, with the piece's name
    this.piece = "";
    this.saysWinner = false;
    this.view = new BoardView(t("nimLabel"), {
      press: (cell, touch) => this.#press(cell, touch),
      hover: (cell) => this.#hover(cell),
      key: (event, cell) => this.#key(event, cell),
    });
    this.view.node.addEventListener("wheel", (event) => {
      if (!this.#candidates.length) return;
      event.preventDefault();
      this.#next(event.deltaY > 0 ? 1 : -1);
    }, { passive: false });
    this.status = element("p", { class: "verdict", role: "status", id: "nim-status" });
    this.who = element("p", { id: "nim-who", role: "status" });
    this.advice = element("p", { id: "nim-advice", role: "status" });
    this.controls = element("div", {});
    this.proof = null;
    this.proofSaid = element("p", { role: "status", id: "proof-said" });
    this.proofBox = element("div", { hidden: true }, proofBox((name, bytes) => this.#loadProof(name, bytes)), this.proofSaid);
    this.palette = element("div", { class: "bar", role: "group", "aria-label": t("pieces") });
    this.history = element("ol", { id: "nim-history" });
    this.buttons = this.#makeButtons();
    this.node = element(
      "div", {}, element("p", {}, t("nimIntro")), this.controls, this.proofBox, this.status,
      element(
        "div", { class: "columns" },
        element("div", { class: "picture" }, this.view.node, this.palette, this.buttons.placing),
        element("div", { class: "side" }, this.who, this.advice, this.buttons.game,
          element("h2", {}, t("history")), this.history),
      ),
    );
  }

  // A link has the board it began with, the game, and the moves so far.
  async open(values) {
    const start = values.b ? Board.read(values.b) : null;
    if (start || !this.isBegun) {
      const setup = { ...this.setup };
      if (start) setup.start = start;
      if (values.pieces && isPieceSet(values.pieces)) setup.pieces = values.pieces;
      if (values.play === "normal" || values.play === "misere") setup.play = values.play;
      if (values.with === "friend" || DATA.levels.some((level) => level.name === values.with)) setup.opponent = values.with;
      if (values.begins === "program" || values.begins === "you") setup.begins = values.begins;
      if (/^\d{1,9}$/.test(values.seed ?? "")) setup.seed = Number(values.seed);
      const moves = (values.m ?? "").split("_").filter(Boolean).map((text) => text.split(".").map(Number));
      if (values.with === "proof" && (await this.#openProof(values.proof, moves))) return;
      await this.#begin(setup, moves);
    } else await this.#show();
  }

  get values() {
    const { start, pieces, play, opponent, begins, seed } = this.setup;
    // Who opens the link has the proofs of this page, and no others.
    const proof = opponent === "proof" && this.proof.isExample ? this.proof.name : "";
    return {
      b: start.inAddress, pieces, play, with: opponent === "proof" && !proof ? DATA.levels.at(-1).name : opponent, proof, begins, seed,
      m: this.moves.map((move) => move.cells.join(".")).join("_"),
    };
  }

  close() {
    ++this.#turn;
    this.#core.stop();
    this.#judge.stop();
  }

  get board() {
    return this.setup.start.with(this.moves.flatMap((move) => move.cells), true);
  }

  get game() {
    const { start, pieces, play } = this.setup;
    return gameLine({ play, pieces, width: start.width, height: start.height });
  }

  // 0 for the one who began.
  get mover() {
    return this.moves.length % 2;
  }

  get isProgramsTurn() {
    return this.setup.opponent !== "friend" && (this.mover === 0) === (this.setup.begins === "program");
  }

  async #begin(setup, moves = []) {
    this.isBegun = true;
    this.close();
    this.setup = setup;
    this.moves = [];
    this.#showControls();
    for (const cells of moves) {
      const found = await this.#placementOn(cells);
      if (!found) {
        toast(t("notLegal"));
        break;
      }
      this.moves.push(found);
    }
    await this.#show();
  }

  // The placement on these cells of the board as it is; nothing if the core knows none.
  async #placementOn(cells) {
    const { placements } = await this.#core.ask({ game: this.game, line: `position ${this.board.text}` });
    const key = [...cells].sort((a, b) => a - b).join();
    return placements.find((each) => [...each.cells].sort((a, b) => a - b).join() === key);
  }

  // Shows the position and lets the program move if it is its turn.
  async #show() {
    const turn = ++this.#turn;
    this.#candidates = [];
    this.advice.textContent = "";
    this.who.textContent = "";
    showAddress("nim", this.values);
    try {
      this.position = await this.#core.ask({ game: this.game, line: `position ${this.board.text}` });
      if (turn !== this.#turn) return;
      this.#draw();
      if (this.position.over) return this.#finish();
      if (this.isProgramsTurn) await this.#letProgramMove(turn);
      else {
        this.status.textContent = this.setup.opponent === "friend" ? t("turnOf", { player: this.mover + 1 }) : t("yourTurn");
        this.node.dataset.turn = "person";
        await this.#sayWhoWins(turn);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) this.status.textContent = t("failed", { problem: error.message });
    }
  }

  async #letProgramMove(turn) {
    this.status.textContent = t("programThinks");
    this.node.dataset.turn = "program";
    const placed = this.setup.opponent === "proof" ? await this.#placementOn(await this.proof.answer(this.board)) : await this.#placementOfLevel();
    if (turn !== this.#turn) return;
    this.moves.push(placed);
    say(t("placedAt", { who: t("moveProgram"), piece: this.moves.at(-1).piece }));
    await this.#show();
  }

  async #placementOfLevel() {
    const level = DATA.levels.find((each) => each.name === this.setup.opponent);
    const words = [level.cells, Number(level.traps), Number(level.searches), this.setup.seed, DATA.levelSeconds];
    const { placement } = await this.#core.ask({ game: this.game, line: `level ${this.board.text} ${words.join(" ")}` });
    return this.position.placements[placement];
  }

  // A proof of this page, by its name, with the game that a link tells; whether there is one.
  async #openProof(name, moves = []) {
    const found = (await packedData()).proofs.find((each) => each.name === name);
    return Boolean(found) && this.#loadProof(name, new TextEncoder().encode(found.text), moves);
  }

  // Checks a proof, then begins the game that it is about; whether it holds.
  async #loadProof(name, bytes, moves = []) {
    this.proofBox.hidden = false;
    this.proofSaid.textContent = t("proofReading", { name });
    try {
      const proof = await ProofOpponent.load(name, bytes, ({ checked, of }) => {
        this.proofSaid.textContent = t("proofChecking", { checked, of });
      });
      proof.isExample = (await packedData()).proofs.some((each) => each.name === name);
      this.proof?.stop();
      this.proof = proof;
    } catch (error) {
      this.proofSaid.textContent = t("proofBad", { name, problem: error.message });
      return false;
    }
    const { board, pieces, play, begins } = this.proof.head;
    await this.#begin({ ...this.setup, start: board, pieces, play, opponent: "proof", begins: begins ? "program" : "you" }, moves);
    this.proofSaid.textContent = t("proofHolds", { name, count: this.proof.positions });
    return true;
  }

  async #sayWhoWins(turn) {
    if (!this.saysWinner) return;
    const { outcome } = await this.#judge.ask({ game: this.game, line: `outcome ${this.board.text} ${SECONDS_TO_JUDGE}` });
    if (turn !== this.#turn) return;
    const isFriend = this.setup.opponent === "friend";
    const texts = isFriend ? { N: "goodForMover", P: "badForMover" } : { N: "goodForYou", P: "badForYou" };
    this.who.textContent = t(texts[outcome] ?? "notKnownWho");
  }

  #finish() {
    const winner = this.position.outcome === "N" ? this.mover : 1 - this.mover;
    const isNormal = this.setup.play === "normal";
    let text = t("playerWins", { player: winner + 1 });
    if (this.setup.opponent !== "friend") {
      const youWin = (winner === 0) === (this.setup.begins === "you");
      text = t((youWin ? "youWin" : "youLose") + (isNormal ? "Normal" : ""));
      this.status.className = `verdict ${youWin ? "won" : "lost"}`;
    }
    this.status.textContent = text;
    this.node.dataset.turn = "over";
  }

  #draw() {
    const pieces = new Map(this.moves.flatMap((move) => move.cells.map((cell) => [cell, move.piece])));
    this.status.className = "verdict";
    this.view.show(this.board, null, pieces);
    this.#mark();
    this.#showPalette();
    this.history.replaceChildren(...this.moves.map((move, i) => {
      const isProgram = (i % 2 === 0) === (this.setup.begins === "program");
      const who = this.setup.opponent === "friend" ? t("movePlayer", { player: (i % 2) + 1 }) : t(isProgram ? "moveProgram" : "moveYou");
      return element("li", {}, t("placedAt", { who, piece: move.piece }));
    }));
    this.buttons.takeBack.disabled = !this.moves.length;
  }

  #mark() {
    const marks = [];
    const last = this.moves.at(-1);
    if (last) marks.push({ cells: last.cells, kind: "last" });
    if (this.hinted) marks.push({ cells: this.hinted, kind: "hint" });
    const shown = this.#candidates[this.#at];
    if (shown) marks.push({ cells: shown.cells, kind: "shown" });
    this.view.mark(marks);
    this.buttons.place.disabled = !shown;
    this.buttons.turn.disabled = this.#candidates.length < 2;
  }

  // choosing a placement

  #hover(cell) {
    const isMine = this.node.dataset.turn === "person";
    const covering = cell === null || !isMine ? [] : this.position.placements.filter(
      (each) => each.cells.includes(cell) && (!this.piece || each.piece === this.piece));
    this.#candidates = covering;
    const alike = covering.findIndex((each) => this.#shapeOf(each, cell) === this.#shape);
    const similar = covering.findIndex((each) => this.#shapeOf(each) === this.#shape.split("@")[0]);
    this.#at = Math.max(0, alike >= 0 ? alike : similar);
    this.#mark();
  }

  // The form of a placement, and where in it the pointer is.
  #shapeOf({ piece, cells }, cell = null) {
    const { width } = this.setup.start;
    const least = Math.min(...cells);
    const shape = piece + cells.map((each) => `${Math.floor(each / width) - Math.floor(least / width)},${(each % width) - (least % width)}`).join(" ");
    return cell === null ? shape : `${shape}@${cell - least}`;
  }

  #next(step = 1) {
    if (!this.#candidates.length) return;
    this.#at = (this.#at + step + this.#candidates.length) % this.#candidates.length;
    const shown = this.#candidates[this.#at];
    this.#shape = this.#shapeOf(shown, this.view.cursor);
    say(shown.piece);
    this.#mark();
  }

  // A click places; a finger shows first, turns when it taps again, and *Place* places.
  #press(cell, touch) {
    if (!touch) this.#place();
    else if (touch.isAgain) this.#next();
  }

  #key(event, cell) {
    const key = event.key.toLowerCase();
    if (key === "r" || key === " ") {
      if (!this.#candidates.length) this.#hover(cell);
      this.#next(event.shiftKey ? -1 : 1);
    } else if (key === "enter") {
      if (!this.#candidates.length) this.#hover(cell);
      this.#place();
    } else if (key === "z") this.#takeBack();
    else if (key === "h") this.#hint();
    else return;
    event.preventDefault();
  }

  #place() {
    const chosen = this.#candidates[this.#at];
    if (!chosen || this.node.dataset.turn !== "person") return;
    this.#shape = this.#shapeOf(chosen, this.view.cursor);
    this.hinted = null;
    this.moves.push(chosen);
    this.node.dataset.turn = "program";
    this.#show();
  }

  #takeBack() {
    if (!this.moves.length) return;
    this.close();
    this.hinted = null;
    this.moves.pop();
    if (this.isProgramsTurn && this.moves.length) this.moves.pop();
    this.#show();
  }

  async #hint() {
    if (this.node.dataset.turn !== "person") return;
    const turn = this.#turn;
    this.advice.textContent = t("thinkingShort");
    try {
      const { kind, placement } = await this.#judge.ask({ game: this.game, line: `hint ${this.board.text} ${DATA.levelSeconds}` });
      if (turn !== this.#turn || placement === null) return;
      const { piece, cells } = this.position.placements[placement];
      this.hinted = cells;
      this.advice.textContent = t({ winning: "hintWinning", hardest: "hintHardest", likeliest: "hintLikeliest" }[kind], { piece });
      this.#mark();
    } catch (error) {
      if (!(error instanceof Stopped)) this.advice.textContent = t("failed", { problem: error.message });
    }
  }

  // controls

  #showControls() {
    const { start, pieces, play, opponent, begins } = this.setup;
    const size = `${start.width}x${start.height}`;
    const isListed = NIM_SIZES.includes(size) && !start.filled.size;
    const sizes = NIM_SIZES.map((each) => [each, each.replace("x", "×")]);
    if (!isListed) sizes.unshift(["drawn", t("drawn")]);
    const again = (changed) => this.#begin({ ...this.setup, ...changed, seed: newSeed() });
    const sets = Object.keys(DATA.pieceSets).map((name) => [name, t(name)]);
    if (!DATA.pieceSets[pieces]) sets.unshift([pieces, pieces]);
    const opponents = [...DATA.levels.map(({ name }) => [name, t(`level_${name}`)]), ["friend", t("friend")], ["proof", t("proof")]];
    const isProof = opponent === "proof";
    this.proofBox.hidden = !isProof;
    const oppose = (value) => (value === "proof" ? this.#openProof(FIRST_PROOF) : again({ opponent: value }));
    this.controls.replaceChildren(element(
      "div", { class: "bar" },
      labelled(t("size"), withId("nim-size", choice(sizes, isListed ? size : "drawn", (value) => {
        const [width, height] = value.split("x").map(Number);
        if (height) again({ start: new Board(width, height) });
      }))),
      labelled(t("opponent"), withId("nim-opponent", choice(opponents, opponent, oppose))),
      labelled(t("whoBegins"), withId("nim-begins", choice([["you", t("youBegin")], ["program", t("programBegins")]], begins, (value) => again({ begins: value })))),
      labelled(t("pieces"), withId("nim-pieces", choice(sets, pieces, (value) => again({ pieces: value })))),
      labelled(t("play"), withId("nim-play", choice([["misere", t("misere")], ["normal", t("normal")]], play, (value) => again({ play: value })))),
    ));
    if (isProof) // which says what is played, and who begins
      for (const id of ["nim-size", "nim-begins", "nim-pieces", "nim-play"]) this.controls.querySelector(`#${id}`).disabled = true;
  }

  #showPalette() {
    const fitting = new Set(this.position.placements.map((each) => each.piece));
    const names = piecesNamed(this.setup.pieces).map(({ name }) => name);
    if (!fitting.has(this.piece)) this.piece = "";
    if (names.length < 2) return this.palette.replaceChildren();
    const pick = (name) => {
      this.piece = name;
      this.#showPalette();
      this.#hover(this.view.cursor);
    };
    this.palette.replaceChildren(...["", ...names].map((name) =>
      button(name || t("anyPiece"), () => pick(name), {
        "aria-pressed": this.piece === name, disabled: Boolean(name) && !fitting.has(name),
        style: name && this.piece !== name ? `background:${pieceColour(name)};color:#111` : null,
      })));
  }

  #makeButtons() {
    const says = element("input", { type: "checkbox", id: "nim-says" });
    says.addEventListener("change", () => {
      this.saysWinner = says.checked;
      if (this.node.dataset.turn === "person") this.#show();
    });
    const turn = button(t("turn"), () => this.#next(), { id: "nim-turn" });
    const place = button(t("place"), () => this.#place(), { id: "nim-place", class: "main" });
    const takeBack = button(t("takeBack"), () => this.#takeBack(), { id: "nim-back" });
    return {
      turn, place, takeBack,
      placing: element("div", { class: "bar" }, turn, place),
      game: element(
        "div", { class: "bar" },
        button(t("newGame"), () => this.#begin({ ...this.setup, seed: newSeed() }), { id: "nim-new" }),
        takeBack,
        button(t("hint"), () => this.#hint(), { id: "nim-hint" }),
        button(t("gameLink"), () => copy(linkTo("nim", this.values), t("gameLink")), { id: "nim-link" }),
        element("label", {}, says, ` ${t("showWinner")}`),
      ),
    };
  }
}
