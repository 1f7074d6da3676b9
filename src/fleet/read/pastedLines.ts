export type Cell = { text: string; line: number };

const END = /\r\n|\r|\n/g;
const CELL = / *(?:"((?:[^"]|"")*)"|'([^']*)'|([^\t,;|]*)) *(?:[\t,;|]|$)/y;

/** Cells that are read at a time. */
const STEP = 255;

/**
 * The lines of a pasted text that hold something, cut at any separator into cells without their quotes; the first line is
 * 1. May be interrupted at every yield, also within a line of many cells.
 */
export function* pastedLines(text: string): Generator<void, Cell[][]> {
  const lines: Cell[][] = [];
  for (let start = 0, number = 1; start <= text.length; number++) {
    END.lastIndex = start;
    const match = END.exec(text);
    const end = match?.index ?? text.length;
    const cells = yield* cellsOf(text.slice(start, end), number);
    if (cells.some((cell) => cell.text)) lines.push(cells);
    if ((number & STEP) === 0) yield;
    start = end + (match?.[0].length ?? 1);
  }
  return lines;
}

function* cellsOf(text: string, line: number): Generator<void, Cell[]> {
  const cells: Cell[] = [];
  for (let at = 0; at < text.length; ) {
    // whoever goes on in between may look for cells too
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    // what follows a closing quote at once is no cell of its own: the line is taken as it stands
    if (!match) return [{ text: text.trim(), line }];
    at = CELL.lastIndex;
    cells.push({ text: (match[1]?.replaceAll('""', '"') ?? match[2] ?? match[3] ?? '').trim(), line });
    if ((cells.length & STEP) === 0) yield;
  }
  return cells;
}
