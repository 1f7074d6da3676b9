import { stringifyJson } from '#lib/json/json.ts';
import { formatTime, isNever, type TimeMode } from '#lib/time/time.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';

/** What the clipboard gets: `text` for whatever takes text, `html` for spreadsheets. */
export type Copied = { text: string; html: string };

/** A spreadsheet takes a text that begins so for a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r]/;

/** The value of a cell as it is copied: the whole of it, and times exact to the second. */
export function copiedCell(value: unknown, column: GridColumn, mode: TimeMode): string {
  if (column.type === 'time' && !column.msOf) {
    if (isNever(value)) return 'never';
    const text = typeof value === 'number' ? formatTime(value, mode === 'relative' ? 'local' : mode, 0) : undefined;
    if (text !== undefined) return text;
  }
  if (value === undefined) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

/**
 * Rows as a spreadsheet takes them, headings first. As a table every text says that it is one, so that IDs keep their
 * zeros, long numbers their digits, and no text becomes a formula; the plain text has an apostrophe before such a text.
 */
export class CopiedRows {
  private readonly columns: readonly GridColumn[];
  private readonly mode: TimeMode;
  private readonly lines: string[];
  private readonly rows: string[];

  constructor(columns: readonly GridColumn[], mode: TimeMode) {
    this.columns = columns;
    this.mode = mode;
    this.lines = [columns.map(({ label }) => field(label)).join('\t')];
    this.rows = [`<tr>${columns.map(({ label }) => `<th>${escapeHtml(label)}</th>`).join('')}</tr>`];
  }

  add(valueIn: (column: GridColumn) => unknown): void {
    const cells = this.columns.map((column) => {
      const value = valueIn(column);
      const text = copiedCell(value, column, this.mode);
      const number =
        typeof value === 'number' && (column.type !== 'time' || column.msOf !== undefined) && Math.abs(value) < 1e15;
      return { text, number, time: column.type === 'time' && typeof value === 'number' && !column.msOf };
    });
    this.lines.push(cells.map(({ text, number }) => field(number ? text : harmless(text))).join('\t'));
    const drawn = cells.map(({ text, number, time }) =>
      number || time
        ? `<td>${escapeHtml(text)}</td>`
        : `<td style="mso-number-format:'\\@';white-space:pre">${escapeHtml(text)}</td>`,
    );
    this.rows.push(`<tr>${drawn.join('')}</tr>`);
  }

  /** Cells of a row. */
  get width(): number {
    return this.columns.length;
  }

  get all(): Copied {
    return {
      text: `${this.lines.join('\r\n')}\r\n`,
      html: `<meta charset="utf-8"><table>${this.rows.join('')}</table>`,
    };
  }
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A cell of tab-separated text; what would end it stands in quotes. */
function field(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
}
