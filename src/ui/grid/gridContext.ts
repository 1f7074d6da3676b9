import type { RefObject } from 'react';
import type { TimeSlicer } from '#lib/timeSlicer.ts';
import type { ActiveCell } from '#ui/grid/keyboard/useActiveCell.ts';
import type { GridSelectionHandlers } from '#ui/grid/keyboard/useGridSelection.ts';
import type { DataGridProps } from './gridProps.ts';
import type { GridLayout } from './useGridLayout.ts';
import type { GridScroll } from './useGridScroll.ts';

export type GridContext = {
  props: DataGridProps;
  scrollElementRef: RefObject<HTMLDivElement | null>;
  layout: GridLayout;
  scroll: GridScroll;
  activeCell: ActiveCell;
  selectionHandlers: GridSelectionHandlers;
  copySlicer: TimeSlicer;
};
