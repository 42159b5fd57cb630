// Every text of the page, in one place: a translation is another object like this one. `{name}`
// stands for a value; a list is one text for one, and one for many.

const TEXTS = {
  title: "cgt: who wins?",
  skip: "Skip to the content",
  footer: "cgt {version}. The program itself runs in this page: nothing is sent anywhere, and it works offline.",
  tabBoard: "Board", tabNim: "Nim tetris", tabDuel: "Tetris duel", tabBad: "Be Bad",
  tabLab: "Laboratory", tabLearn: "Learn",
  copied: "Copied: {what}", close: "Close", stop: "Stop", stopped: "Stopped: not known yet.",
  failed: "That did not work: {problem}",

  boardIntro:
    "Two players put pieces on empty cells in turn. Draw a board: who wins, and by which moves?",
  boardLabel: "The board. Arrow keys move, space paints, Z takes back.",
  filled: "filled", empty: "empty", inRegion: "region {region}",
  cellAt: "row {row}, column {column}: {what}",
  columns: "Columns", rows: "Rows", pieces: "Pieces", play: "Play",
  misere: "misère: the last to place loses", normal: "normal: the last to place wins",
  tetromino: "tetrominoes (Nim tetris)", domino: "dominoes (Cram)", tromino: "trominoes",
  pentomino: "pentominoes", spelled: "some tetrominoes…", whichPieces: "Letters",
  symmetry: "Symmetry", symNone: "none", symSides: "left and right", symBoth: "both axes",
  symTurn: "half turn",
  undo: "Undo", redo: "Redo", clear: "Clear", invert: "Invert", examples: "Examples",
  choose: "choose…", paste: "Paste a board file", use: "Use it",
  pasteHelp: "A . is an empty cell, a # a filled one; one row a line.",
  tooLarge: "A board has at most {cells} cells.",
  thinking: "Not known yet: {nodes} positions searched.",
  thinkingShort: "Working it out…",
  tableFull: "The table is {percent} % full.",
  winsN: "The player to move wins.", winsP: "The player to move loses.",
  winsOver: "No piece fits: the game is over. {who}",
  unknown: "Not known: time or memory did not suffice.",
  genus: "genus {genus}", nimber: "nimber {nimber}",
  region: "region", cells: "cells", outcome: "outcome", genusHead: "genus", nimberHead: "nimber",
  form: "canonical form", N: "N: to move wins", P: "P: to move loses", notYet: "not known yet",
  movesTitle: "Moves", moveHead: "move", imagesHead: "alike", leaves: "leaves",
  wins: "wins", loses: "loses",
  winningMoves: ["One winning move, up to symmetry.", "{count} winning moves, up to symmetry."],
  noWinningMoves: "No move wins.",
  showWinning: "Draw winning moves, as many as do not overlap",
  share: "Share", copyLink: "Link", copyText: "Text", copySvg: "SVG", savePng: "PNG",
  copyLatex: "LaTeX", copyCommand: "Command", playThis: "Play this board",

  nimIntro:
    "You and the program place pieces in turn, and whoever places the last one loses. Point at a cell; turn the piece with R, or by tapping again; place it with a click or Enter.",
  nimLabel: "The board. Arrow keys move, R turns, Enter places.",
  size: "Size", drawn: "the drawn board", opponent: "Opponent", friend: "a friend",
  level_beginner: "beginner", level_easy: "easy", level_medium: "medium", level_hard: "hard",
  level_perfect: "perfect",
  whoBegins: "Begins", youBegin: "you", programBegins: "the program",
  newGame: "New game", hint: "Hint", takeBack: "Take back", turn: "Turn", place: "Place",
  showWinner: "Say who is winning",
  anyPiece: "any",
  yourTurn: "Your turn.", turnOf: "Player {player}'s turn.", programThinks: "The program is thinking…",
  youWin: "You win: the program had to place last.", youWinNormal: "You win: you placed last.",
  youLose: "You lose: you placed last.", youLoseNormal: "You lose: the program placed last.",
  playerWins: "Player {player} wins.",
  goodForYou: "You are winning.", badForYou: "The program is winning.",
  goodForMover: "The player to move is winning.", badForMover: "The player to move is losing.",
  notKnownWho: "Who is winning is not known.",
  hintWinning: "{piece}: this move wins.", hintHardest: "Every move loses; {piece} here is the hardest to answer.",
  hintLikeliest: "Nothing is proved; {piece} here looks best.",
  moveYou: "you", moveProgram: "program", movePlayer: "player {player}",
  placedAt: "{who}: {piece}", history: "The game so far", notLegal: "This link is not a game that can be played.",
  gameLink: "Link to this game",

  duelIntro:
    "Tetris, but somebody chooses your pieces. There is no clock: a piece moves when you move it.",
  duelLabel: "The well",
  enemy: "Enemy", bad_hatetris: "HATETRIS: the worst piece it can find",
  bad_minmax: "minmax: the piece whose best place is worst", bad_uniform: "uniform: any piece by chance",
  bad_bag: "bag: all seven in turn, shuffled",
  duelKeys: "Keys: arrows move, up or X turns, Z turns back, space drops, H shows advice.",
  score: "Lines {lines}, pieces {placed}.", next: "Next: {pieces}",
  duelOver: "Game over: {lines} lines with {placed} pieces.",
  advice: "Show advice", watch: "Watch the best player", stopWatching: "Stop watching",
  copyReplay: "Copy the replay", copyTrace: "Copy the game",
  adviceTitle: "What the evaluation {weights} sees in the recommended place",
  feature: "feature", value: "value", weight: "weight", adds: "cost",
  otherPlaces: "The best places, by what they cost: {values}. The less, the better.",
  everyPlaceLoses: "Every place ends the game.",
  left: "Left", right: "Right", down: "Down", turnRight: "Turn", turnLeft: "Turn back", drop: "Drop",
  pieceIs: "Piece {piece}.", landed: "{piece} landed. Lines {lines}. Next piece {next}.",
  speed: "Seconds a piece",

  loadReplay: "Load a replay", loadHelp: "A replay of HATETRIS, in any of its encodings.", loadUse: "Watch it",
  loadExample: "Example",

  badIntro:
    "Now you choose the pieces, and the program places them. It wins if the game never ends, and it will: its strategy is proved. Send whatever you like.",
  strategy: "Game", strategyOf: "{pieces}, {width} wide, {height} high",
  badProof: "With {pieces} in a well {width} wide, the stack never stays higher than {height} rows. {instructions} instructions are enough for everything you can send; a checker went through all of them when this page was built.",
  sendPiece: "Send {piece}", badStatus: "{placed} pieces, {lines} lines; the stack was never higher than {highest} of {height} rows.",

  labKravec: "Min-max against min-max",
  labIntro:
    "M. Kravec's applet (2009) is back: choose pieces, a width, how many pieces both players look ahead, and what they look at. Good and Bad use the same evaluation. Does the game end, or repeat itself for ever?",
  labWidth: "Width", labDepth: "Depth", labRun: "Play it out", labWeights: "The evaluation", labPreset: "Kravec's own", labMore: "Add a feature",
  labSoFar: "{placed} pieces so far…",
  labCycle: "A cycle: from piece {start} on, every {length} pieces repeat, in a band of {band} rows. Good survives.",
  labLost: "Bad wins: the game is over after {placed} pieces and {lines} lines.",
  labLimit: "Neither an end nor a cycle within {placed} pieces.",
  labPlay: "Play", labPause: "Pause", labAt: "Piece of the game",
  evolutionTitle: "Evolution to watch",
  evolutionIntro:
    "The genetic algorithm of Y. Jang and E. Kim (2019): {population} genes, each with random weights, play {games} games of up to {pieces} pieces. The best have children, which replace the worst. Each small well is how a new gene's first game ended, with the lines it clears on average below.",
  evolutionRun: "Start evolution", evolutionCopy: "Copy the best gene", evolutionNone: "There is no gene yet.",
  evolutionStatus: "Generation {generation}: the best gene clears {best} lines, the mean {mean}.",
  atlasTitle: "The map of the duel",
  atlasIntro: "For every set of tetrominoes: the least height at which Good survives for ever, by straight drops; >8 means that Bad wins up to height 8. With a preview, Good sees the next piece, too. Choose a set; those inside it and around it stand below.",
  atlasWidth: "width {column}", atlasNone: "Choose at least one piece.",

  learnIntro: "Four short lessons. Every board here can be touched: click cells to fill and to empty them.",
  lesson1: "1. What a form is",
  lesson1text: [
    "A position is known by what it can become. A board on which nothing fits is 0. A board on which exactly one piece fits, and nothing after it, is {0}, written *1: its only move leads to 0.",
    "A game with moves to 0 and to *1 is *2, and so on: these are heaps of nim. The form of a position is the set of the forms of what its moves leave.",
    "This board is worth *2. Fill a cell and watch its form change.",
  ],
  lesson2: "2. Regions side by side",
  lesson2text: [
    "A wall cuts this board in two. No piece can cross it, so each side is a game of its own, and the whole is their product: a player chooses a side and moves there.",
    "Both sides are worth *2, and the player to move loses: whatever is done on one side, the other player answers on the other, and only at the very end in another way, so as not to place the last piece. Open the wall, and it changes.",
  ],
  lesson3: "3. Why S and Z win",
  lesson3text: [
    "An enemy who sends nothing but S and Z in turn wins, however well you play. Each of them likes to fall into a pair of columns of its own. A well ten wide has five pairs, an odd number: what one of them needs, the other does not leave, holes remain, and in the end they bury you.",
    "Burgiel proved in 1997 that no such game on ten columns and twenty rows lasts longer than 69,600 pieces. Try it: here pieces are turned and moved above the stack, then they fall.",
  ],
  lesson4: "4. What misère changes",
  lesson4text: [
    "In normal play whoever places last wins, and one number tells everything: the nimber. It is 0 exactly where the player to move loses.",
    "In misère play whoever places last loses. Now a number is not enough: two positions with the same nimber can behave differently. The genus adds what happens beside heaps of two. Switch between the two, and see who wins.",
  ],
  lessonPlay: "Play",
};

function t(key, values = {}) {
  let text = TEXTS[key] ?? key;
  if (Array.isArray(text)) text = text[values.count === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}

function paragraphs(key) {
  return TEXTS[key].map((text) => element("p", {}, text));
}
