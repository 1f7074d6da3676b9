import { escapeInvisibleInJson, hasInvisible } from './invisible.ts';
import { ExactNumber, stringifyJson } from './json/json.ts';

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Matches text that a reader may take for a number, a date, another value or JSON, such as `00123`, `1E5` or `true`. */
const AMBIGUOUS = /^[-\u2212]?[.,]?\d|^(?:true|false|null)$|^[[{]/i;
const APOSTROPHES = /^'+/;
/** Readers may trim cells that are not quoted. */
const QUOTED = /[",\r\n]|^\s|\s$/;
const CURSOR_MOVEMENT = /\t|\r(?!\n)/;
const SCALAR_MARK = /^=(?:(?:"(?:[^"]|"")*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const PLAIN_NAME = /^(?!["$#\s]|\(.*\)$|connectivity$)[^.]*[^.\s]$/s;
const NAMES = /"(?:[^"\\]|\\.)*"(?=\.|$)|[^.]*/y;

/**
 * CSV cell. `{ text }` protects text from conversion to another value. `{ json }` is a value in a column of another
 * type: `=5` in a column of texts, `="a"` in a column of numbers. Spreadsheets show it as the value.
 */
export type CsvCell = string | { text: string } | { json: string };

/** Type of a column: `text` if it contains only texts by definition, `number` if it is expected to contain numbers. */
export type CsvColumnType = 'text' | 'number' | 'any';

/**
 * Formats one line of CSV (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an apostrophe, as
 * is text that already looks prefixed. `parseMarkedCell` removes the prefix.
 */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** Converts a value of a record to a cell from which an import reads the same value. Undefined becomes an empty cell. */
export function toCsvCell(value: unknown, type: CsvColumnType): CsvCell {
  if (value === undefined || (value === null && type === 'text')) return '';
  if (typeof value === 'string') {
    const shown = escapeInvisibleInJson(value);
    if (shown !== value || CURSOR_MOVEMENT.test(value)) return { json: quoteAsFormula(value) };
    if (type === 'text') return value === '' ? { text: '' } : value;
    return value === '' || type === 'number' ? { json: quoteAsFormula(value) } : { text: value };
  }
  const json = stringifyJson(value);
  if (type === 'text' && typeof value !== 'object') return { json };
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return escapeInvisibleInJson(json);
  if (type === 'any' || !Number.isFinite(Number(json)) || json.length > MAX_NUMBER_LENGTH) return { json };
  // an exponent after a whole number could belong to a hexadecimal identifier
  return json.replace(/^(-?\d+)e/i, '$1.0e');
}

/** Maximum length of a cell that an import reads as a number. */
export const MAX_NUMBER_LENGTH = 300;

/**
 * Reads a cell that is marked as text by an apostrophe, or as a value by an equals sign.
 * @returns JSON text; undefined for a cell without a mark
 */
export function parseMarkedCell(cell: string): string | undefined {
  if (cell.startsWith("'")) return hasFormulaGuard(cell) ? JSON.stringify(cell.slice(1)) : undefined;
  if (!cell.startsWith('=') || !SCALAR_MARK.test(cell)) return undefined;
  const value = cell.slice(1);
  return value.startsWith('"') ? JSON.stringify(unquoteFormula(value)) : value;
}

/** Formats the heading of a nested field, such as `gps.lat`. Names that could be misread are quoted as in JSON. */
export function formatCsvHeading(path: readonly string[]): string {
  return path
    .map((name) => (PLAIN_NAME.test(name) && !hasInvisible(name) ? name : escapeInvisibleInJson(JSON.stringify(name))))
    .join('.');
}

/** Formats the heading of a column that is derived from others. An import leaves such columns out. */
export function formatDerivedHeading(heading: string): string {
  return `(${heading})`;
}

export function isDerivedHeading(heading: string): boolean {
  return /^\(.*\)$/s.test(heading);
}

/** Parses a heading to a field path. Undefined if a name is empty or reserved for operators. */
export function parseCsvHeading(heading: string): string[] | undefined {
  const names = heading.startsWith('"') || heading.includes('."') ? matchNames(heading) : heading.split('.');
  const path = names.map((name) => (name.startsWith('"') ? parseQuotedName(name) : name));
  return names.some((name) => name === '' || name.startsWith('$')) ? undefined : path;
}

function matchNames(heading: string): string[] {
  const names: string[] = [];
  for (let at = 0; at <= heading.length; at++) {
    NAMES.lastIndex = at;
    const name = NAMES.exec(heading)?.[0] ?? '';
    names.push(name);
    at += name.length;
  }
  return names;
}

function parseQuotedName(name: string): string {
  try {
    return String(JSON.parse(name));
  } catch {
    return name;
  }
}

function formatCell(cell: CsvCell): string {
  if (cell === '') return '';
  const safe = typeof cell !== 'string' && 'json' in cell ? `=${cell.json}` : guard(cell);
  return safe === '' || QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function guard(cell: string | { text: string }): string {
  const text = typeof cell === 'string' ? cell : cell.text;
  const kept = typeof cell !== 'string' && AMBIGUOUS.test(text);
  return isFormula(text) || hasFormulaGuard(text) || kept ? `'${text}` : text;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}

function hasFormulaGuard(text: string): boolean {
  if (!text.startsWith("'")) return false;
  const bare = text.replace(APOSTROPHES, '');
  return isFormula(bare) || AMBIGUOUS.test(bare);
}

/** Quotes are doubled, so that a spreadsheet cannot read the end of the text as a formula. */
function quoteAsFormula(text: string): string {
  const escaped = text.replace(/[\\\t\r]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escapeInvisibleInJson(escaped).replaceAll('"', '""')}"`;
}

function unquoteFormula(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll('""', '"')
    .replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
