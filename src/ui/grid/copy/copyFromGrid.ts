import { pluralize } from '#lib/formatNumber.ts';
import { announce } from '#lib/tasks/announce.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { GridParts } from '#ui/grid/gridParts.ts';
import type { GridRows } from '#ui/grid/gridProps.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import { CopiedRows, copiedCell } from './gridCopy.ts';

/** As many rows and cells are copied at once; more take their time, and the page keeps its frames. */
const ROWS_AT_ONCE = 20_000;
const CELLS_AT_ONCE = 3000;

const slices = new TimeSlicer();

type Say = (words: string) => void;

const sayAloud: Say = (words) => announce(words, 'copy');

/** Copies the selected rows with their headings, or else the active cell, and says so. */
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
  // as much as fits a frame is there when the browser asks for it
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

/** @returns how many rows there were; yields wherever a frame may come between */
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
 * As text alone: a browser reads a table of its own, and so many styles would each break the page's content policy. Fails
 * where the browser has no clipboard for this page, as well as where it refuses.
 */
async function write(text: Promise<string>): Promise<void> {
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function copied(rows: number): string {
  return `Copied ${pluralize(rows, 'row')} with headings`;
}
