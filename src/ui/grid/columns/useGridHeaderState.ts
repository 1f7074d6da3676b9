import { useDidUpdate } from '@mantine/hooks';
import { useMemo } from 'react';
import { announce } from '#lib/tasks/announce.ts';
import type { GridColumn, GridSort, SizedColumn } from '#ui/grid/gridColumn.ts';
import type { GridColumns } from '#ui/grid/gridProps.ts';
import type { GridLayout } from '#ui/grid/useGridLayout.ts';
import { MAX_AUTO_WIDTH_PX } from './autosize.ts';
import type { ColumnAutosizeHandler } from './useColumnDrag.ts';

export type GridHeaderState = Pick<GridColumns, 'onSort' | 'onResize' | 'onReorder'> & {
  columns: readonly SizedColumn[];
  sort: readonly GridSort[];
  leadPx: number;
  onAutosize: ColumnAutosizeHandler;
};

const UNSORTED: readonly GridSort[] = [];

export function useGridHeaderState(given: GridColumns, { columns, leadPx, full }: GridLayout): GridHeaderState {
  const { sort = UNSORTED, onSort, onResize, onReorder } = given;
  useSortAnnouncement(sort);
  return useMemo(() => {
    const onAutosize = onResize && ((key: string) => onResize(key, getAutosizeWidth(columns, key, full)));
    return { columns, sort, leadPx, onAutosize, onResize, onReorder, ...(onSort && { onSort }) };
  }, [columns, sort, leadPx, full, onSort, onResize, onReorder]);
}

function getAutosizeWidth(
  columns: readonly GridColumn[],
  key: string,
  full: (column: GridColumn) => number,
): number | undefined {
  const column = columns.find((one) => one.key === key);
  const needed = column && full(column);
  return needed !== undefined && needed > MAX_AUTO_WIDTH_PX && column?.type !== 'number' ? needed : undefined;
}

function useSortAnnouncement(sort: readonly GridSort[]): void {
  const words = sort.map(({ key, descending }) => `${key} ${descending ? 'descending' : 'ascending'}`).join(', then ');
  useDidUpdate(() => announce(words === '' ? 'Not sorted' : `Sorted by ${words}`, 'sort'), [words]);
}
