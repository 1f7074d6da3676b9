import { pluralize } from '#lib/formatNumber.ts';
import { announce } from '#lib/tasks/announce.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { GridParts } from '#ui/grid/gridParts.ts';
import type { GridRows } from '#ui/grid/gridProps.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import { CopiedRows, copiedCell } from './gridCopy.ts';

const ROWS_AT_ONCE = 20_000;
const CELLS_AT_ONCE = 3000;

const slices = new TimeSlicer();

type Say = (words: string) => void;

const sayAloud: Say = (words) => announce(words, 'copy');

/** Copies the selected rows with headings, else the active cell, and announces it. */
export function copyFromGrid(event: ClipboardEvent, grid: GridParts, say: Say = sayAloud): void {
  const { selection, rows, columns } = grid.props;
  const { timeMode, lines } = grid.layout;
  event.preventDefault();
  if (!selection || selection.all === false) {
    const { row } = grid.cells.place;
    const column = grid.layout.columns[grid.cells.place.column - grid.layout.lead];
    if (!column) return;
    const text = row < 0 ? column.label : copiedCell(rows.cell(row, column), column, timeMode);
    event.clipboardData?.setData('text/plain', text);
    say(text === '' ? `${column.label} is empty: nothing to copy` : `Copied ${column.label}`);
    return;
  }
  const copies = new CopiedRows(lines ? columns.all : grid.layout.columns, timeMode);
  const work = copyRows(rows, selection, copies);
  // the first slice is available synchronously
  let result = work.next();
  if (result.done) {
    event.clipboardData?.setData('text/plain', copies.all.text);
    event.clipboardData?.setData('text/html', copies.all.html);
    say(copied(result.value));
    return;
  }
  const whole = new Promise<string>((resolve) => {
    slices.run(
      (function* () {
        while (!result.done) {
          yield;
          result = work.next();
        }
        resolve(copies.all.text);
      })(),
    );
  });
  void write(whole).then(
    () => say(copied(result.done ? result.value : 0)),
    () => say('The browser refused to copy so many rows; export them instead'),
  );
}

/** Generator that yields between slices. @returns the number of rows */
function* copyRows(rows: GridRows, selection: GridSelection, copies: CopiedRows): Generator<void, number> {
  let [count, cells, looked] = [0, 0, 0];
  for (let row = 0; row < rows.count; row++) {
    if (++looked >= ROWS_AT_ONCE || cells >= CELLS_AT_ONCE) {
      [looked, cells] = [0, 0];
      yield;
    }
    if (!selection.isSelected(row)) continue;
    copies.add((column) => rows.cell(row, column));
    count++;
    cells += copies.width;
  }
  return count;
}

/**
 * Plain text only: browsers parse HTML themselves, and its style attributes would violate the CSP. Rejects if the clipboard is
 * unavailable or denied.
 */
async function write(text: Promise<string>): Promise<void> {
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function copied(rows: number): string {
  return `Copied ${pluralize(rows, 'row')} with headings`;
}
