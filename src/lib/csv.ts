const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Matches text that spreadsheets may convert to a number or a date, such as `00123` or `1E5`. */
const NUMERIC = /^-?\.?\d/;
const APOSTROPHES = /^'+/;
const QUOTED = /[",\r\n]/;

/** CSV cell. `{ text }` protects text from conversion to a number or a date. */
export type CsvCell = string | { text: string };

/**
 * Formats one line of CSV (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an apostrophe, as
 * is text that already looks prefixed. `removeFormulaGuard` removes the prefix.
 */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

export function removeFormulaGuard(cell: string): string {
  return hasFormulaGuard(cell) ? cell.slice(1) : cell;
}

function formatCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? cell : cell.text;
  const kept = typeof cell !== 'string' && NUMERIC.test(text);
  const safe = isFormula(text) || hasFormulaGuard(text) || kept ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}

function hasFormulaGuard(text: string): boolean {
  if (!text.startsWith("'")) return false;
  const bare = text.replace(APOSTROPHES, '');
  return isFormula(bare) || NUMERIC.test(bare);
}
