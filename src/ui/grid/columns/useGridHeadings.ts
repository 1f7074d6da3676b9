import { useEffect, useMemo, useRef } from 'react';
import { announce } from '#lib/tasks/announce.ts';
import type { GridColumn, GridSort, SizedColumn } from '#ui/grid/gridColumn.ts';
import type { GridColumns } from '#ui/grid/gridProps.ts';
import type { GridLayout } from '#ui/grid/useGridLayout.ts';
import { USUAL_MOST_PX } from './columnMeasure.ts';
import type { ColumnFit } from './useGridColumns.ts';

export type GridHeadings = Pick<GridColumns, 'onSort' | 'onResize' | 'onReorder'> & {
  columns: readonly SizedColumn[];
  sort: readonly GridSort[];
  leadPx: number;
  onFit: ColumnFit;
};

const UNSORTED: readonly GridSort[] = [];

export function useGridHeadings(given: GridColumns, { columns, leadPx, full }: GridLayout): GridHeadings {
  const { sort = UNSORTED, onSort, onResize, onReorder } = given;
  useSortAnnounced(sort);
  return useMemo(() => {
    const onFit = onResize && ((key: string) => onResize(key, fittedWidth(columns, key, full)));
    return { columns, sort, leadPx, onFit, onResize, onReorder, ...(onSort && { onSort }) };
  }, [columns, sort, leadPx, full, onSort, onResize, onReorder]);
}

/** Width that truncates nothing; undefined if it equals the automatic width. */
function fittedWidth(
  columns: readonly GridColumn[],
  key: string,
  full: (column: GridColumn) => number,
): number | undefined {
  const column = columns.find((one) => one.key === key);
  const needed = column && full(column);
  return needed !== undefined && needed > USUAL_MOST_PX && column?.type !== 'number' ? needed : undefined;
}

function useSortAnnounced(sort: readonly GridSort[]): void {
  const words = sort.map(({ key, descending }) => `${key} ${descending ? 'descending' : 'ascending'}`).join(', then ');
  const said = useRef(words);
  // screen readers are outside React
  useEffect(() => {
    if (said.current === words) return;
    said.current = words;
    announce(words === '' ? 'Not sorted' : `Sorted by ${words}`, 'sort');
  }, [words]);
}
