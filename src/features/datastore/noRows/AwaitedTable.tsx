import { useMemo } from 'react';
import { useColumnChoice } from '#features/datastore/results/columnChoices.ts';
import { arranged } from '#pipeline/documents/columnChoice.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';

type Props = { savedId: string; collection: string; known: readonly DocumentColumn[] };

/** The grid of documents that are on their way, where its columns are known from others of the collection. */
export function AwaitedTable({ savedId, collection, known }: Props) {
  const { choice } = useColumnChoice(savedId, collection);
  const columns = useMemo(() => arranged(known, choice).shown, [known, choice]);
  return (
    <DataGrid
      label="Documents to come"
      columns={{ all: columns }}
      rows={{ count: 0, cell: nothing, version: columns, waiting: true, busy: true }}
    />
  );
}

function nothing(): undefined {}
