import type { Ref } from 'react';
import type { NarrowForm } from '#ui/grid/columns/narrowForm.ts';
import type { ColumnChanges } from '#ui/grid/columns/useGridColumns.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import type { RowMark } from './GridRow.tsx';
import type { GridColumn, GridSort } from './gridColumn.ts';
import type { RowsInViewStore } from './rowsInView.ts';
import type { PlaceKeeper } from './useGridPlace.ts';

export type DataGridHandle = {
  /** Scrolls to a row and makes it the active one; -1 for the one that is. Rows count from 0. */
  goTo: (row: number) => void;
  /**
   * Says that rows got other numbers: the top row stays where it is on the screen, and the active cell stays in its
   * row. `moved` gives a row's new number, or -1.
   */
  renumber: (moved: (row: number) => number) => void;
  /** Copies the selected rows as Ctrl+C does, and says so; gives whether the browser let it. */
  copy: (say: (words: string) => void) => boolean;
};

export type DataGridProps = {
  label: string;
  columns: readonly GridColumn[];
  /** Draws rows in this form; copied rows still have all `columns`. */
  lines?: NarrowForm | undefined;
  rowCount: number;
  /** The value of a cell; read whenever a row is drawn, so it must be cheap. */
  cell: (row: number, column: GridColumn) => unknown;
  /** Changes when the same row numbers may hold other values. */
  version: unknown;
  sort: readonly GridSort[];
  onSort: (key: string, further: boolean) => void;
  /** Where a row leads to. */
  rowPath?: (row: number) => string | undefined;
  /** What is wrong with a row, if anything. */
  rowWarning?: (row: number) => string | undefined;
  /** A word beside the row's name, or that the row is none of those asked for any more. */
  rowMark?: (row: number) => RowMark | undefined;
  /** Opens a row beside the grid: a click on its edge, or P where a letter alone may be a key. */
  onPreview?: (row: number) => void;
  letterKeys?: boolean;
  /** Hears of the row that somebody has gone to. */
  onActive?: (row: number) => void;
  /** Opens the menu of a cell, or of a heading (row -1); tells whether there is one. */
  onMenu?: (at: { row: number; column: GridColumn; element: HTMLElement }) => boolean;
  /** Nothing has come yet: after a moment bars stand where rows will. */
  waiting?: boolean;
  /** Hears which rows are in view. */
  inView?: RowsInViewStore;
  /** Where it begins and who hears where it is left. */
  place?: PlaceKeeper;
  /** Rows begin at the top again when it changes: another search, another sort. */
  subject?: string;
  /** Gives every row a checkbox. */
  selection?: GridSelection;
  compact?: boolean;
  busy?: boolean;
  /** Have columns resized and reordered; those that are pinned must come first. */
  onResize?: ColumnChanges['onResize'];
  onReorder?: ColumnChanges['onReorder'];
  ref?: Ref<DataGridHandle>;
};
