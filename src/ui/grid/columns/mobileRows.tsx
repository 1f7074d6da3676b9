import { type ComponentType, memo } from 'react';
import { type GridColumn, type GridSort, getSortState, type SizedColumn } from '#ui/grid/gridColumn.ts';
import classes from '#ui/grid/MobileRows.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { CELL_PADDING_PX } from './autosize.ts';
import type { MobileRowSlot, PositionedColumn } from './positionColumns.ts';

/**
 * Columns of a two-line row on narrow pages: left and right of the first line, then of the second. If the first value
 * is blank, the third one takes its position.
 */
export type MobileRowColumns = readonly [GridColumn, GridColumn, GridColumn, GridColumn];

/** Grid area names; must match the style sheet. */
const SLOTS: readonly MobileRowSlot[] = ['left1', 'right1', 'left2', 'right2'];
const SLOTS_WITHOUT_NAME: readonly MobileRowSlot[] = ['left2', 'right1', 'left1', 'right2'];

const MOBILE_ROW_HEIGHT_PX = 56;
const MOBILE_CHECKBOX_WIDTH_PX = 44;
/** Gap between columns in px; must match the style sheet. */
const COLUMN_GAP_PX = 12;
const SECOND_LINE_FONT_RATIO = 12 / 13;
const MAX_RIGHT_SHARE = 0.5;

type MobileRowsLayout = {
  columns: readonly PositionedColumn[];
  columnsWithoutName: readonly PositionedColumn[];
  style: Record<string, string>;
  widerLine: 1 | 2;
};

export type MobileRows = {
  columns: readonly GridColumn[];
  className: string | undefined;
  rowHeight: number;
  checkboxWidth: number;
  layOut: (measured: readonly SizedColumn[], leadPx: number, viewport: number) => MobileRowsLayout;
  isBlank: (value: unknown) => boolean;
  Header: ComponentType<MobileRowsHeaderProps>;
};

export function createMobileRows(columns: MobileRowColumns): MobileRows {
  return {
    columns,
    className: classes['lines'],
    rowHeight: MOBILE_ROW_HEIGHT_PX,
    checkboxWidth: MOBILE_CHECKBOX_WIDTH_PX,
    layOut: layOutMobileRows,
    isBlank: isBlankValue,
    Header: MobileRowsHeader,
  };
}

export function layOutMobileRows(measured: readonly SizedColumn[], leadPx: number, viewport: number): MobileRowsLayout {
  const most = Math.floor(viewport * MAX_RIGHT_SHARE);
  const [, one, , other] = measured.map(({ width }) => Math.max(0, width - CELL_PADDING_PX));
  const first = Math.min(Math.ceil(one ?? 0) + COLUMN_GAP_PX, most);
  const second = Math.min(Math.ceil((other ?? 0) * SECOND_LINE_FONT_RATIO) + COLUMN_GAP_PX, most);
  const rights: Record<MobileRowSlot, number> = { left1: first, right1: first, left2: second, right2: second };
  const room = viewport - leadPx;
  const drawnIn = (slots: readonly MobileRowSlot[]): PositionedColumn[] =>
    measured.map((column, index) => {
      const slot = slots[index] ?? 'right2';
      // removes the table padding of a truncated cell
      const width =
        (slot.startsWith('right') ? rights[slot] : Math.max(0, room - rights[slot])) + CELL_PADDING_PX - COLUMN_GAP_PX;
      return { column: { ...column, width }, index, style: undefined, slot };
    });
  const [wider, narrower] = [Math.max(first, second), Math.min(first, second)];
  return {
    columns: drawnIn(SLOTS),
    columnsWithoutName: drawnIn(SLOTS_WITHOUT_NAME),
    style: {
      '--columns': `${leadPx}px minmax(0, 1fr) ${wider - narrower}px ${narrower}px`,
      '--width': '0px',
      '--pinned': '0px',
    },
    widerLine: second >= first ? 2 : 1,
  };
}

export function isBlankValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

type MobileRowsHeaderProps = { drawn: readonly PositionedColumn[]; sort: readonly GridSort[]; lead: number };

const MobileRowsHeader = memo(function LinesHeader({ drawn, sort, lead }: MobileRowsHeaderProps) {
  return (
    <div data-spoken role="row" aria-rowindex={1}>
      {lead > 0 && (
        <div role="columnheader" aria-colindex={1}>
          Select
        </div>
      )}
      {drawn.map(({ column, index }) => (
        <div
          key={column.key}
          role="columnheader"
          aria-colindex={index + lead + 1}
          aria-sort={getSortState(sort, column)}
        >
          <PlainText text={column.label} />
        </div>
      ))}
    </div>
  );
});
