import type { ComponentType } from 'react';
import type { GridColumn, GridSort, SizedColumn } from '#ui/grid/gridColumn.ts';
import { LinesHeader } from '#ui/grid/LinesHeader.tsx';
import classes from '#ui/grid/TwoLines.module.css';
import type { DrawnColumn } from './drawnColumns.ts';
import { isBlank, LINES_CHECK_PX, LINES_ROW_PX, type LinesLayout, layLines, type TwoLines } from './twoLines.ts';

/** What a grid draws on a narrow page instead of columns side by side. Wide pages load nothing of it. */
export type NarrowForm = {
  columns: readonly GridColumn[];
  className: string | undefined;
  rowPx: number;
  checkPx: number;
  lay: (measured: readonly SizedColumn[], leadPx: number, viewport: number) => LinesLayout;
  /** Whether a value of the first column names nothing. */
  isBlank: (value: unknown) => boolean;
  Header: ComponentType<{ drawn: readonly DrawnColumn[]; sort: readonly GridSort[]; lead: number }>;
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
