import type { Ref } from 'react';
import type { NarrowForm } from '#ui/grid/columns/twoLines.tsx';
import type { ColumnChanges } from '#ui/grid/columns/useGridColumns.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import type { GridColumn, GridSort } from './gridColumn.ts';
import type { RowsInViewStore } from './rowsInView.ts';

/**
 * Scroll and focus state of a grid: active cell, offset of its row from the top of the viewport, and horizontal scroll; in px.
 */
export type KeptPlace = {
  row: number;
  /** Undefined if no cell was active. */
  column: string | undefined;
  offset: number;
  left: number;
  focused: boolean;
};

export type PlaceKeeper = { start: KeptPlace | undefined; keep: (place: KeptPlace) => void };

export type DataGridHandle = {
  /** Scrolls to a row and activates it; 0-based, -1 for the active row. */
  goTo: (row: number) => void;
  /** Scrolls horizontally until one of the columns is visible. */
  see: (keys: readonly string[]) => void;
  /** Adapts to renumbered rows: keeps the scroll position and the active row. `moved` returns a row's new number, or -1. */
  renumber: (moved: (row: number) => number) => void;
  /** Copies the selected rows and reports it. @returns whether the browser allowed it */
  copy: (say: (words: string) => void) => boolean;
};

/** Columns with sort, resize and reorder options; pinned columns must come first. */
export type GridColumns = {
  all: readonly GridColumn[];
  /** Layout for narrow pages; copied rows still have all columns. */
  lines?: NarrowForm | undefined;
  sort?: readonly GridSort[];
  onSort?: (key: string, further: boolean) => void;
} & ColumnChanges;

export type GridRows = {
  count: number;
  /** Value of a cell; called on every row render, so it must be cheap. */
  cell: (row: number, column: GridColumn) => unknown;
  /** Changes when the same row numbers may have other values. */
  version: unknown;
  /** A change scrolls to the top, such as a new search or sort. */
  subject?: string;
  path?: (row: number) => string | undefined;
  warning?: (row: number) => string | undefined;
  isNew?: (row: number) => boolean;
  compact?: boolean;
  busy?: boolean;
  /** No rows yet: shows a placeholder after a short delay. */
  waiting?: boolean;
};

/** Cell or heading (row -1) of a menu. */
export type GridMenuSubject = { row: number; column: GridColumn; element: HTMLElement };

type GridEvents = {
  /** Opens a preview: click on the row's edge, or P if `letterKeys`. */
  onPreview?: (row: number) => void;
  letterKeys?: boolean;
  /** Opens a row without a link: Enter, double click or tap. */
  onOpen?: (row: number) => void;
  onActive?: (row: number) => void;
  /** Opens the menu of a cell or heading (row -1). @returns whether there is one */
  onMenu?: (at: GridMenuSubject) => boolean;
  inView?: RowsInViewStore;
};

export type DataGridProps = {
  label: string;
  columns: GridColumns;
  rows: GridRows;
  /** Adds checkboxes to rows. */
  selection?: GridSelection;
  place?: PlaceKeeper;
  events?: GridEvents;
  ref?: Ref<DataGridHandle>;
};
