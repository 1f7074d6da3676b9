import type { Ref } from 'react';
import type { NarrowForm } from '#ui/grid/columns/twoLines.tsx';
import type { ColumnChanges } from '#ui/grid/columns/useGridColumns.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import type { GridColumn, GridSort } from './gridColumn.ts';
import type { RowsInViewStore } from './rowsInView.ts';

/** Where a grid was left: its active cell, how far that row was from the top of the view, and what the columns were scrolled by; px. */
export type KeptPlace = {
  row: number;
  /** None where nobody had been in a cell. */
  column: string | undefined;
  offset: number;
  left: number;
  focused: boolean;
};

/** Where a grid begins, and who is told where it is left. */
export type PlaceKeeper = { start: KeptPlace | undefined; keep: (place: KeptPlace) => void };

export type DataGridHandle = {
  /** Scrolls to a row and makes it the active one; -1 for the one that is. Rows count from 0. */
  goTo: (row: number) => void;
  /** Scrolls sideways until one of some columns, named by their keys, is in view. */
  see: (keys: readonly string[]) => void;
  /**
   * Says that rows got other numbers: the top row stays where it is on the screen, and the active cell stays in its
   * row. `moved` gives a row's new number, or -1.
   */
  renumber: (moved: (row: number) => number) => void;
  /** Copies the selected rows as Ctrl+C does, and says so; gives whether the browser let it. */
  copy: (say: (words: string) => void) => boolean;
};

/** The columns of a grid, and how they are sorted, resized and reordered; those that are pinned must come first. */
export type GridColumns = {
  all: readonly GridColumn[];
  /** Draws rows in this form; copied rows still have all columns. */
  lines?: NarrowForm | undefined;
  sort?: readonly GridSort[];
  onSort?: (key: string, further: boolean) => void;
} & ColumnChanges;

export type GridRows = {
  count: number;
  /** The value of a cell; read whenever a row is drawn, so it must be cheap. */
  cell: (row: number, column: GridColumn) => unknown;
  /** Changes when the same row numbers may hold other values. */
  version: unknown;
  /** Rows begin at the top again when it changes: another search, another sort. */
  subject?: string;
  /** Where a row leads to. */
  path?: (row: number) => string | undefined;
  /** What is wrong with a row, if anything. */
  warning?: (row: number) => string | undefined;
  /** Whether a row came after the others; it says so beside its name. */
  isNew?: (row: number) => boolean;
  compact?: boolean;
  busy?: boolean;
  /** Nothing has come yet: after a moment bars stand where rows will. */
  waiting?: boolean;
};

/** The cell that a menu is asked for, or the heading (row -1). */
export type GridMenuSubject = { row: number; column: GridColumn; element: HTMLElement };

/** Who hears what is done in a grid. */
type GridEvents = {
  /** Opens a row beside the grid: a click on its edge, or P where a letter alone may be a key. */
  onPreview?: (row: number) => void;
  letterKeys?: boolean;
  /** Opens a row that has no link: Enter, a double click, or a tap, as that of a screen reader. */
  onOpen?: (row: number) => void;
  /** Hears of the row that somebody has gone to. */
  onActive?: (row: number) => void;
  /** Opens the menu of a cell, or of a heading (row -1); tells whether there is one. */
  onMenu?: (at: GridMenuSubject) => boolean;
  /** Hears which rows are in view. */
  inView?: RowsInViewStore;
};

export type DataGridProps = {
  label: string;
  columns: GridColumns;
  rows: GridRows;
  /** Gives every row a checkbox. */
  selection?: GridSelection;
  /** Where it begins and who hears where it is left. */
  place?: PlaceKeeper;
  events?: GridEvents;
  ref?: Ref<DataGridHandle>;
};
