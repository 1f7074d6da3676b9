import { useMemo, useState } from 'react';
import { useDevice } from '#features/device/DeviceProvider.tsx';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { createDocumentColumns, type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { Select } from '#ui/controls/Select.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import classes from './DocumentsPane.module.css';
import type { DocumentsSearchResult } from './useDeviceDocuments.ts';

const DocumentsChart = lazyComponent(async () => (await import('./DocumentsChart.tsx')).DocumentsChart, {
  fallback: () => <Skeleton label="Loading the chart" rows={6} />,
});

const NO_PLAIN_COLUMNS: ReadonlySet<string> = new Set();

export function DocumentsResult({ result }: { result: DocumentsSearchResult }) {
  const { deviceID } = useDevice();
  const { documents, criteria } = result;
  const columns = useMemo(() => createDocumentColumns(documents, NO_PLAIN_COLUMNS), [documents]);
  if (!criteria.field) {
    return (
      <EmptyState title="No device ID field found">
        {`No field on the first page of ${criteria.collection} contains the ID of a loaded device. Enter the name of the field.`}
      </EmptyState>
    );
  }
  if (documents.length === 0) {
    return (
      <EmptyState title="No documents">{`No document in ${criteria.collection} has ${criteria.field} = ${deviceID}.`}</EmptyState>
    );
  }
  const others = columns
    .filter(({ key }) => key !== criteria.field)
    .map((column) => createGridColumn(column, criteria.collection));
  return (
    <div className={classes['container']}>
      <div className={classes['found']}>
        <div className={classes['table']}>
          <DataGrid
            label="Documents for this device"
            columns={{ all: others }}
            rows={{
              count: documents.length,
              getCellValue: (row, { key }) => {
                const [document, column] = [documents[row], columns.find((candidate) => candidate.key === key)];
                return document && column && getValueAtPath(document, column.path);
              },
              version: documents,
              compact: true,
            }}
          />
        </div>
        <DocumentsPlot result={result} columns={columns} />
      </div>
      <p className={shared['small']}>{describeResult(result)}</p>
    </div>
  );
}

function DocumentsPlot({ result, columns }: { result: DocumentsSearchResult; columns: readonly DocumentColumn[] }) {
  const { documents, criteria } = result;
  const numeric = useMemo(() => columns.filter((column) => isNumeric(column, documents)), [columns, documents]);
  const [picked, setPicked] = useState<string>();
  const plotted = numeric.find(({ key }) => key === picked) ?? numeric[0];
  if (!plotted) return null;
  return (
    <section className={classes['chart']} aria-label="Documents chart">
      <Select
        aria-label="Chart field"
        options={numeric.map(({ key, label }) => ({ value: key, label }))}
        value={plotted.key}
        onValueChange={setPicked}
      />
      <DocumentsChart documents={documents} column={plotted} time={columns.find(({ key }) => key === criteria.time)} />
    </section>
  );
}

function createGridColumn(column: DocumentColumn, collection: string): GridColumn {
  return {
    ...column,
    sortable: false,
    ...(column.key === 'documentID' && {
      getHref: (value) =>
        typeof value === 'string' && value !== ''
          ? buildDatastoreUrl({ collection, documentID: value, pipeline: [], page: 1, view: 'table' })
          : undefined,
    }),
  };
}

function isNumeric({ path, time }: DocumentColumn, documents: readonly JsonObject[]): boolean {
  return time === undefined && documents.some((document) => typeof getValueAtPath(document, path) === 'number');
}

function describeResult({
  documents,
  isSorted,
  hasMore,
  criteria,
  requestCount,
  durationMs,
}: DocumentsSearchResult): string {
  const count = formatCountWithNoun(documents.length, 'document');
  const order = isSorted
    ? `Newest ${count} by ${criteria.time} (sort, an extension of this service)`
    : `First ${count}, in the service’s order`;
  const all = hasMore ? '' : '; there are no more';
  return `${order}${all} · ${formatCountWithNoun(requestCount, 'request')}, ${formatCount(Math.round(durationMs))} ms`;
}
