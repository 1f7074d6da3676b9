import { memo } from 'react';
import type { DrawnColumn } from '#ui/grid/columns/drawnColumns.ts';
import { PlainText } from '#ui/values/PlainText.tsx';
import { type GridSort, sortedAs } from './gridColumn.ts';
import classes from './TwoLines.module.css';

type Props = { drawn: readonly DrawnColumn[]; sort: readonly GridSort[]; lead: number };

/** The headings of rows of two lines: what a screen reader says of their cells. Nobody sees them or goes to them. */
export const LinesHeader = memo(function LinesHeader({ drawn, sort, lead }: Props) {
  return (
    <div className={classes['header']} role="row" aria-rowindex={1}>
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
