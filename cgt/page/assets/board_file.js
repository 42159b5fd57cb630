// Boards as text: the program's board files, pictures' companions, commands.

// The first board of a board file, with what it says about pieces and play; throws an Error that
// says what is wrong.
function readBoardFile(text) {
  const said = {};
  const rows = [];
  for (const raw of text.replace(/^\ufeff/, "").split(/\r?\n|\|/)) {
    const line = raw.trimEnd();
    if (line.startsWith(";")) continue;
    if (line === "") {
      if (rows.length) break; // a blank line ends a board
      continue;
    }
    const key = /^(name|play|pieces):\s*(.*)$/.exec(line);
    if (key && !rows.length) said[key[1]] = key[2];
    else rows.push(line);
  }
  if (said.pieces && !isPieceSet(said.pieces)) throw new Error(t("pastePieces", said));
  const board = Board.read(cellsOf(rows).join("|"));
  if (!board) throw new Error(t("pasteHelp"));
  return { board, ...said };
}

// Rows with . and # only, from any characters that the program takes for cells; there may be a blank
// between the cells of every row.
function cellsOf(rows) {
  const isSpaced = rows.every((row) => /^\S( \S)*$/.test(row));
  const { empty, filled } = DATA.cells;
  return rows.map((row) => [...(isSpaced ? row.replaceAll(" ", "") : row)].map((sign) => {
    if (!empty.includes(sign) && !filled.includes(sign)) throw new Error(t("pasteCell", { sign }));
    return empty.includes(sign) ? "." : "#";
  }).join(""));
}

function boardFile({ board, pieces, play }) {
  return [`pieces: ${pieces}`, `play: ${play}`, ...board.rows(), ""].join("\n");
}

function boardCommand({ board, pieces, play }) {
  const options = [];
  if (pieces !== "tetromino") options.push(`--pieces ${pieces}`);
  if (play !== "misere") options.push(`--play ${play}`);
  return ["cgt analyse", `'${board.height > 1 ? board.text : `${board.text}|`}'`, ...options].join(" ");
}

function boardLatex({ board }) {
  const fills = [...board.filled].map((cell) => {
    const [row, column] = [Math.floor(cell / board.width), cell % board.width];
    return `  \\fill (${column},${board.height - 1 - row}) rectangle ++(1,1);`;
  });
  return [
    "\\begin{tikzpicture}[scale=0.5]",
    ...fills,
    `  \\draw (0,0) grid (${board.width},${board.height});`,
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}
