import { useCallback, useMemo } from 'react';
import type { JsonObject } from '#lib/json/json.ts';
import { type DocumentColumn, valueAt } from '#pipeline/documents/documentColumns.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import type { Drawn } from './drawn.ts';
import classes from './ResultChart.module.css';

const INDEX: GridColumn = { key: '#', label: 'index', type: 'number', sortable: false };

/** What is drawn, as numbers, in the order of the axis. */
export function ChartValues({ drawn, documents }: { drawn: Drawn; documents: readonly JsonObject[] }) {
  const { rows } = drawn;
  const byKey = useMemo(() => {
    const fields = [drawn.axis, ...drawn.lines.map(({ column }) => column)];
    return new Map(fields.map((column) => [column?.key ?? INDEX.key, column]));
  }, [drawn]);
  const columns = useMemo(() => [...byKey.values()].map((column) => (column ? plain(column) : INDEX)), [byKey]);
  const cell = useCallback(
    (row: number, { key }: GridColumn) => {
      const column = byKey.get(key);
      const document = documents[rows[row] ?? -1];
      return column ? document && valueAt(document, column.path) : row + 1;
    },
    [byKey, documents, rows],
  );
  return (
    <div className={classes['values']}>
      <DataGrid
        label="Values of the chart"
        columns={{ all: columns }}
        rows={{ count: rows.length, cell, version: cell, compact: true }}
      />
    </div>
  );
}

function plain({ pinned: _, heading: __, ...column }: DocumentColumn): GridColumn {
  return { ...column, sortable: false };
}
