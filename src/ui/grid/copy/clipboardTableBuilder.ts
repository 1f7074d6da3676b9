import { stringifyJson } from '#lib/json/json.ts';
import { formatTime, isNeverTimestamp, type TimeMode } from '#lib/time/time.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';

export type ClipboardTable = { text: string; html: string };

const FORMULA = /^[=+\-@\t\r]/;

export function formatCopiedCell(value: unknown, column: GridColumn, mode: TimeMode): string {
  if (column.type === 'time' && !column.toMs) {
    if (isNeverTimestamp(value)) return 'never';
    const text = typeof value === 'number' ? formatTime(value, mode === 'relative' ? 'local' : mode, 0) : undefined;
    if (text !== undefined) return text;
  }
  if (value === undefined) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

/**
 * Builds clipboard tables for spreadsheets, with a heading row. HTML cells are typed as text, so that IDs keep leading
 * zeros and no text becomes a formula. In plain text, values that look like a formula are prefixed with an apostrophe.
 */
export class ClipboardTableBuilder {
  private readonly columns: readonly GridColumn[];
  private readonly mode: TimeMode;
  private readonly lines: string[];
  private readonly rows: string[];

  constructor(columns: readonly GridColumn[], mode: TimeMode) {
    this.columns = columns;
    this.mode = mode;
    this.lines = [columns.map(({ label }) => formatTsvField(label)).join('\t')];
    this.rows = [`<tr>${columns.map(({ label }) => `<th>${escapeHtml(label)}</th>`).join('')}</tr>`];
  }

  addRow(valueIn: (column: GridColumn) => unknown): void {
    const cells = this.columns.map((column) => {
      const value = valueIn(column);
      const text = formatCopiedCell(value, column, this.mode);
      const number =
        typeof value === 'number' && (column.type !== 'time' || column.toMs !== undefined) && Math.abs(value) < 1e15;
      return { text, number, time: column.type === 'time' && typeof value === 'number' && !column.toMs };
    });
    this.lines.push(cells.map(({ text, number }) => formatTsvField(number ? text : escapeFormula(text))).join('\t'));
    const drawn = cells.map(({ text, number, time }) =>
      number || time
        ? `<td>${escapeHtml(text)}</td>`
        : `<td style="mso-number-format:'\\@';white-space:pre">${escapeHtml(text)}</td>`,
    );
    this.rows.push(`<tr>${drawn.join('')}</tr>`);
  }

  get columnCount(): number {
    return this.columns.length;
  }

  get table(): ClipboardTable {
    return {
      text: `${this.lines.join('\r\n')}\r\n`,
      html: `<meta charset="utf-8"><table>${this.rows.join('')}</table>`,
    };
  }
}

function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function formatTsvField(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
}
