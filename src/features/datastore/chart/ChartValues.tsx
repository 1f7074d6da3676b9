import { useCallback, useMemo } from 'react';
import { roundMean } from '#lib/formatNumber.ts';
import type { Drawn, DrawnLine } from '#pipeline/documents/chartLines.ts';
import { type DocumentColumn, valueAt } from '#pipeline/documents/documentColumns.ts';
import { Pick } from '#ui/controls/Pick.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './ResultChart.module.css';

/** Maximum number of series in one list. */
const SERIES_MAX = 1000;

const INDEX_COLUMN: GridColumn = { key: '#', label: 'index', type: 'number', sortable: false };

/** The chart's values as a grid in axis order; for a split chart, those of the selected series. */
export function ChartValues({ drawn, onSeries }: { drawn: Drawn; onSeries: (id: string) => void }) {
  const values = useMemo(
    () => (drawn.documents ? documentValues(drawn, drawn.documents) : spreadValues(drawn)),
    [drawn],
  );
  const { columns, valueBy } = values;
  const cell = useCallback((row: number, { key }: GridColumn) => valueBy.get(key)?.(row), [valueBy]);
  const { legend } = drawn.lines[0] ?? {};
  const chosen = legend?.rows[legend.chosen];
  const part = chosen?.name;
  return (
    <div className={classes['values']}>
      {legend && part !== undefined && (
        <p className={`${classes['series']} ${shared['row']}`}>
          Series
          <Pick
            aria-label="Series of the values"
            options={[...legend.rows, ...(drawn.hidden ?? []).slice(0, SERIES_MAX)].map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
            value={chosen?.id ?? ''}
            onPick={onSeries}
          />
        </p>
      )}
      <DataGrid
        label={part === undefined ? 'Values of the chart' : `Values of the chart, ${part}`}
        columns={{ all: columns }}
        rows={{ count: drawn.xs.length, cell, version: cell, compact: true }}
      />
    </div>
  );
}

type Values = { columns: GridColumn[]; valueBy: Map<string, (row: number) => unknown> };

function documentValues(drawn: Drawn, documents: NonNullable<Drawn['documents']>): Values {
  const fields = [drawn.axis, ...drawn.lines.map(({ column }) => column)];
  return {
    columns: fields.map((column) => (column ? plain(column) : INDEX_COLUMN)),
    valueBy: new Map(
      fields.map((column) => [
        column?.key ?? INDEX_COLUMN.key,
        (row) => (column ? documents[row] && valueAt(documents[row], column.path) : row + 1),
      ]),
    ),
  };
}

function spreadValues({ axis, xs, lines }: Drawn): Values {
  const valueBy: Values['valueBy'] = new Map();
  const place: GridColumn = axis
    ? { ...plain(axis), type: 'time', seconds: true, msOf: (value) => Number(value) }
    : INDEX_COLUMN;
  valueBy.set(place.key, (row) => Math.round(xs[row] ?? 0));
  const columns = lines.flatMap((line) =>
    SPREAD.map(({ word, of }): GridColumn => {
      const key = `${word} ${line.column.key}`;
      valueBy.set(key, (row) => of(line, row));
      const part = line.legend?.rows[line.legend.chosen]?.name;
      const label = part === undefined ? `${line.label} ${word}` : `${line.label} ${word}, ${part}`;
      return { key, label, type: 'number', sortable: false };
    }),
  );
  return { columns: [place, ...columns], valueBy };
}

const SPREAD: readonly { word: string; of: (line: DrawnLine, stop: number) => number | undefined }[] = [
  { word: 'least', of: ({ least }, stop) => finite(least?.[stop]) },
  { word: 'mean', of: ({ ys }, stop) => finite(roundMean(ys[stop] ?? Number.NaN)) },
  { word: 'most', of: ({ most }, stop) => finite(most?.[stop]) },
];

function finite(value = Number.NaN): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function plain({ pinned: _, heading: __, ...column }: DocumentColumn): GridColumn {
  return { ...column, sortable: false };
}
