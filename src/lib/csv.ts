/** Excel, and others after it, run what begins so as a formula; a number may begin with a minus. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** What a spreadsheet may take for a number or a date: `00123` and `1E5` lose what they were; `../a` does not. */
const NUMERIC = /^-?\.?\d/;
const APOSTROPHES = /^'+/;
const QUOTED = /[",\r\n]/;

/** A cell is a text, or a text that must stay one whatever a spreadsheet takes it for. */
export type CsvCell = string | { text: string };

/**
 * One line of CSV, ended as RFC 4180 says. A text that a spreadsheet would run as a formula is led by an apostrophe, and
 * so is one that would look as if it had been; `removeFormulaGuard` takes it away again.
 */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** The text that a cell of such a line was written from. */
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

/** Whether an apostrophe leads what one could have been put before. */
function hasFormulaGuard(text: string): boolean {
  if (!text.startsWith("'")) return false;
  const bare = text.replace(APOSTROPHES, '');
  return isFormula(bare) || NUMERIC.test(bare);
}
