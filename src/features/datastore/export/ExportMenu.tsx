import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { useDocumentColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { applyColumnChoice } from '#pipeline/documents/columnChoice.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { DOCUMENT_EXPORT_FORMATS, type DocumentExportFormat } from '#pipeline/run/exportPages.ts';
import { useServices } from '#services/ServicesProvider.tsx';
import { useCurrentConnection } from '#session/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { getRowNoun, startDocumentExport } from './startDocumentExport.ts';

const FORMAT_LABELS: Record<DocumentExportFormat, string> = {
  ndjson: 'NDJSON, one document per line',
  json: 'JSON, one array',
  csv: 'CSV, one column per field',
};

export function ExportMenu() {
  return (
    <Popover
      label="Export"
      inPalette
      placement={{ width: 300, align: 'end' }}
      renderTrigger={(control) => (
        <ToolbarButton {...control} label="Export" Icon={IconDownload} data-tip="Export" data-tip-narrow />
      )}
    >
      {(close) => <DocumentExportForm onStart={close} />}
    </Popover>
  );
}

type ExportChoice = { scope: 'all' | 'page'; format: DocumentExportFormat; columns: 'shown' | 'all' };

function useExportForm() {
  const services = useServices();
  const { savedConnectionId, state: query, pages } = useDatastore();
  const { supportsGroup, bulkPageSize } = useQueryService();
  const { firstPage } = useCurrentConnection();
  const { rows: result, count, arrangement } = useResults();
  const order = useDocumentColumnChoice(savedConnectionId, query.collection).choice;
  const times = useTimeMode();
  const { columns, rawColumns, hidden } = arrangement;
  const [choice, setChoice] = useState<ExportChoice>({
    scope: 'all',
    format: 'ndjson',
    columns: hidden.length > 0 ? 'shown' : 'all',
  });
  const { page } = query;
  const { data } = pages.current;
  const noun = getRowNoun({ query });
  const rows = data?.documents.length ?? 0;
  const isWholeResult = choice.scope === 'all';
  const start = () =>
    startDocumentExport(services, {
      query,
      firstPage,
      supportsGroup,
      pageSize: isWholeResult ? bulkPageSize : undefined,
      format: choice.format,
      table: {
        columns: choice.columns === 'shown' ? columns : undefined,
        createColumns: (met) =>
          applyColumnChoice(met.createColumns(rawColumns, findResultGrouping(query.pipeline)), { ...order, hidden: [] })
            .visible,
        times,
      },
      from: isWholeResult ? 1 : page,
      until: isWholeResult ? undefined : page,
      total: isWholeResult ? (data?.total ?? count.result?.rows) : rows,
      loaded: noun === 'group' && page === 1 && result.more === 'no' ? result.documents : undefined,
    });
  return {
    choice,
    choose: (part: Partial<ExportChoice>) => setChoice({ ...choice, ...part }),
    rows,
    shown: columns.length,
    noun,
    start,
  };
}

function DocumentExportForm({ onStart }: { onStart: () => void }) {
  const { choice, choose, rows, shown, noun, start } = useExportForm();
  const { scope, format, columns } = choice;
  const documents = formatCountWithNoun(rows, noun);
  const readsTwice = columns === 'all' && scope === 'all';
  return (
    <div className={shared['panel']}>
      <FormField label={noun === 'group' ? 'Groups' : 'Documents'}>
        <Select
          size="form"
          options={[
            { value: 'all', label: 'all pages' },
            { value: 'page', label: `this page, ${documents}` },
          ]}
          value={scope}
          onValueChange={(next) => choose({ scope: next })}
        />
      </FormField>
      <FormField label="Format">
        <Select
          size="form"
          options={DOCUMENT_EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={format}
          onValueChange={(next) => choose({ format: next })}
        />
      </FormField>
      {format === 'csv' && (
        <FormField
          label="Columns"
          hint={readsTwice ? 'Fetches every page twice: first for the columns, then for the rows.' : undefined}
        >
          <Select
            size="form"
            options={[
              { value: 'shown', label: `the ${shown} shown` },
              { value: 'all', label: `all fields of all ${noun}s` },
            ]}
            value={columns}
            onValueChange={(next) => choose({ columns: next })}
          />
        </FormField>
      )}
      <Button
        variant="primary"
        size="form"
        onClick={() => {
          onStart();
          start();
        }}
      >
        {scope === 'page' ? `Export ${documents}` : 'Export all pages'}
      </Button>
    </div>
  );
}
