import { useMemo, useState } from 'react';
import { useDevice } from '#features/device/DevicePlace.tsx';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { datastorePath } from '#paths/datastore.ts';
import { type DocumentColumn, documentColumns, valueAt } from '#pipeline/documents/documentColumns.ts';
import { Pick } from '#ui/controls/Pick.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { loaded } from '#ui/states/loaded.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DocumentsPane.module.css';
import type { FoundDocuments } from './useDeviceDocuments.ts';

const DocumentsChart = loaded(async () => (await import('./DocumentsChart.tsx')).DocumentsChart, {
  waiting: () => <Waiting label="Loading the chart" rows={6} />,
});

const NONE: ReadonlySet<string> = new Set();

export function DocumentsFound({ result }: { result: FoundDocuments }) {
  const { deviceID } = useDevice();
  const { documents, choice } = result;
  const columns = useMemo(() => documentColumns(documents, NONE), [documents]);
  if (!choice.field) {
    return (
      <EmptyState title="No field looks like a device’s ID">
        {`No field of a page of ${choice.collection} holds the ID of a device that is known here. Type its name.`}
      </EmptyState>
    );
  }
  if (documents.length === 0) {
    return (
      <EmptyState title="No documents">{`No document of ${choice.collection} has ${choice.field} ${deviceID}.`}</EmptyState>
    );
  }
  const others = columns
    .filter(({ key }) => key !== choice.field)
    .map((column) => gridColumn(column, choice.collection));
  return (
    <div className={classes['room']}>
      <div className={classes['found']}>
        <div className={classes['table']}>
          <DataGrid
            label="Documents of this device"
            columns={{ all: others }}
            rows={{
              count: documents.length,
              cell: (row, { key }) => {
                const [document, column] = [documents[row], columns.find((candidate) => candidate.key === key)];
                return document && column && valueAt(document, column.path);
              },
              version: documents,
              compact: true,
            }}
          />
        </div>
        <Plot result={result} columns={columns} />
      </div>
      <p className={shared['small']}>{wordsOf(result)}</p>
    </div>
  );
}

function Plot({ result, columns }: { result: FoundDocuments; columns: readonly DocumentColumn[] }) {
  const { documents, choice } = result;
  const numeric = useMemo(() => columns.filter((column) => isNumeric(column, documents)), [columns, documents]);
  const [picked, setPicked] = useState<string>();
  const plotted = numeric.find(({ key }) => key === picked) ?? numeric[0];
  if (!plotted) return null;
  return (
    <section className={classes['chart']} aria-label="Chart of the documents">
      <Pick
        aria-label="Field of the chart"
        options={numeric.map(({ key, label }) => ({ value: key, label }))}
        value={plotted.key}
        onPick={setPicked}
      />
      <DocumentsChart documents={documents} column={plotted} time={columns.find(({ key }) => key === choice.time)} />
    </section>
  );
}

function gridColumn(column: DocumentColumn, collection: string): GridColumn {
  return {
    ...column,
    sortable: false,
    ...(column.key === 'documentID' && {
      href: (value) =>
        typeof value === 'string' && value !== ''
          ? datastorePath({ collection, documentID: value, pipeline: [], page: 1, view: 'table' })
          : undefined,
    }),
  };
}

function isNumeric({ path, time }: DocumentColumn, documents: readonly JsonObject[]): boolean {
  return time === undefined && documents.some((document) => typeof valueAt(document, path) === 'number');
}

function wordsOf({ documents, sorted, more, choice, requests, tookMs }: FoundDocuments): string {
  const count = pluralize(documents.length, 'document');
  const order = sorted
    ? `Newest ${count} by ${choice.time} (sort, an extension of this service)`
    : `First ${count}, in the service’s order`;
  const all = more ? '' : '; there are no more';
  return `${order}${all} · ${pluralize(requests, 'request')}, ${formatCount(Math.round(tookMs))} ms`;
}
