import { shallowEqual } from '@mantine/hooks';
import { type CSSProperties, type RefObject, useMemo, useState } from 'react';
import { useResized } from '#ui/browser/useResized.ts';
import { type DrawnColumn, drawnColumns, seenColumns, withColumn } from '#ui/grid/columns/drawnColumns.ts';
import { CELL_FONT_PX, type TextSpacing, USUAL_SPACING } from '#ui/grid/columns/textWidth.ts';
import { useMeasuredColumns } from '#ui/grid/columns/useMeasuredColumns.ts';
import { type GridPlace, TOUCHED } from '#ui/grid/keyboard/gridKeys.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { columnStyle, fitColumns } from './gridColumn.ts';
import type { DataGridProps, GridRows } from './gridProps.ts';
import type { GridScroll } from './useGridScroll.ts';

const CHECK_PX = 40;
/** Same as in the style sheet. */
const HEADER_PX = TOUCHED ? 45 : 32;

export type GridLayout = ReturnType<typeof useGridLayout>;

export function useGridLayout(props: DataGridProps, probe: RefObject<HTMLElement | null>) {
  const { rows, selection } = props;
  const { all, lines } = props.columns;
  const timeMode = useTimeMode();
  const spacing = useTextSpacing(probe);
  const { sized, full } = useMeasuredColumns(lines?.columns ?? all, { rows, timeMode, spacing, headed: !lines });
  const lead = selection ? 1 : 0;
  return {
    lines,
    columns: sized,
    full,
    timeMode,
    lead,
    leadPx: lead * (lines?.checkPx ?? CHECK_PX),
    columnCount: sized.length + lead,
    rowHeight: lines?.rowPx ?? (TOUCHED ? 48 : rows.compact ? 28 : 36),
    headerHeight: lines ? 0 : HEADER_PX,
    /** First row that can be active; two-line rows have no visible headings. */
    topRow: lines ? 0 : -1,
  };
}

export type GridDrawing = ReturnType<typeof useGridDrawing>;

export function useGridDrawing(
  { lines, columns: sized, lead, leadPx, rowHeight }: GridLayout,
  { left, width }: GridScroll,
  place: GridPlace,
  { cell }: GridRows,
) {
  const columns = useMemo(() => (lines ? sized : fitColumns(sized, leadPx, width)), [lines, sized, leadPx, width]);
  const laid = useMemo(() => lines?.lay(columns, leadPx, width), [lines, columns, leadPx, width]);
  // a string, so that resizing renders rows only when the set of columns changes
  const seen = laid ? '' : seenColumns(columns, leadPx, { left, viewport: width }).join(' ');
  const drawn = useMemo(() => drawnColumns(columns, seen.split(' ').map(Number), lead), [columns, seen, lead]);
  const active = useMemo(
    () => withColumn(drawn, columns, place.column - lead, lead),
    [drawn, columns, place.column, lead],
  );
  const [name] = columns;
  return {
    columns: laid?.drawn ?? drawn,
    /** Columns of a row (-1: header), including the focused one. */
    at: (row: number): readonly DrawnColumn[] => {
      if (laid) return name && lines?.isBlank(cell(row, name)) ? laid.drawnUnnamed : laid.drawn;
      return row === place.row ? active : drawn;
    },
    wideLine: laid?.wide,
    // React's type lacks custom properties
    style: { ...(laid?.style ?? columnStyle(columns, leadPx)), '--row': `${rowHeight}px` } as CSSProperties,
  };
}

/** Measures user styles (larger text, wider spacing) on the `probe` element. */
function useTextSpacing(probe: RefObject<HTMLElement | null>): TextSpacing {
  const [spacing, setSpacing] = useState(USUAL_SPACING);
  // styles may change at any time
  useResized(probe, (element) => {
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
