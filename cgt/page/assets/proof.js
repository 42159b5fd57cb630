// Proofs to play against: the header of a file is read here, its positions are checked by the core,
// which then answers every move.

const LINES_AT_ONCE = 65536; // characters

class ProofOpponent {
  #core = new Core();

  // Reads and checks a file; throws an Error that says what is wrong with it. `onPart` is told how
  // many positions are checked.
  static async load(name, bytes, onPart) {
    const made = new ProofOpponent();
    made.name = name;
    const text = new TextDecoder("utf-8").decode(await unzipped(bytes));
    made.head = readProofHead(text);
    await made.#check(onPart);
    return made;
  }

  // The cells that it covers, on a board that has come about by playing against it.
  async answer(board) {
    const { cells } = await this.#core.ask({ line: `proof-answer ${board.text}` });
    return cells;
  }

  stop() {
    this.#core.stop();
  }

  async #check(onPart) {
    const { board, pieces, play, claim, positions, firstLine, lines } = this.head;
    const shapes = piecesNamed(pieces).flatMap((piece) => piece.rotations);
    const largest = Math.max(...shapes.map((shape) => shape.length));
    const words = ["proof", play, board.width, board.height, DATA.smallInProofs[largest], firstLine, shapes.length];
    for (const shape of shapes) words.push(shape.length, ...shape.flat());
    await this.#core.ask({ line: words.join(" ") });
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
      await this.#core.ask({ line: `proof-lines ${lines.slice(at, at + LINES_AT_ONCE)}` }, onPart);
    const found = await this.#core.ask({ line: `proof-check ${board.text} ${claim} ${positions}` }, onPart);
    this.positions = found.positions;
  }
}

// What a proof is about, who wins, and its positions as they stand in the file.
function readProofHead(text) {
  const all = text.replace(/^\ufeff/, "").split("\n");
  const isComment = (line) => /^\s*(;|$)/.test(line);
  let at = all.findIndex((line) => !isComment(line));
  if (at < 0 || all[at].trim() !== "cgt proof 1") throw new Error(t("proofNone"));
  const said = {};
  for (++at; at < all.length; ++at) {
    if (isComment(all[at])) continue;
    const found = /^([a-z]+): (.*?)\s*$/.exec(all[at]);
    if (!found) break;
    said[found[1]] = found[2];
  }
  const board = Board.read(said.board ?? "");
  const claim = /^(?:[NP]|nimber (\d{1,3}))$/.exec(said.claim ?? "");
  if (!board || !claim || !/^\d+$/.test(said.positions ?? "")) throw new Error(t("proofNone"));
  if (!isPieceSet(said.pieces ?? "")) throw new Error(t("proofPieces"));
  return {
    board, pieces: said.pieces, play: said.play === "normal" ? "normal" : "misere",
    claim: claim[1] ?? claim[0], positions: said.positions, firstLine: at + 1,
    begins: claim[0] === "N" || Number(claim[1] ?? 0) > 0, lines: all.slice(at).join("\n"),
  };
}

// Where a proof is chosen: one that comes with the page, or a file.
function proofBox(onChosen) {
  const list = withId("proof-examples", choice([["", t("choose")]], "", async (name) => {
    const { proofs } = await packedData();
    const found = proofs.find((each) => each.name === name);
    if (found) onChosen(name, new TextEncoder().encode(found.text));
  }));
  packedData().then(({ proofs }) => list.append(...proofs.map(({ name }) => element("option", { value: name }, name))));
  const file = element("input", { type: "file", id: "proof-file", accept: ".gz,.txt,.proof" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) onChosen(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
  });
  return element("div", { class: "bar", id: "proof-box" }, labelled(t("proofExamples"), list), labelled(t("proofFile"), file));
}
