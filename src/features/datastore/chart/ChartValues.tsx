import { useCallback, useMemo } from 'react';
import type { JsonObject } from '#lib/json/json.ts';
import type { ChartAxis, ChartPoints, ChartSeries } from '#pipeline/chart/chartSeries.ts';
import { type DocumentColumn, valueAt } from '#pipeline/documents/documentColumns.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import classes from './ResultChart.module.css';

type Props = {
  series: readonly ChartSeries[];
  points: ChartPoints;
  axis: ChartAxis;
  documents: readonly JsonObject[];
};

const INDEX: GridColumn = { key: '#', label: 'index', type: 'number', sortable: false };

/** What is drawn, as numbers, in the order of the axis. */
export function ChartValues({ series, points, axis, documents }: Props) {
  const columns = useMemo(() => {
    const plain = ({ pinned: _, heading: __, ...column }: DocumentColumn) => ({ ...column, sortable: false });
    return [axis ? plain(axis) : INDEX, ...series.map(({ column }) => plain(column))];
  }, [axis, series]);
  const byKey = useMemo(
    () => new Map([axis, ...series.map(({ column }) => column)].map((column) => [column?.key ?? INDEX.key, column])),
    [axis, series],
  );
  const cell = useCallback(
    (row: number, { key }: GridColumn) => {
      const column = byKey.get(key);
      const document = documents[points.rows[row] ?? -1];
      return column ? document && valueAt(document, column.path) : row + 1;
    },
    [byKey, documents, points],
  );
  return (
    <div className={classes['values']}>
      <DataGrid
        label="Values of the chart"
        columns={{ all: columns }}
        rows={{ count: points.rows.length, cell, version: cell, compact: true }}
      />
    </div>
  );
}
