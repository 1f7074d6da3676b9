import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import { ToolButton } from '#features/datastore/results/ToolButton.tsx';
import { counted, formatCount } from '#lib/counts.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportProgress } from '#pipeline/ask/exportPages.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import shared from '#ui/theme/shared.module.css';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import { type ExportWish, reportWords, size } from './documentExport.ts';
import classes from './Export.module.css';

const FORMATS: Record<ExportFormat, string> = {
  ndjson: 'NDJSON, a document a line',
  json: 'JSON, one list',
  csv: 'CSV, a column a field',
};

export function ExportMenu() {
  const running = useResults().work.state.kind === 'running';
  return (
    <Popover
      label="Export"
      place={{ width: 300, align: 'end' }}
      opener={(control) => (
        <ToolButton
          {...control}
          word="Export"
          Icon={IconDownload}
          data-tip="Export"
          data-tip-narrow
          disabled={running}
        />
      )}
    >
      {(close) => <ExportForm onStart={close} />}
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
    <div className={`${classes['form']} ${shared['panel']}`}>
      <FormField label="Documents">
        <Pick
          size="form"
          options={[
            { value: 'all', label: 'all pages' },
            { value: 'page', label: `this page, ${documents}` },
          ]}
          value={scope}
          onPick={setScope}
        />
      </FormField>
      <FormField
        label="Format"
        hint={twice ? 'Pages are fetched twice: for the columns, then for the rows.' : undefined}
      >
        <Pick
          size="form"
          options={EXPORT_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
          value={format}
          onPick={setFormat}
        />
      </FormField>
      <Button look="primary" size="form" onClick={start}>
        {scope === 'page' ? `Export ${documents}` : 'Export all pages'}
      </Button>
    </div>
  );
}

/** An export at work, and then what it was. */
export function ExportLine() {
  const { work } = useResults();
  const { state, start, pause, cancel } = work;
  // one that was cancelled keeps what there is, and nobody is asked
  if (state.kind === 'idle' || state.kind === 'cancelled') return null;
  const dismiss = (
    <Button look="plain" onClick={work.dismiss} aria-label="Dismiss the export">
      Dismiss
    </Button>
  );
  if (state.kind === 'failed') {
    return (
      <div className={`${classes['line']} ${shared['row']}`} role="alert">
        <span>The file could not be written: {state.message}</span>
        {dismiss}
      </div>
    );
  }
  if (state.kind === 'running') {
    const { progress, paused, wish, watch } = state;
    const done = progress && doneOf(progress, wish);
    return (
      <section className={`${classes['line']} ${shared['row']}`} aria-label="Export">
        <ProgressLine label="Exporting" done={done ?? (paused ? 0 : undefined)} />
        <span role="status">
          {paused && 'Paused. '}
          {progress ? progressWords(progress, wish.total) : 'Exporting …'}
        </span>
        <Elapsed watch={watch} />
        <Button onClick={() => pause(!paused)}>{paused ? 'Go on' : 'Pause'}</Button>
        <Button onClick={cancel} aria-label="Cancel the export">
          Cancel
        </Button>
      </section>
    );
  }
  const { report, wish } = state;
  return (
    <section
      className={`${classes['line']} ${shared['row']}`}
      aria-label="Export"
      data-changed={report.changed || undefined}
    >
      <span role="status">{reportWords(state)}</span>
      {!report.complete && (
        <Button onClick={() => start({ ...wish, from: report.nextPage, total: undefined })}>
          Go on from page {report.nextPage}
        </Button>
      )}
      {dismiss}
    </section>
  );
}

/** What share of it is done, 0 to 1; CSV walks through it twice. */
function doneOf({ documents, duplicates, pass }: ExportProgress, { format, total }: ExportWish): number | undefined {
  if (!total) return undefined;
  const share = Math.min(1, (documents + duplicates) / total);
  if (format !== 'csv') return share;
  return pass === 'columns' ? share / 2 : (1 + share) / 2;
}

function progressWords({ documents, pages, characters, pass }: ExportProgress, total: number | undefined): string {
  // more may have come since they were counted
  const inSight = total !== undefined && total >= documents;
  const done = inSight ? `${formatCount(documents)} of ${counted(total, 'document')}` : counted(documents, 'document');
  if (pass === 'columns') return `Looking for columns: ${done} on ${counted(pages, 'page')}`;
  return `${done}, ${counted(pages, 'page')}, ${size(characters)}`;
}
