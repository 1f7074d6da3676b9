import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { TimeMode } from '#lib/time/time.ts';
import type { GridColumn, SizedColumn } from '#ui/grid/gridColumn.ts';
import type { GridRows } from '#ui/grid/gridProps.ts';
import { fullWidth, type Longest, lookAt, sampleRows, usualWidth } from './columnMeasure.ts';
import type { TextSpacing } from './textWidth.ts';

/** Rows sampled before the first render, and later when idle. */
const FIRST_SAMPLE = 60;
const LATER_SAMPLE = 5000;
/** Delay of later sampling after the last change, in ms, and rows per slice. */
const LATER_MS = 700;
const SLICE_ROWS = 200;

type Values = {
  rows: GridRows;
  timeMode: TimeMode;
  spacing: TextSpacing;
  headed: boolean;
};

/** Longest texts of a column, and the row-count step at which it was last sampled. */
type Met = { longest: Longest; grown: number };

/**
 * Columns with widths: user-defined, or fitted to the heading and a sample of values. Automatic widths only grow, so that
 * filtering does not move columns.
 * @returns also the width that truncates no sampled value
 */
export function useMeasuredColumns(columns: readonly GridColumn[], { rows, timeMode, spacing, headed }: Values) {
  // by column; a cache, so updates in discarded renders are harmless
  const [met] = useState(() => new Map<string, Met>());
  const [, setLater] = useState(0);

  // samples again whenever the row count quadruples
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
  // stable while columns and widths are unchanged
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

/** Keyed by type and time format, as a field may be shown in several. */
function metOf(met: Map<string, Met>, { key, type, seconds, text }: GridColumn, mode: TimeMode): Met {
  const name = type === 'time' && !text ? `${mode}${seconds ? ' s' : ''} ${key}` : `${type} ${key}`;
  let known = met.get(name);
  if (!known) {
    known = { longest: [], grown: 0 };
    met.set(name, known);
  }
  return known;
}
