import { useCallback, useMemo } from 'react';
import { COLUMNS_BEFORE } from '#features/datastore/groups/usePeriodBefore.ts';
import { roundMean } from '#lib/formatNumber.ts';
import type { ChartData, ChartLineData } from '#pipeline/documents/chartData.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { Select } from '#ui/controls/Select.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './ResultChart.module.css';

const SERIES_OPTIONS_MAX = 1000;

const INDEX_COLUMN: GridColumn = { key: '#', label: 'index', type: 'number', sortable: false };

export function ChartDataTable({ drawn, onSelectSeries }: { drawn: ChartData; onSelectSeries: (id: string) => void }) {
  const { columns, getterByKey } = useMemo(() => {
    const values = drawn.documents ? createDocumentTable(drawn, drawn.documents) : createAggregateTable(drawn);
    const before = createColumnsBefore(drawn);
    return {
      columns: [...values.columns, ...before.columns],
      getterByKey: new Map([...values.getterByKey, ...before.getterByKey]),
    };
  }, [drawn]);
  const cell = useCallback((row: number, { key }: GridColumn) => getterByKey.get(key)?.(row), [getterByKey]);
  const { legend } = drawn.lines[0] ?? {};
  const chosen = legend?.rows[legend.chosen];
  const part = chosen?.name;
  return (
    <div className={classes['values']}>
      {legend && part !== undefined && (
        <p className={`${classes['series']} ${shared['row']}`}>
          Series
          <Select
            aria-label="Series"
            options={[...legend.rows, ...(drawn.hidden ?? []).slice(0, SERIES_OPTIONS_MAX)].map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
            value={chosen?.id ?? ''}
            onValueChange={onSelectSeries}
          />
        </p>
      )}
      <DataGrid
        label={part === undefined ? 'Chart values' : `Chart values, ${part}`}
        columns={{ all: columns }}
        rows={{ count: drawn.xs.length, getCellValue: cell, version: cell, compact: true }}
      />
    </div>
  );
}

type ChartTableData = { columns: GridColumn[]; getterByKey: Map<string, (row: number) => unknown> };

function createDocumentTable(drawn: ChartData, documents: NonNullable<ChartData['documents']>): ChartTableData {
  const fields = [drawn.axis, ...drawn.lines.map(({ column }) => column)];
  return {
    columns: fields.map((column) => (column ? toGridColumn(column) : INDEX_COLUMN)),
    getterByKey: new Map(
      fields.map((column) => [
        column?.key ?? INDEX_COLUMN.key,
        (row) => (column ? documents[row] && getValueAtPath(documents[row], column.path) : row + 1),
      ]),
    ),
  };
}

function createColumnsBefore({ lines }: ChartData): ChartTableData {
  const getterByKey: ChartTableData['getterByKey'] = new Map();
  const columns = lines.flatMap(({ column, label, before }) =>
    (before ? COLUMNS_BEFORE : []).map(({ word, of }): GridColumn => {
      const key = `${word} ${column.key}`;
      getterByKey.set(key, (row) => {
        return toFiniteNumber(of(before?.current[row] ?? Number.NaN, before?.compared[row] ?? Number.NaN));
      });
      return { key, label: `${label} ${word}`, type: 'number', sortable: false };
    }),
  );
  return { columns, getterByKey };
}

function createAggregateTable({ axis, xs, lines }: ChartData): ChartTableData {
  const valueBy: ChartTableData['getterByKey'] = new Map();
  const axisColumn: GridColumn = axis
    ? { ...toGridColumn(axis), type: 'time', showSeconds: true, toMs: (value) => Number(value) }
    : INDEX_COLUMN;
  valueBy.set(axisColumn.key, (row) => Math.round(xs[row] ?? 0));
  const columns = lines.flatMap((line) =>
    (line.stack && line.legend ? BAR_VALUES : AGGREGATES).map(({ word, of }): GridColumn => {
      const key = `${word} ${line.column.key}`;
      valueBy.set(key, (row) => of(line, row, xs[row]));
      const part = line.legend?.rows[line.legend.chosen]?.name;
      const label = part === undefined ? `${line.label} ${word}` : `${line.label} ${word}, ${part}`;
      return { key, label, type: 'number', sortable: false };
    }),
  );
  return { columns: [axisColumn, ...columns], getterByKey: valueBy };
}

type LineValue = {
  word: string;
  of: (line: ChartLineData, stop: number, at: number | undefined) => number | undefined;
};

const AGGREGATES: readonly LineValue[] = [
  { word: 'least', of: ({ least }, stop) => toFiniteNumber(least?.[stop]) },
  { word: 'mean', of: ({ ys }, stop) => toFiniteNumber(roundMean(ys[stop] ?? Number.NaN)) },
  { word: 'most', of: ({ most }, stop) => toFiniteNumber(most?.[stop]) },
];

const BAR_VALUES: readonly LineValue[] = [
  { word: 'value', of: ({ ys }, stop) => toFiniteNumber(ys[stop]) },
  { word: 'total', of: ({ stack }, _, at = Number.NaN) => stack?.totals.get(at) ?? 0 },
];

function toFiniteNumber(value = Number.NaN): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function toGridColumn({ pinned: _, isRowHeader: __, ...column }: DocumentColumn): GridColumn {
  return { ...column, sortable: false };
}
