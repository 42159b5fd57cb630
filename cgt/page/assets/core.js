// The core, seen from the page: questions go to a worker, answers come back as promises. A worker
// that should stop is ended, and a new one takes its place.

const DATA = JSON.parse(document.getElementById("data").textContent);

// Bytes as they are, or what is compressed in them. A gzip file may have several members, one after
// the other, but browsers unpack one only: a part that is not exactly one is no member.
async function unzipped(bytes) {
  const isMember = (at) => bytes[at] === 0x1f && bytes[at + 1] === 0x8b;
  if (!isMember(0)) return bytes;
  const parts = [];
  for (let begin = 0, end = 1; begin < bytes.length; ++end) {
    if (end > bytes.length) throw new Error(t("damaged"));
    if (end < bytes.length && !isMember(end)) continue;
    const part = await unzippedMember(bytes.subarray(begin, end)).catch(() => null);
    if (part === null) continue;
    parts.push(part);
    begin = end;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function unzippedMember(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// What is packed into an element of this page.
function unpacked(id) {
  const text = document.getElementById(id).textContent.trim();
  return unzipped(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}

const wasmBytes = unpacked("core");

let packedPromise = null;
// What is needed only now and then.
function packedData() {
  packedPromise ??= unpacked("packed").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  return packedPromise;
}

const workerAddress = URL.createObjectURL(
  new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }),
);

// Thrown into whoever waits for an answer that is no longer wanted.
class Stopped extends Error {}

class Core {
  #worker = null;
  #ready = null;
  #asked = new Map();
  #next = 1;

  // Calls back with each part of the answer; resolves to what comes at the end. Rejects with Stopped
  // if the worker is stopped before.
  ask({ game = "", line = "" }, onPart = () => {}) {
    this.#start();
    const worker = this.#worker;
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, onPart });
      this.#ready.then(() => this.#asked.has(id) && worker.postMessage({ id, game, line }));
    });
  }

  get isBusy() {
    return this.#asked.size > 0;
  }

  // Ends whatever is being worked out, at once.
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(new Stopped());
  }

  #start() {
    if (this.#worker) return;
    const worker = new Worker(workerAddress);
    this.#worker = worker;
    this.#ready = new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        if (worker !== this.#worker) return;
        if (data.ready) resolve();
        else this.#receive(data);
      };
    });
    wasmBytes.then((wasm) => worker.postMessage({ wasm }));
  }

  #receive({ id, part, answer }) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (part) return asked.onPart(part);
    this.#asked.delete(id);
    if (answer.fatal) this.stop(); // the next question gets a fresh one
    if (answer.error) asked.reject(new Error(answer.error));
    else asked.resolve(answer);
  }
}

// The line that sets up a placement game: play, size, pieces, and how time is divided.
function gameLine({ play, width, height, pieces }) {
  const words = ["game", play, width, height];
  const chosen = piecesNamed(pieces);
  words.push(chosen.length);
  for (const piece of chosen) {
    words.push(piece.name, piece.rotations.length);
    for (const shape of piece.rotations) words.push(shape.length, ...shape.flat());
  }
  return [...words, ...DATA.shares].join(" ");
}

// The pieces of a set, or of a text that spells tetrominoes, such as LJ.
function piecesNamed(name) {
  if (DATA.pieceSets[name]) return DATA.pieceSets[name];
  const letters = new Set(name.toUpperCase());
  return DATA.pieceSets.tetromino.filter((piece) => letters.has(piece.name));
}

function isPieceSet(name) {
  return Boolean(DATA.pieceSets[name]) || /^[IJLOSTZ]{1,7}$/.test(name);
}
