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

/** How wide the column of checkboxes is. */
const CHECK_PX = 40;
/** As the style sheet has it. */
const HEADER_PX = TOUCHED ? 45 : 32;

export type GridLayout = ReturnType<typeof useGridLayout>;

/** How large a grid's rows, headings and columns are, side by side or in two lines. */
export function useGridLayout(props: DataGridProps, probe: RefObject<HTMLElement | null>) {
  const { rows, selection } = props;
  const { all, lines } = props.columns;
  const timeMode = useTimeMode();
  const spacing = useTextSpacing(probe);
  const { sized, full } = useMeasuredColumns(lines?.columns ?? all, { rows, timeMode, spacing, headed: !lines });
  /** Columns before those of the data. */
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
    /** The first row there is to go to: nobody sees the headings of two lines. */
    topRow: lines ? 0 : -1,
  };
}

export type GridDrawing = ReturnType<typeof useGridDrawing>;

/** What is drawn of a grid's columns in the header and in each row, and the style that has them stand there. */
export function useGridDrawing(
  { lines, columns: sized, lead, leadPx, rowHeight }: GridLayout,
  { left, width }: GridScroll,
  place: GridPlace,
  { cell }: GridRows,
) {
  const columns = useMemo(() => (lines ? sized : fitColumns(sized, leadPx, width)), [lines, sized, leadPx, width]);
  const laid = useMemo(() => lines?.lay(columns, leadPx, width), [lines, columns, leadPx, width]);
  // as text: rows are drawn again with other columns, not with every width of the window
  const seen = laid ? '' : seenColumns(columns, leadPx, { left, viewport: width }).join(' ');
  const drawn = useMemo(() => drawnColumns(columns, seen.split(' ').map(Number), lead), [columns, seen, lead]);
  const active = useMemo(
    () => withColumn(drawn, columns, place.column - lead, lead),
    [drawn, columns, place.column, lead],
  );
  const [name] = columns;
  return {
    columns: laid?.drawn ?? drawn,
    /** The same of a row or, at -1, of the header; the column that has the focus is among them. */
    at: (row: number): readonly DrawnColumn[] => {
      if (laid) return name && lines?.isBlank(cell(row, name)) ? laid.drawnUnnamed : laid.drawn;
      return row === place.row ? active : drawn;
    },
    wideLine: laid?.wide,
    // custom properties are not in React's type
    style: { ...(laid?.style ?? columnStyle(columns, leadPx)), '--row': `${rowHeight}px` } as CSSProperties,
  };
}

/** How a reader's own rules (larger text, wider spacing) change the grid's; `probe` is a text of the grid that grows with it. */
function useTextSpacing(probe: RefObject<HTMLElement | null>): TextSpacing {
  const [spacing, setSpacing] = useState(USUAL_SPACING);
  // styles may come at any time
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
