import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TimeMode } from '#lib/time/time.ts';
import type { GridColumn, SizedColumn } from '#ui/grid/gridColumn.ts';
import { fullWidth, type Longest, lookAt, sampleRows, usualWidth } from './columnMeasure.ts';
import type { TextSpacing } from './textWidth.ts';

/** Rows looked at before the first drawing, and later while nothing else is to do. */
const FIRST_SAMPLE = 60;
const LATER_SAMPLE = 5000;
/** Later begins this long after the values changed last, and goes on in slices of so many rows; ms. */
const LATER_MS = 700;
const SLICE_ROWS = 200;

type Values = {
  rowCount: number;
  cell: (row: number, column: GridColumn) => unknown;
  version: unknown;
  timeMode: TimeMode;
  spacing: TextSpacing;
  /** Headings stand above the values. */
  headed: boolean;
};

/**
 * The columns with their widths: a chosen one, or what the heading and a sample of the longest values need. Widths grow
 * as longer values are met and never shrink, so that nothing moves while one filters.
 * @returns also how wide a column must be to cut nothing of what was met
 */
export function useMeasuredColumns(columns: readonly GridColumn[], values: Values) {
  const { rowCount, version, timeMode, spacing, headed } = values;
  // longest texts by column; what is met is added, in drawings that may be thrown away as well: it was met
  const [met] = useState(() => new Map<string, Longest>());
  const [, setLater] = useState(0);
  const latest = useRef({ columns, values });
  useEffect(() => {
    latest.current = { columns, values };
  });

  // once more whenever there are four times as many rows
  const grown = Math.ceil(Math.log2(rowCount + 1) / 2);
  const keys = columns.map(({ key, type }) => `${key} ${type} ${timeMode}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say when columns are others, and `grown` when rows are
  useMemo(() => {
    for (const row of sampleRows(rowCount, FIRST_SAMPLE)) meet(met, row, columns, values);
  }, [met, keys, grown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other values are looked at when they have come to rest
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let rows: Iterator<number> | undefined;
    const look = () => {
      const { columns, values } = latest.current;
      rows ??= sampleRows(values.rowCount, LATER_SAMPLE);
      for (let seen = 0; seen < SLICE_ROWS; seen++) {
        const { value, done } = rows.next();
        if (done) return setLater((count) => count + 1);
        if (value < values.rowCount) meet(met, value, columns, values);
      }
      timer = setTimeout(look);
    };
    timer = setTimeout(look, LATER_MS);
    return () => clearTimeout(timer);
  }, [met, keys, version, rowCount]);

  const full = useCallback(
    (column: GridColumn) => fullWidth(column, met.get(metKey(column, timeMode)) ?? [], spacing, headed),
    [met, timeMode, spacing, headed],
  );
  const widths = columns.map((column) => column.width ?? usualWidth(column, full(column))).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns as long as they and their widths are the same
  const sized = useMemo(
    (): readonly SizedColumn[] =>
      columns.map((column) =>
        column.width === undefined
          ? { ...column, width: usualWidth(column, full(column)) }
          : { ...column, width: column.width, fill: false },
      ),
    [columns, widths],
  );
  return { sized, full };
}

function meet(met: Map<string, Longest>, row: number, columns: readonly GridColumn[], values: Values): void {
  for (const column of columns) {
    const key = metKey(column, values.timeMode);
    const longest = met.get(key) ?? [];
    if (longest.length === 0) met.set(key, longest);
    lookAt(longest, values.cell(row, column), column, values.timeMode);
  }
}

/** The same field may be shown as another type, and times in another mode. */
function metKey({ key, type, seconds, text }: GridColumn, mode: TimeMode): string {
  return type === 'time' && !text ? `${mode}${seconds ? ' s' : ''} ${key}` : `${type} ${key}`;
}
