import type { Ref } from 'react';
import type { MobileRows } from '#ui/grid/columns/mobileRows.tsx';
import type { ColumnChangeHandlers } from '#ui/grid/columns/useColumnDrag.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import type { GridColumn, GridSort } from './gridColumn.ts';
import type { VisibleRowsStore } from './visibleRowsStore.ts';

/**
 * Scroll and focus state of a grid: active cell, offset of its row from the top of the viewport, and horizontal scroll; in px.
 */
export type ScrollState = {
  row: number;
  /** Undefined if no cell was active. */
  column: string | undefined;
  rowOffset: number;
  scrollLeft: number;
  focused: boolean;
};

export type ScrollRestorationOptions = { initial: ScrollState | undefined; save: (place: ScrollState) => void };

export type DataGridHandle = {
  /** Scrolls to a row and activates it; 0-based, -1 for the active row. */
  activateRow: (row: number) => void;
  /** Scrolls horizontally until one of the columns is visible. */
  scrollToColumns: (keys: readonly string[]) => void;
  /** Adapts to renumbered rows: keeps the scroll position and the active row. `moved` returns a row's new number, or -1. */
  remapRows: (moved: (row: number) => number) => void;
  /** Copies the selected rows and reports it. @returns whether the browser allowed it */
  copySelection: (say: (words: string) => void) => boolean;
};

/** Columns with sort, resize and reorder options; pinned columns must come first. */
export type GridColumns = {
  all: readonly GridColumn[];
  /** Layout for narrow pages; copied rows still have all columns. */
  mobileRows?: MobileRows | undefined;
  sort?: readonly GridSort[];
  onSort?: (key: string, further: boolean) => void;
} & ColumnChangeHandlers;

export type GridRows = {
  count: number;
  /** Value of a cell; called on every row render, so it must be cheap. */
  getCellValue: (row: number, column: GridColumn) => unknown;
  /** Changes when the same row numbers may have other values. */
  version: unknown;
  /** A change scrolls to the top, such as a new search or sort. */
  scrollResetKey?: string;
  getRowPath?: (row: number) => string | undefined;
  getRowWarning?: (row: number) => string | undefined;
  isNew?: (row: number) => boolean;
  compact?: boolean;
  busy?: boolean;
  /** No rows yet: shows a placeholder after a short delay. */
  loading?: boolean;
};

/** Cell or heading (row -1) of a menu. */
export type GridMenuTarget = { row: number; column: GridColumn; element: HTMLElement };

type GridEventHandlers = {
  /** Opens a preview: click on the row's edge, or P if `singleKeyShortcuts`. */
  onPreviewRow?: (row: number) => void;
  singleKeyShortcuts?: boolean;
  /** Opens a row without a link: Enter, double click or tap. */
  onOpenRow?: (row: number) => void;
  onActiveRowChange?: (row: number) => void;
  /** Opens the menu of a cell or heading (row -1). @returns whether there is one */
  onOpenMenu?: (at: GridMenuTarget) => boolean;
  visibleRows?: VisibleRowsStore;
};

export type DataGridProps = {
  label: string;
  columns: GridColumns;
  rows: GridRows;
  /** Adds checkboxes to rows. */
  selection?: GridSelection;
  scrollRestoration?: ScrollRestorationOptions;
  events?: GridEventHandlers;
  ref?: Ref<DataGridHandle>;
};
