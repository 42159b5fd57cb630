// A board with its regions and winning moves as a picture of its own, in SVG and as PNG.

const PIXELS = 32;

function boardSvg({ board, labels, winning }) {
  const { width, height } = board;
  const cells = [];
  for (let cell = 0; cell < width * height; ++cell) {
    const [row, column] = [Math.floor(cell / width), cell % width];
    const region = labels && !board.filled.has(cell) ? labels[cell] : 0;
    const fill = board.filled.has(cell) ? "#4a4a4a" : region ? regionColour(region) : "#f4f4f1";
    cells.push(`<rect x="${column}" y="${row}" width="1" height="1" fill="${fill}"/>`);
    if (region)
      cells.push(
        `<text x="${column + 0.5}" y="${row + 0.66}" font-size="0.45" font-family="sans-serif" text-anchor="middle" fill="#111111">${regionName(region)}</text>`,
      );
  }
  const moves = winning.map(
    (move) => `<path d="${outline(move, width)}" fill="none" stroke="#1a7f37" stroke-width="0.1"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.1 -0.1 ${width + 0.2} ${height + 0.2}" width="${width * PIXELS}" height="${height * PIXELS}">`,
    `<g stroke="#ffffff" stroke-width="0.06">${cells.join("")}</g>`,
    ...moves,
    "</svg>",
  ].join("\n");
}

// Copies a picture; where the browser does not allow that, saves it.
async function copyPng(svg, name, what) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;base64,${btoa(svg)}`;
  await picture.decode();
  const canvas = element("canvas", { width: 2 * picture.width, height: 2 * picture.height });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob(async (blob) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
      toast(t("copied", { what }));
    } catch {
      download(name, blob);
    }
  });
}
