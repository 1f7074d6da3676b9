import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import { counted, formatCount } from '#lib/counts.ts';
import type { ExportProgress } from '#pipeline/ask/exportPages.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import { type ExportWish, reportWords, size } from './documentExport.ts';
import classes from './Export.module.css';

/** An export at work, and then what it was. */
export function ExportLine() {
  const { work } = useResults();
  const { state, start, pause, cancel, dismiss } = work;
  // one that was cancelled keeps what there is, and nobody is asked
  if (state.kind === 'idle' || state.kind === 'cancelled') return null;
  if (state.kind === 'failed') {
    return (
      <div className={classes['line']} role="alert">
        <span>The file could not be written: {state.message}</span>
        <Button look="plain" onClick={dismiss} aria-label="Dismiss the export">
          Dismiss
        </Button>
      </div>
    );
  }
  if (state.kind === 'running') {
    const { progress, paused, wish, watch } = state;
    const done = progress && doneOf(progress, wish);
    return (
      <section className={classes['line']} aria-label="Export">
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
    <section className={classes['line']} aria-label="Export" data-changed={report.changed || undefined}>
      <span role="status">{reportWords(state)}</span>
      {!report.complete && (
        <Button onClick={() => start({ ...wish, from: report.nextPage, total: undefined })}>
          Go on from page {report.nextPage}
        </Button>
      )}
      <Button look="plain" onClick={dismiss} aria-label="Dismiss the export">
        Dismiss
      </Button>
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
