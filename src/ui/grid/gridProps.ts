import type { Ref } from 'react';
import type { MobileRows } from '#ui/grid/columns/mobileRows.tsx';
import type { ColumnChangeHandlers } from '#ui/grid/columns/useColumnDrag.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import type { GridColumn, GridSort } from './gridColumn.ts';
import type { VisibleRowsStore } from './visibleRowsStore.ts';

/**
 * Scroll and focus state of a grid: active cell, offset of its row from the top of the viewport (px), and horizontal
 * scroll position (px).
 */
export type ScrollState = {
  row: number;
  column: string | undefined;
  rowOffset: number;
  scrollLeft: number;
  focused: boolean;
};

export type ScrollRestorationOptions = { initial: ScrollState | undefined; save: (state: ScrollState) => void };

export type DataGridHandle = {
  /** Scrolls to a row and activates it. Rows are 0-based; -1 is the active row. */
  activateRow: (row: number) => void;
  scrollToColumns: (keys: readonly string[]) => void;
  /**
   * Keeps the scroll position and the active row after rows were renumbered. `mapRow` returns the new number of a row,
   * or -1 if the row was removed.
   */
  remapRows: (mapRow: (row: number) => number) => void;
  /**
   * Copies the selected rows and reports the result.
   * @returns false if the browser blocked clipboard access
   */
  copySelection: (announce: (words: string) => void) => boolean;
};

export type GridColumns = {
  all: readonly GridColumn[];
  mobileRows?: MobileRows | undefined;
  sort?: readonly GridSort[];
  onSort?: (key: string, further: boolean) => void;
} & ColumnChangeHandlers;

export type GridRows = {
  count: number;
  /** Returns the value of a cell. Called on every row render, so it must be cheap. */
  getCellValue: (row: number, column: GridColumn) => unknown;
  /** Version of the cell values. Must change when the same row numbers may have other values. */
  version: unknown;
  /** A new key, for example for a new search or sort, scrolls to the top. */
  scrollResetKey?: string;
  getRowPath?: (row: number) => string | undefined;
  getRowWarning?: (row: number) => string | undefined;
  isNew?: (row: number) => boolean;
  compact?: boolean;
  busy?: boolean;
  loading?: boolean;
};

export type GridMenuTarget = { row: number; column: GridColumn; element: HTMLElement };

type GridEventHandlers = {
  /**
   * Opens a preview of a row. Called on a click at the edge of the row, and for the P key if single-key shortcuts are
   * on.
   */
  onPreviewRow?: (row: number) => void;
  singleKeyShortcuts?: boolean;
  onOpenRow?: (row: number) => void;
  onActiveRowChange?: (row: number) => void;
  /**
   * Opens the menu of a cell, or of a heading if the row is -1.
   * @returns false if there is none
   */
  onOpenMenu?: (at: GridMenuTarget) => boolean;
  visibleRows?: VisibleRowsStore;
};

export type DataGridProps = {
  label: string;
  columns: GridColumns;
  rows: GridRows;
  selection?: GridSelection;
  scrollRestoration?: ScrollRestorationOptions;
  events?: GridEventHandlers;
  ref?: Ref<DataGridHandle>;
};
