import { useMemo } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { useColumnChoice } from '#features/datastore/results/columnChoices.ts';
import { arranged } from '#pipeline/documents/columnChoice.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';

/** The grid of documents that are on their way, where its columns are known from others of the collection. */
export function AwaitedTable({ columns: expected }: { columns: readonly DocumentColumn[] }) {
  const { savedId, state } = useDatastore();
  const { choice } = useColumnChoice(savedId, state.collection);
  const columns = useMemo(() => arranged(expected, choice).visible, [expected, choice]);
  return (
    <DataGrid
      label="Documents to come"
      columns={{ all: columns }}
      rows={{ count: 0, cell: nothing, version: columns, waiting: true, busy: true }}
    />
  );
}

function nothing(): undefined {}
