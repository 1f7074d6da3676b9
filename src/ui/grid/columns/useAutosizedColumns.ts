import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { TimeMode } from '#lib/time/time.ts';
import type { GridColumn, SizedColumn } from '#ui/grid/gridColumn.ts';
import type { GridRows } from '#ui/grid/gridProps.ts';
import { addTextSample, capAutoWidth, type LongestTexts, measureFullWidth, sampleRowIndexes } from './autosize.ts';
import type { TextSpacing } from './measureTextWidth.ts';

const INITIAL_SAMPLE_ROWS = 60;
const IDLE_SAMPLE_ROWS = 5000;
/** Delay in ms before values are sampled when idle, and number of rows per slice. */
const IDLE_DELAY_MS = 700;
const SLICE_ROWS = 200;

type AutosizeOptions = {
  rows: GridRows;
  timeMode: TimeMode;
  spacing: TextSpacing;
  hasHeader: boolean;
};

type ColumnSample = { longest: LongestTexts; rowCountStep: number };

/**
 * Computes column widths: set by the user, or fitted to the heading and sampled values. Automatic widths only grow, so
 * that filtering does not move columns.
 * @returns the widths, and the widths at which no sampled value is truncated
 */
export function useAutosizedColumns(
  columns: readonly GridColumn[],
  { rows, timeMode, spacing, hasHeader }: AutosizeOptions,
) {
  // by column; a cache, so updates in discarded renders are harmless
  const [samples] = useState(() => new Map<string, ColumnSample>());
  const [, setLater] = useState(0);

  // samples again whenever the row count quadruples
  const grown = Math.ceil(Math.log2(rows.count + 1) / 2);
  for (const column of columns) {
    const known = getColumnSample(samples, column, timeMode);
    if (known.rowCountStep >= grown) continue;
    known.rowCountStep = grown;
    if (column.sampleValue !== undefined) addTextSample(known.longest, column.sampleValue, column, timeMode);
    for (const row of sampleRowIndexes(rows.count, INITIAL_SAMPLE_ROWS)) {
      addTextSample(known.longest, rows.getCellValue(row, column), column, timeMode);
    }
  }

  const sampleRow = useEffectEvent((row: number) => {
    if (row >= rows.count) return;
    for (const column of columns) {
      addTextSample(
        getColumnSample(samples, column, timeMode).longest,
        rows.getCellValue(row, column),
        column,
        timeMode,
      );
    }
  });
  const keys = columns.map(({ key, type }) => `${key} ${type} ${timeMode}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns and values are sampled when idle
  useEffect(() => {
    const sample = sampleRowIndexes(rows.count, IDLE_SAMPLE_ROWS);
    const look = () => {
      for (let seen = 0; seen < SLICE_ROWS; seen++) {
        const { value, done } = sample.next();
        if (done) return setLater((count) => count + 1);
        sampleRow(value);
      }
      timer = setTimeout(look);
    };
    let timer = setTimeout(look, IDLE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [keys, rows.version, rows.count]);

  const full = useCallback(
    (column: GridColumn) =>
      measureFullWidth(column, getColumnSample(samples, column, timeMode).longest, spacing, hasHeader),
    [samples, timeMode, spacing, hasHeader],
  );
  const widths = columns.map((column) => column.width ?? capAutoWidth(column, full(column))).join(' ');
  // stable while columns and widths are unchanged
  const sized = useMemo((): readonly SizedColumn[] => {
    const widthsPx = widths.split(' ').map(Number);
    return columns.map((column, index) =>
      column.width === undefined
        ? { ...column, width: widthsPx[index] ?? 0 }
        : { ...column, width: column.width, fill: false, isWidthSet: true },
    );
  }, [columns, widths]);
  return { sized, full };
}

function getColumnSample(
  met: Map<string, ColumnSample>,
  { key, type, showSeconds, getText }: GridColumn,
  mode: TimeMode,
): ColumnSample {
  const name = type === 'time' && !getText ? `${mode}${showSeconds ? ' s' : ''} ${key}` : `${type} ${key}`;
  let known = met.get(name);
  if (!known) {
    known = { longest: [], rowCountStep: 0 };
    met.set(name, known);
  }
  return known;
}
