/** Text between two separators, with its line number from 1. */
export type PastedCell = { text: string; line: number };

const LINE_END = /\r\n|\r|\n/g;

/**
 * Matches a cell up to its separator: JSON brackets and invisible characters, an optional key, and a value with or
 * without quotes.
 */
const CELL_PATTERN =
  /[\p{Z}\p{Cf}[{]*(?:"([^"]*)" *:[\p{Z}\p{Cf}[{]*)*(?:"((?:[^"]|"")*)"|'([^']*)'|([^\t,;|]*))[\p{Z}\p{Cf}\]}]*(?:[\t,;|]|$)/uy;

const ID_FIELD_PATTERNS = ['device[ _-]?id|admin|e-?mail', 'id'].map(createFieldPattern);

function createFieldPattern(names: string) {
  return { heading: new RegExp(`^(?:${names})$`, 'i'), key: new RegExp(`"(?:${names})"\\s*:`, 'i') };
}

function getFieldPatterns(field: string | undefined) {
  if (field === undefined) return ID_FIELD_PATTERNS;
  const names = [field, field.slice(1 + field.lastIndexOf('.'))];
  return [createFieldPattern(names.map((name) => name.replace(/[^\p{L}\p{N}_ ]/gu, '\\$&')).join('|'))];
}

const JSON_LITERAL = /^(?:null|true|false)$/;

const OBJECT_END = /[\]}][\p{Z}\p{Cf}]*[\t,;|]?$/u;

const PLAIN_WORD = /^[\w.-]+$/;

const INVISIBLE = /[\s\p{Cf}]/u;

const YIELD_MASK = 255;

/**
 * Splits pasted text into lines of cells without quotes, JSON brackets and invisible characters. Empty lines are
 * omitted. From JSON objects, only relevant fields are read. Also yields within long lines.
 */
export function* parsePastedLines(
  text: string,
  isId: (text: string) => boolean,
  field?: string,
): Generator<void, PastedCell[][]> {
  const lines: PastedCell[][] = [];
  const scan: ScanState = {
    fields: getFieldPatterns(field).find(({ key }) => key.test(text))?.heading,
    currentKey: undefined,
  };
  for (let start = 0, number = 1; start <= text.length; number++) {
    LINE_END.lastIndex = start;
    const match = LINE_END.exec(text);
    const end = match?.index ?? text.length;
    const cells = yield* splitCells(text.slice(start, end), scan, isId);
    if (cells.some(Boolean)) lines.push(cells.map((cell) => ({ text: cell, line: number })));
    if ((number & YIELD_MASK) === 0) yield;
    start = end + (match?.[0].length ?? 1);
  }
  return lines;
}

export function isRelevantFieldHeading(text: string, field?: string): boolean {
  return getFieldPatterns(field).some(({ heading }) => heading.test(text));
}

type ScanState = { fields: RegExp | undefined; currentKey: string | undefined };

function* splitCells(text: string, scan: ScanState, isId: (text: string) => boolean): Generator<void, string[]> {
  const whole = PLAIN_WORD.test(text) ? text : [text, trimInvisible(text)].find(isId);
  if (whole !== undefined) return [whole];
  const cells: string[] = [];
  for (let at = 0, read = 1; at < text.length; read++) {
    // another scan may have used the expression since the last yield
    CELL_PATTERN.lastIndex = at;
    const match = CELL_PATTERN.exec(text);
    if (!match) break;
    const own = readCell(match, scan, isId);
    if (own !== undefined) cells.push(own);
    at = CELL_PATTERN.lastIndex;
    if ((read & YIELD_MASK) === 0) yield;
  }
  return cells;
}

function readCell(match: RegExpExecArray, scan: ScanState, isId: (text: string) => boolean): string | undefined {
  const [all, key, double, single, open = ''] = match;
  const written = trimInvisible(all.replace(/[\t,;|]$/, ''));
  const value = trimInvisible(double === undefined ? (single ?? trimUnclosed(open)) : unquote(double, isId));
  const under = key ?? scan.currentKey;
  scan.currentKey = OBJECT_END.test(all) ? undefined : under;
  if (key !== undefined && isId(key)) return key;
  if (written !== value && isId(written)) return written;
  if (under === undefined) return value;
  if (double === undefined && single === undefined && JSON_LITERAL.test(value)) return undefined;
  return !scan.fields || scan.fields.test(under) ? value : undefined;
}

function unquote(text: string, isId: (text: string) => boolean): string {
  const plain = text.replaceAll('""', '"');
  if (!text.includes('\\') || isId(plain)) return plain;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return plain;
  }
}

function trimUnclosed(text: string): string {
  return /[[{]/.test(text) ? text : trimMatching(text, /[\s\p{Cf}\]}]/u);
}

function trimInvisible(text: string): string {
  return trimMatching(text, INVISIBLE);
}

/** Trims with a loop, because a regular expression anchored to the end would start at every space. */
function trimMatching(text: string, outer: RegExp): string {
  let [from, to] = [0, text.length];
  while (from < to && outer.test(text.charAt(from))) from++;
  while (to > from && outer.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
