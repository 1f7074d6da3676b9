import { type ComponentType, memo } from 'react';
import { type GridColumn, type GridSort, type SizedColumn, sortedAs } from '#ui/grid/gridColumn.ts';
import classes from '#ui/grid/TwoLines.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { PADDING_PX } from './columnMeasure.ts';
import type { DrawnColumn, Slot } from './drawnColumns.ts';

/**
 * Rows of two lines for narrow pages, in reading order: left and right of the first line, then of the second. If the first value
 * is blank, the third takes its position.
 */
export type TwoLines = readonly [GridColumn, GridColumn, GridColumn, GridColumn];

/** Area names, same as in the style sheet. */
const SLOTS: readonly Slot[] = ['left1', 'right1', 'left2', 'right2'];
const SLOTS_UNNAMED: readonly Slot[] = ['left2', 'right1', 'left1', 'right2'];

const LINES_ROW_PX = 56;
const LINES_CHECK_PX = 44;
/** Gap in px, same as in the style sheet. */
const GAP_PX = 12;
/** Font size ratio of the right of the second line. */
const SMALLER = 12 / 13;
const RIGHT_MOST = 0.5;

type LinesLayout = {
  /** Cells of rows with and without a first value. */
  drawn: readonly DrawnColumn[];
  drawnUnnamed: readonly DrawnColumn[];
  style: Record<string, string>;
  /** Line with the wider right side. */
  wide: 1 | 2;
};

export type NarrowForm = {
  columns: readonly GridColumn[];
  className: string | undefined;
  rowPx: number;
  checkPx: number;
  lay: (measured: readonly SizedColumn[], leadPx: number, viewport: number) => LinesLayout;
  isBlank: (value: unknown) => boolean;
  Header: ComponentType<HeaderProps>;
};

export function narrowForm(columns: TwoLines): NarrowForm {
  return {
    columns,
    className: classes['lines'],
    rowPx: LINES_ROW_PX,
    checkPx: LINES_CHECK_PX,
    lay: layLines,
    isBlank,
    Header: LinesHeader,
  };
}

/** @param measured columns with the widths of their contents */
export function layLines(measured: readonly SizedColumn[], leadPx: number, viewport: number): LinesLayout {
  const most = Math.floor(viewport * RIGHT_MOST);
  const [, one, , other] = measured.map(({ width }) => Math.max(0, width - PADDING_PX));
  const first = Math.min(Math.ceil(one ?? 0) + GAP_PX, most);
  const second = Math.min(Math.ceil((other ?? 0) * SMALLER) + GAP_PX, most);
  const rights: Record<Slot, number> = { left1: first, right1: first, left2: second, right2: second };
  const room = viewport - leadPx;
  const drawnIn = (slots: readonly Slot[]): DrawnColumn[] =>
    measured.map((column, index) => {
      const slot = slots[index] ?? 'right2';
      // undoes the table padding of a truncated cell
      const width = (slot.startsWith('right') ? rights[slot] : Math.max(0, room - rights[slot])) + PADDING_PX - GAP_PX;
      return { column: { ...column, width }, index, style: undefined, slot };
    });
  const [wider, narrower] = [Math.max(first, second), Math.min(first, second)];
  return {
    drawn: drawnIn(SLOTS),
    drawnUnnamed: drawnIn(SLOTS_UNNAMED),
    style: {
      '--columns': `${leadPx}px minmax(0, 1fr) ${wider - narrower}px ${narrower}px`,
      '--width': '0px',
      '--pinned': '0px',
    },
    wide: second >= first ? 2 : 1,
  };
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

type HeaderProps = { drawn: readonly DrawnColumn[]; sort: readonly GridSort[]; lead: number };

/** Column headers for screen readers only. */
const LinesHeader = memo(function LinesHeader({ drawn, sort, lead }: HeaderProps) {
  return (
    <div data-spoken role="row" aria-rowindex={1}>
      {lead > 0 && (
        <div role="columnheader" aria-colindex={1}>
          Select
        </div>
      )}
      {drawn.map(({ column, index }) => (
        <div key={column.key} role="columnheader" aria-colindex={index + lead + 1} aria-sort={sortedAs(sort, column)}>
          <PlainText text={column.label} />
        </div>
      ))}
    </div>
  );
});
