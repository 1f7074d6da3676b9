import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { TimeMode } from '#lib/time/time.ts';
import type { GridColumn, SizedColumn } from '#ui/grid/gridColumn.ts';
import type { GridRows } from '#ui/grid/gridProps.ts';
import { fullWidth, type Longest, lookAt, sampleRows, usualWidth } from './columnMeasure.ts';
import type { TextSpacing } from './textWidth.ts';

/** Rows looked at before the first drawing, and later while nothing else is to do. */
const FIRST_SAMPLE = 60;
const LATER_SAMPLE = 5000;
/** Later begins this long after the values changed last, and goes on in slices of so many rows; ms. */
const LATER_MS = 700;
const SLICE_ROWS = 200;

type Values = {
  rows: GridRows;
  timeMode: TimeMode;
  spacing: TextSpacing;
  /** Headings stand above the values. */
  headed: boolean;
};

/** The longest texts of a column that were met, and how far the rows had grown when its first ones were looked at. */
type Met = { longest: Longest; grown: number };

/**
 * The columns with their widths: a chosen one, or what the heading and a sample of the longest values need. Widths grow
 * as longer values are met and never shrink, so that nothing moves while one filters.
 * @returns also how wide a column must be to cut nothing of what was met
 */
export function useMeasuredColumns(columns: readonly GridColumn[], { rows, timeMode, spacing, headed }: Values) {
  // by column; what is met is added, in drawings that may be thrown away as well: it was met
  const [met] = useState(() => new Map<string, Met>());
  const [, setLater] = useState(0);

  // once more whenever there are four times as many rows
  const grown = Math.ceil(Math.log2(rows.count + 1) / 2);
  for (const column of columns) {
    const known = metOf(met, column, timeMode);
    if (known.grown >= grown) continue;
    known.grown = grown;
    for (const row of sampleRows(rows.count, FIRST_SAMPLE)) {
      lookAt(known.longest, rows.cell(row, column), column, timeMode);
    }
  }

  const meet = useEffectEvent((row: number) => {
    if (row >= rows.count) return;
    for (const column of columns) {
      lookAt(metOf(met, column, timeMode).longest, rows.cell(row, column), column, timeMode);
    }
  });
  const keys = columns.map(({ key, type }) => `${key} ${type} ${timeMode}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns and values are looked at when they have come to rest
  useEffect(() => {
    const sample = sampleRows(rows.count, LATER_SAMPLE);
    const look = () => {
      for (let seen = 0; seen < SLICE_ROWS; seen++) {
        const { value, done } = sample.next();
        if (done) return setLater((count) => count + 1);
        meet(value);
      }
      timer = setTimeout(look);
    };
    let timer = setTimeout(look, LATER_MS);
    return () => clearTimeout(timer);
  }, [keys, rows.version, rows.count]);

  const full = useCallback(
    (column: GridColumn) => fullWidth(column, metOf(met, column, timeMode).longest, spacing, headed),
    [met, timeMode, spacing, headed],
  );
  const widths = columns.map((column) => column.width ?? usualWidth(column, full(column))).join(' ');
  // the same columns as long as they and their widths are the same
  const sized = useMemo((): readonly SizedColumn[] => {
    const widthsPx = widths.split(' ').map(Number);
    return columns.map((column, index) =>
      column.width === undefined
        ? { ...column, width: widthsPx[index] ?? 0 }
        : { ...column, width: column.width, fill: false },
    );
  }, [columns, widths]);
  return { sized, full };
}

/** The same field may be shown as another type, and times in another mode. */
function metOf(met: Map<string, Met>, { key, type, seconds, text }: GridColumn, mode: TimeMode): Met {
  const name = type === 'time' && !text ? `${mode}${seconds ? ' s' : ''} ${key}` : `${type} ${key}`;
  let known = met.get(name);
  if (!known) {
    known = { longest: [], grown: 0 };
    met.set(name, known);
  }
  return known;
}
