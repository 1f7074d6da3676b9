import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import results from '#features/datastore/results/Results.module.css';
import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import { counted } from '#lib/counts.ts';
import { EXPORT_FORMATS, type ExportFormat } from '#pipeline/ask/exportPages.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './Export.module.css';

const FORMATS: Record<ExportFormat, string> = {
  ndjson: 'NDJSON, a document a line',
  json: 'JSON, one list',
  csv: 'CSV, a column a field',
};

/** Opens the choice of what is written. */
export function ExportMenu() {
  const { state } = useResults().work;
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      label="Export"
      opened={opened}
      onToggle={setOpened}
      place={{ width: 300, align: 'end' }}
      opener={(control) => (
        <Button
          {...control}
          look="plain"
          icon={<IconDownload size={16} stroke={1.5} aria-hidden />}
          aria-label="Export"
          data-tip="Export"
          data-tip-narrow
          disabled={state.kind === 'running'}
        >
          <span className={results['word']}>Export</span>
        </Button>
      )}
    >
      <ExportForm onStart={() => setOpened(false)} />
    </Popover>
  );
}

/** What will be written: this page or all of them, and as what. */
function ExportForm({ onStart }: { onStart: () => void }) {
  const { state: query, pages } = useDatastore();
  const { count, work } = useResults();
  const { page } = query;
  const { data } = pages.current;
  const rows = data?.documents.length ?? 0;
  const total = data?.total ?? count.result?.rows;
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const [scope, setScope] = useState<'all' | 'page'>('all');
  const start = () => {
    onStart();
    const whole = scope === 'all';
    work.start({ query, format, from: whole ? 1 : page, until: whole ? undefined : page, total: whole ? total : rows });
  };
  const documents = counted(rows, 'document');
  const twice = format === 'csv' && scope === 'all';
  return (
    <div className={classes['form']}>
      <FormField label="Documents">
        {(control) => (
          <Pick
            {...control}
            size="form"
            options={[
              { value: 'all', label: 'all pages' },
              { value: 'page', label: `this page, ${documents}` },
            ]}
            value={scope}
            onPick={setScope}
          />
        )}
      </FormField>
      <FormField
        label="Format"
        hint={twice ? 'Pages are fetched twice: for the columns, then for the rows.' : undefined}
      >
        {(control) => (
          <Pick
            {...control}
            size="form"
            options={EXPORT_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
            value={format}
            onPick={setFormat}
          />
        )}
      </FormField>
      <Button look="primary" size="form" onClick={start}>
        {scope === 'page' ? `Export ${documents}` : 'Export all pages'}
      </Button>
    </div>
  );
}
