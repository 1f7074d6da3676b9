export type Cell = { text: string; line: number };

const END = /\r\n|\r|\n/g;

/** A cell up to its separator: among the brackets of JSON and what cannot be seen, a key or none, and a value in quotes or not. */
const CELL =
  /[\p{Z}\p{Cf}[{]*(?:"([^"]*)" *:[\p{Z}\p{Cf}[{]*)*(?:"((?:[^"]|"")*)"|'([^']*)'|([^\t,;|]*))[\p{Z}\p{Cf}\]}]*(?:[\t,;|]|$)/uy;

/** The fields that hold an ID or an e-mail, as they are named by a heading or by the keys of objects. */
const FIELD = /^(?:device[ _-]?id|admin|e-?mail)$/i;
const KEYED = /"(?:device[ _-]?id|admin|e-?mail)"\s*:/i;

/** One word that nothing is to be taken from. */
const PLAIN = /^[\w.-]+$/;

const INVISIBLE = /[\s\p{Cf}]/u;

/** Cells that are read at a time. */
const STEP = 255;

/**
 * The lines of a pasted text that hold something, cut at any separator into cells without their quotes, the brackets of
 * JSON and what cannot be seen; the first line is 1. What `isId` knows is taken as it is written. Of objects, the fields
 * that hold an ID or an e-mail are taken alone, where there are such. May be interrupted at every yield, also within a
 * line of many cells.
 */
export function* pastedLines(text: string, isId: (text: string) => boolean): Generator<void, Cell[][]> {
  const lines: Cell[][] = [];
  const keyed = KEYED.test(text);
  for (let start = 0, number = 1; start <= text.length; number++) {
    END.lastIndex = start;
    const match = END.exec(text);
    const end = match?.index ?? text.length;
    const texts = yield* cellsOf(text.slice(start, end), keyed, isId);
    if (texts.some(Boolean)) lines.push(texts.map((own) => ({ text: own, line: number })));
    if ((number & STEP) === 0) yield;
    start = end + (match?.[0].length ?? 1);
  }
  return lines;
}

/** Whether a text names a field that holds an ID or an e-mail. */
export function isField(text: string): boolean {
  return FIELD.test(text);
}

function* cellsOf(text: string, keyed: boolean, isId: (text: string) => boolean): Generator<void, string[]> {
  const whole = PLAIN.test(text) ? text : [text, bare(text)].find(isId);
  if (whole !== undefined) return [whole];
  const cells: string[] = [];
  for (let at = 0, read = 1; at < text.length; read++) {
    // whoever goes on in between may look for cells too
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (!match) break;
    at = CELL.lastIndex;
    const [all, key, double, single, open = ''] = match;
    const written = bare(all.replace(/[\t,;|]$/, ''));
    const value = bare(double?.replaceAll('""', '"') ?? single ?? unclosed(open));
    if (key !== undefined && isId(key)) cells.push(key);
    else if (written !== value && isId(written)) cells.push(written);
    else if (key === undefined || !keyed || isField(key)) cells.push(value);
    if ((read & STEP) === 0) yield;
  }
  return cells;
}

/** A text without brackets at its end that it does not open. */
function unclosed(text: string): string {
  return /[[{]/.test(text) ? text : trimmed(text, /[\s\p{Cf}\]}]/u);
}

/** A text without what cannot be seen at its ends. */
function bare(text: string): string {
  return trimmed(text, INVISIBLE);
}

/** By hand: an expression that looks for the end would begin at every space. */
function trimmed(text: string, outer: RegExp): string {
  let [from, to] = [0, text.length];
  while (from < to && outer.test(text.charAt(from))) from++;
  while (to > from && outer.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
