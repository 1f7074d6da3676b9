import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import { ToolButton } from '#features/datastore/results/ToolButton.tsx';
import { useColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { EXPORT_FORMATS, type ExportFormat } from '#pipeline/ask/exportPages.ts';
import { arranged } from '#pipeline/documents/columnChoice.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { exportDocuments } from './documentExport.ts';

const FORMATS: Record<ExportFormat, string> = {
  ndjson: 'NDJSON, a document a line',
  json: 'JSON, one list',
  csv: 'CSV, a column a field',
};

export function ExportMenu() {
  return (
    <Popover
      label="Export"
      found
      place={{ width: 300, align: 'end' }}
      opener={(control) => (
        <ToolButton {...control} word="Export" Icon={IconDownload} data-tip="Export" data-tip-narrow />
      )}
    >
      {(close) => <ExportForm onStart={close} />}
    </Popover>
  );
}

type Choice = { scope: 'all' | 'page'; format: ExportFormat; columns: 'shown' | 'all' };

function useExport() {
  const { savedId, state: query, pages } = useDatastore();
  const { firstPage } = useConnectionInUse();
  const { count, arrangement } = useResults();
  const order = useColumnChoice(savedId, query.collection).choice;
  const times = useTimeMode();
  const { columns, plain, hidden } = arrangement;
  const [choice, setChoice] = useState<Choice>({
    scope: 'all',
    format: 'ndjson',
    columns: hidden.length > 0 ? 'shown' : 'all',
  });
  const { page } = query;
  const { data } = pages.current;
  const rows = data?.documents.length ?? 0;
  const whole = choice.scope === 'all';
  const start = () =>
    exportDocuments({
      query,
      firstPage,
      format: choice.format,
      table: {
        columns: choice.columns === 'shown' ? columns : undefined,
        columnsOf: (met) => arranged(met.columns(plain), { ...order, hidden: [] }).visible,
        times,
      },
      from: whole ? 1 : page,
      until: whole ? undefined : page,
      total: whole ? (data?.total ?? count.result?.rows) : rows,
    });
  return {
    choice,
    choose: (part: Partial<Choice>) => setChoice({ ...choice, ...part }),
    rows,
    shown: columns.length,
    start,
  };
}

function ExportForm({ onStart }: { onStart: () => void }) {
  const { choice, choose, rows, shown, start } = useExport();
  const { scope, format, columns } = choice;
  const documents = pluralize(rows, 'document');
  const twice = columns === 'all' && scope === 'all';
  return (
    <div className={shared['panel']}>
      <FormField label="Documents">
        <Pick
          size="form"
          options={[
            { value: 'all', label: 'all pages' },
            { value: 'page', label: `this page, ${documents}` },
          ]}
          value={scope}
          onPick={(next) => choose({ scope: next })}
        />
      </FormField>
      <FormField label="Format">
        <Pick
          size="form"
          options={EXPORT_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
          value={format}
          onPick={(next) => choose({ format: next })}
        />
      </FormField>
      {format === 'csv' && (
        <FormField
          label="Columns"
          hint={twice ? 'Pages are fetched twice: for the columns, then for the rows.' : undefined}
        >
          <Pick
            size="form"
            options={[
              { value: 'shown', label: `the ${shown} shown` },
              { value: 'all', label: 'all that any document has' },
            ]}
            value={columns}
            onPick={(next) => choose({ columns: next })}
          />
        </FormField>
      )}
      <Button
        look="primary"
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
