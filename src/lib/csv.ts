/** Excel, and others after it, run what begins so as a formula; a number may begin with a minus. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const QUOTED = /[",\r\n]/;

/** One line of CSV, ended as RFC 4180 says. A text that a spreadsheet would run as a formula is led by a quote mark. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
