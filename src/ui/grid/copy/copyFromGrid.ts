import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { announce } from '#lib/tasks/announce.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { GridContext } from '#ui/grid/gridContext.ts';
import type { GridRows } from '#ui/grid/gridProps.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import { ClipboardTableBuilder, formatCopiedCell } from './clipboardTableBuilder.ts';

const ROWS_PER_SLICE = 20_000;
const CELLS_PER_SLICE = 3000;

export function createCopyTimeSlicer(): TimeSlicer {
  return new TimeSlicer();
}

type ReportCopy = (words: string) => void;

const announceCopy: ReportCopy = (words) => announce(words, 'copy');

export function copyFromGrid(event: ClipboardEvent, grid: GridContext, report: ReportCopy = announceCopy): void {
  const { selection, rows, columns } = grid.props;
  const { timeMode, lines } = grid.layout;
  event.preventDefault();
  if (!selection || selection.allSelected === false) {
    const { row } = grid.activeCell.place;
    const column = grid.layout.columns[grid.activeCell.place.column - grid.layout.lead];
    if (!column) return;
    const text = row < 0 ? column.label : formatCopiedCell(rows.getCellValue(row, column), column, timeMode);
    event.clipboardData?.setData('text/plain', text);
    report(text === '' ? `${column.label} is empty: nothing to copy` : `Copied ${column.label}`);
    return;
  }
  const copies = new ClipboardTableBuilder(lines ? columns.all : grid.layout.columns, timeMode);
  const work = copyRows(rows, selection, copies);
  // the first slice is available synchronously
  let result = work.next();
  if (result.done) {
    event.clipboardData?.setData('text/plain', copies.table.text);
    event.clipboardData?.setData('text/html', copies.table.html);
    report(`Copied ${formatCountWithNoun(result.value, 'row')} with headings`);
    return;
  }
  const whole = new Promise<string>((resolve) => {
    grid.copySlicer.run(
      (function* () {
        while (!result.done) {
          yield;
          result = work.next();
        }
        resolve(copies.table.text);
      })(),
    );
  });
  void writeClipboardText(whole).then(
    () => report(`Copied ${formatCountWithNoun(result.done ? result.value : 0, 'row')} with headings`),
    () => report('The browser could not copy this many rows. Export them instead'),
  );
}

function* copyRows(rows: GridRows, selection: GridSelection, copies: ClipboardTableBuilder): Generator<void, number> {
  let [count, cells, looked] = [0, 0, 0];
  for (let row = 0; row < rows.count; row++) {
    if (++looked >= ROWS_PER_SLICE || cells >= CELLS_PER_SLICE) {
      [looked, cells] = [0, 0];
      yield;
    }
    if (!selection.isSelected(row)) continue;
    copies.addRow((column) => rows.getCellValue(row, column));
    count++;
    cells += copies.columnCount;
  }
  return count;
}

/**
 * Writes plain text to the clipboard. HTML is not possible here, because browsers parse it under the CSP, which blocks
 * its style attributes.
 * @throws if the clipboard is unavailable or access is denied
 */
async function writeClipboardText(text: Promise<string>): Promise<void> {
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
