/** Text between two separators, its line counted from 1, and its position in the line. */
export type Cell = { text: string; line: number; at: number };

const END = /\r\n|\r|\n/g;

/** A cell up to its separator: JSON brackets and invisible characters, an optional key, and a value with or without quotes. */
const CELL =
  /[\p{Z}\p{Cf}[{]*(?:"([^"]*)" *:[\p{Z}\p{Cf}[{]*)*(?:"((?:[^"]|"")*)"|'([^']*)'|([^\t,;|]*))[\p{Z}\p{Cf}\]}]*(?:[\t,;|]|$)/uy;

/** Names of ID and e-mail fields in headings and object keys. The generic `id` counts only if no key is more specific. */
const FIELDS = ['device[ _-]?id|admin|e-?mail', 'id'].map(createFieldPattern);

function createFieldPattern(names: string) {
  return { heading: new RegExp(`^(?:${names})$`, 'i'), key: new RegExp(`"(?:${names})"\\s*:`, 'i') };
}

/** Patterns of the relevant fields: one field by its name or the last part of it, otherwise IDs and e-mails. */
function getFields(field: string | undefined) {
  if (field === undefined) return FIELDS;
  const names = [field, field.slice(1 + field.lastIndexOf('.'))];
  return [createFieldPattern(names.map((name) => name.replace(/[^\p{L}\p{N}_ ]/gu, '\\$&')).join('|'))];
}

/** JSON literals that are neither IDs nor e-mails. */
const NO_VALUE = /^(?:null|true|false)$/;

const CLOSED = /[\]}][\p{Z}\p{Cf}]*[\t,;|]?$/u;

const PLAIN = /^[\w.-]+$/;

const INVISIBLE = /[\s\p{Cf}]/u;

const STEP = 255;

/**
 * Splits pasted text into lines of cells, without quotes, JSON brackets and invisible characters; lines are counted
 * from 1, and empty ones omitted. Text that `isId` accepts is taken as written. Of objects, only ID and e-mail
 * fields, or `field`, are read, if there are any. Interruptible at every yield, also within a long line.
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

export function isField(text: string, field?: string): boolean {
  return getFields(field).some(({ heading }) => heading.test(text));
}

type Scan = { fields: RegExp | undefined; under: string | undefined };

function* cellsOf(text: string, scan: Scan, isId: (text: string) => boolean): Generator<void, Omit<Cell, 'line'>[]> {
  const whole = PLAIN.test(text) ? text : [text, bare(text)].find(isId);
  if (whole !== undefined) return [{ text: whole, at: 0 }];
  const cells: Omit<Cell, 'line'>[] = [];
  for (let at = 0, read = 1; at < text.length; read++) {
    // another scan may have used the expression since the last yield
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

/** The text of a cell; undefined if it belongs to an irrelevant field or is a JSON literal. */
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

/** Unescapes quoted text as in CSV, or otherwise as in JSON. */
function unquoted(text: string, isId: (text: string) => boolean): string {
  const plain = text.replaceAll('""', '"');
  if (!text.includes('\\') || isId(plain)) return plain;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return plain;
  }
}

function unclosed(text: string): string {
  return /[[{]/.test(text) ? text : trimmed(text, /[\s\p{Cf}\]}]/u);
}

function bare(text: string): string {
  return trimmed(text, INVISIBLE);
}

/** A loop, because a regular expression anchored to the end would start at every space. */
function trimmed(text: string, outer: RegExp): string {
  let [from, to] = [0, text.length];
  while (from < to && outer.test(text.charAt(from))) from++;
  while (to > from && outer.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
