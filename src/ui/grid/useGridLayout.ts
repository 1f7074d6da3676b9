import { shallowEqual } from '@mantine/hooks';
import { type CSSProperties, type RefObject, useMemo, useState } from 'react';
import { useResizeObserver } from '#ui/browser/useResizeObserver.ts';
import { CELL_FONT_PX, DEFAULT_TEXT_SPACING, type TextSpacing } from '#ui/grid/columns/measureTextWidth.ts';
import {
  getVisibleColumnIndexes,
  insertFocusedColumn,
  type PositionedColumn,
  positionColumns,
} from '#ui/grid/columns/positionColumns.ts';
import { useAutosizedColumns } from '#ui/grid/columns/useAutosizedColumns.ts';
import { type CellPosition, IS_TOUCH_DEVICE } from '#ui/grid/keyboard/cellNavigation.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { avoidCutColumn, createColumnCssVariables } from './gridColumn.ts';
import type { DataGridProps, GridRows } from './gridProps.ts';
import type { GridScroll } from './useGridScroll.ts';

const CHECKBOX_WIDTH_PX = 40;
const HEADER_HEIGHT_PX = IS_TOUCH_DEVICE ? 45 : 32;

export type GridLayout = ReturnType<typeof useGridLayout>;

export function useGridLayout(props: DataGridProps, probe: RefObject<HTMLElement | null>) {
  const { rows, selection } = props;
  const { all, mobileRows } = props.columns;
  const timeMode = useTimeMode();
  const spacing = useTextSpacing(probe);
  const { sized, full } = useAutosizedColumns(mobileRows?.columns ?? all, {
    rows,
    timeMode,
    spacing,
    hasHeader: !mobileRows,
  });
  const lead = selection ? 1 : 0;
  return {
    lines: mobileRows,
    columns: sized,
    full,
    timeMode,
    lead,
    leadPx: lead * (mobileRows?.checkboxWidth ?? CHECKBOX_WIDTH_PX),
    columnCount: sized.length + lead,
    rowHeight: mobileRows?.rowHeight ?? (IS_TOUCH_DEVICE ? 48 : rows.compact ? 28 : 36),
    headerHeight: mobileRows ? 0 : HEADER_HEIGHT_PX,
    topRow: mobileRows ? 0 : -1,
  };
}

export type VirtualColumns = ReturnType<typeof useVirtualColumns>;

export function useVirtualColumns(
  { lines, columns: sized, lead, leadPx, rowHeight }: GridLayout,
  { left, width }: GridScroll,
  position: CellPosition,
  { getCellValue }: GridRows,
) {
  const columns = useMemo(() => (lines ? sized : avoidCutColumn(sized, leadPx, width)), [lines, sized, leadPx, width]);
  const laid = useMemo(() => lines?.layOut(columns, leadPx, width), [lines, columns, leadPx, width]);
  // a string, so that resizing renders rows only when the set of columns changes
  const seen = laid ? '' : getVisibleColumnIndexes(columns, leadPx, { left, viewport: width }).join(' ');
  const drawn = useMemo(() => positionColumns(columns, seen.split(' ').map(Number), lead), [columns, seen, lead]);
  const active = useMemo(
    () => insertFocusedColumn(drawn, columns, position.column - lead, lead),
    [drawn, columns, position.column, lead],
  );
  const [name] = columns;
  return {
    columns: laid?.columns ?? drawn,
    /** Returns the columns to render in a row, including the focused one. */
    at: (row: number): readonly PositionedColumn[] => {
      if (laid) return name && lines?.isBlank(getCellValue(row, name)) ? laid.columnsWithoutName : laid.columns;
      return row === position.row ? active : drawn;
    },
    wideLine: laid?.widerLine,
    // React's type lacks custom properties
    style: {
      ...(laid?.style ?? createColumnCssVariables(columns, leadPx)),
      '--row': `${rowHeight}px`,
    } as CSSProperties,
  };
}

/** Measures user styles, such as larger text or wider spacing, by the size of the hidden `probe` element. */
function useTextSpacing(probe: RefObject<HTMLElement | null>): TextSpacing {
  const [spacing, setSpacing] = useState(DEFAULT_TEXT_SPACING);
  // styles may change at any time
  useResizeObserver(probe, (element) => {
    const { fontSize, letterSpacing, wordSpacing } = getComputedStyle(element);
    const next = {
      scale: Number.parseFloat(fontSize) / CELL_FONT_PX || 1,
      letter: Number.parseFloat(letterSpacing) || 0,
      word: Number.parseFloat(wordSpacing) || 0,
    };
    setSpacing((now) => (shallowEqual(now, next) ? now : next));
  });
  return spacing;
}
