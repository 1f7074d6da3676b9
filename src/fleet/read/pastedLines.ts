/** What stands between two separators, in which line, the first being 1, and from which place of it on. */
export type Cell = { text: string; line: number; at: number };

const END = /\r\n|\r|\n/g;

/** A cell up to its separator: among the brackets of JSON and what cannot be seen, a key or none, and a value in quotes or not. */
const CELL =
  /[\p{Z}\p{Cf}[{]*(?:"([^"]*)" *:[\p{Z}\p{Cf}[{]*)*(?:"((?:[^"]|"")*)"|'([^']*)'|([^\t,;|]*))[\p{Z}\p{Cf}\]}]*(?:[\t,;|]|$)/uy;

/**
 * The fields that hold an ID or an e-mail, as a heading names them and as keys of objects. Many things have an `id`: it is
 * meant only where no key says more.
 */
const FIELDS = ['device[ _-]?id|admin|e-?mail', 'id'].map(createFieldPattern);

function createFieldPattern(names: string) {
  return { heading: new RegExp(`^(?:${names})$`, 'i'), key: new RegExp(`"(?:${names})"\\s*:`, 'i') };
}

/** The patterns of the fields that are meant: of one by its name or the last part of it, else those of IDs and e-mails. */
function getFields(field: string | undefined) {
  if (field === undefined) return FIELDS;
  const names = [field, field.slice(1 + field.lastIndexOf('.'))];
  return [createFieldPattern(names.map((name) => name.replace(/[^\p{L}\p{N}_ ]/gu, '\\$&')).join('|'))];
}

/** What JSON has for no value. */
const NO_VALUE = /^(?:null|true|false)$/;

/** The end of a cell that closes an object or a list. */
const CLOSED = /[\]}][\p{Z}\p{Cf}]*[\t,;|]?$/u;

/** One word that nothing is to be taken from. */
const PLAIN = /^[\w.-]+$/;

const INVISIBLE = /[\s\p{Cf}]/u;

/** Cells that are read at a time. */
const STEP = 255;

/**
 * The lines of a pasted text that hold something, cut at any separator into cells without their quotes, the brackets of
 * JSON and what cannot be seen; the first line is 1. What `isId` knows is taken as it is written. Of objects, the fields
 * that hold an ID or an e-mail, or the one `field`, are taken alone, where there are such. May be interrupted at every yield, also within a
 * line of many cells.
 */
export function* pastedLines(text: string, isId: (text: string) => boolean, field?: string): Generator<void, Cell[][]> {
  const lines: Cell[][] = [];
  const scan: Scan = { fields: getFields(field).find(({ key }) => key.test(text))?.heading, under: undefined };
  for (let start = 0, number = 1; start <= text.length; number++) {
    END.lastIndex = start;
    const match = END.exec(text);
    const end = match?.index ?? text.length;
    const cells = yield* cellsOf(text.slice(start, end), scan, isId);
    if (cells.some((cell) => cell.text)) lines.push(cells.map((cell) => ({ ...cell, line: number })));
    if ((number & STEP) === 0) yield;
    start = end + (match?.[0].length ?? 1);
  }
  return lines;
}

/** Whether a text names a field that holds an ID or an e-mail, or the one `field`. */
export function isField(text: string, field?: string): boolean {
  return getFields(field).some(({ heading }) => heading.test(text));
}

/** Where a reader of objects is: the fields that are meant, if any are, and the key whose values come. */
type Scan = { fields: RegExp | undefined; under: string | undefined };

function* cellsOf(text: string, scan: Scan, isId: (text: string) => boolean): Generator<void, Omit<Cell, 'line'>[]> {
  const whole = PLAIN.test(text) ? text : [text, bare(text)].find(isId);
  if (whole !== undefined) return [{ text: whole, at: 0 }];
  const cells: Omit<Cell, 'line'>[] = [];
  for (let at = 0, read = 1; at < text.length; read++) {
    // whoever goes on in between may look for cells too
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (!match) break;
    const own = meant(match, scan, isId);
    if (own !== undefined) cells.push({ text: own, at });
    at = CELL.lastIndex;
    if ((read & STEP) === 0) yield;
  }
  return cells;
}

/** What a cell says, unless it is the value of a field that is not meant, or none. */
function meant(match: RegExpExecArray, scan: Scan, isId: (text: string) => boolean): string | undefined {
  const [all, key, double, single, open = ''] = match;
  const written = bare(all.replace(/[\t,;|]$/, ''));
  const value = bare(double === undefined ? (single ?? unclosed(open)) : unquoted(double, isId));
  const under = key ?? scan.under;
  scan.under = CLOSED.test(all) ? undefined : under;
  if (key !== undefined && isId(key)) return key;
  if (written !== value && isId(written)) return written;
  if (under === undefined) return value;
  if (double === undefined && single === undefined && NO_VALUE.test(value)) return undefined;
  return !scan.fields || scan.fields.test(under) ? value : undefined;
}

/** What stands in quotes, as tables write it or else as JSON does. */
function unquoted(text: string, isId: (text: string) => boolean): string {
  const plain = text.replaceAll('""', '"');
  if (!text.includes('\\') || isId(plain)) return plain;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return plain;
  }
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
