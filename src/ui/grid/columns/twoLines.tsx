import { type ComponentType, memo } from 'react';
import { type GridColumn, type GridSort, type SizedColumn, sortedAs } from '#ui/grid/gridColumn.ts';
import classes from '#ui/grid/TwoLines.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { PADDING_PX } from './columnMeasure.ts';
import type { DrawnColumn, Slot } from './drawnColumns.ts';

/**
 * Rows of two lines instead of columns side by side, for a narrow page: what stands at the left and at the right of the
 * first line, then of the second, which is the order they are read in. Where a row has nothing for the left of its first
 * line, the left of its second one stands there.
 */
export type TwoLines = readonly [GridColumn, GridColumn, GridColumn, GridColumn];

/** Where a cell stands in its row: at the left or the right of a line. The style sheet has the same names. */
const SLOTS: readonly Slot[] = ['left1', 'right1', 'left2', 'right2'];
const SLOTS_UNNAMED: readonly Slot[] = ['left2', 'right1', 'left1', 'right2'];

const LINES_ROW_PX = 56;
/** What a finger needs for a checkbox. */
const LINES_CHECK_PX = 44;
/** Beside what stands at an end of a line; the style sheet has the same. */
const GAP_PX = 12;
/** The right of the second line is written smaller than what was measured. */
const SMALLER = 12 / 13;
/** The right of a line takes no more of the row. */
const RIGHT_MOST = 0.5;

/** How a grid of two lines lays its rows out in a page of so many px. */
type LinesLayout = {
  /** The cells of a row that has something for its first line, and of one that has not. */
  drawn: readonly DrawnColumn[];
  drawnUnnamed: readonly DrawnColumn[];
  style: Record<string, string>;
  /** The line whose right is the wider one. */
  wide: 1 | 2;
};

/** What a grid draws on a narrow page instead of columns side by side. Wide pages load nothing of it. */
export type NarrowForm = {
  columns: readonly GridColumn[];
  className: string | undefined;
  rowPx: number;
  checkPx: number;
  lay: (measured: readonly SizedColumn[], leadPx: number, viewport: number) => LinesLayout;
  /** Whether a value of the first column names nothing. */
  isBlank: (value: unknown) => boolean;
  Header: ComponentType<HeaderProps>;
};

/** Rows of two lines of these columns. */
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

/** @param measured the columns, as wide as what they hold */
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
      // a cell that cuts what it shows takes a table's padding off
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

/** Whether a value names nothing. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

type HeaderProps = { drawn: readonly DrawnColumn[]; sort: readonly GridSort[]; lead: number };

/** The headings of rows of two lines: what a screen reader says of their cells. Nobody sees them or goes to them. */
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
