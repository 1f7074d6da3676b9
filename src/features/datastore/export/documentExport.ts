import { ApiError, isRetryable } from '#api/apiError.ts';
import { askWith } from '#features/datastore/results/usePages.ts';
import { createFileWriter } from '#lib/fileWriter.ts';
import { formatBytes, pluralize } from '#lib/formatNumber.ts';
import type { TaskContext, TaskProgress, TaskReport } from '#lib/tasks/backgroundTask.ts';
import { runFileTask, type WrittenFile } from '#lib/tasks/fileTask.ts';
import { retryUntilOnline } from '#lib/tasks/retryUntilOnline.ts';
import {
  type ExportFormat,
  type ExportProgress,
  type ExportReport,
  exportPages,
  type TableWish,
} from '#pipeline/ask/exportPages.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { currentSession } from '#session/session.ts';
import { beginWork } from '#session/workTray.ts';

/** What is to be written; `until` is the last page, or none for all of them; `total` its documents, where that is known. */
type ExportWish = {
  query: Query;
  /** How the service counts its pages. */
  firstPage: number;
  format: ExportFormat;
  table: TableWish;
  from: number;
  until: number | undefined;
  total: number | undefined;
};

const TYPES: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: 'text/csv',
};

/** Writes documents to a file that is chosen now, whatever page is looked at meanwhile. */
export function exportDocuments(wish: ExportWish): void {
  const name = fileName(wish);
  beginWork<ExportProgress, WrittenFile<ExportReport>>({
    title: name,
    run: (hands) =>
      runFileTask(hands, {
        open: () => createFileWriter(name, TYPES[wish.format]),
        write: (open) => writePages(wish, open),
      }),
    describeProgress: (progress) => headway(progress, wish),
    createReport: (written) => outcome(written, wish),
    describeError: ({ message }) => `The file could not be written: ${message}`,
    pausable: true,
    finishesAfterCancel: true,
  });
}

type Writing = TaskContext<ExportProgress> & { write: (text: string) => Promise<void> };

async function writePages({ query, firstPage, format, table, from, until }: ExportWish, hands: Writing) {
  const ask = (page: number, signal: AbortSignal) => {
    const { connection } = currentSession();
    if (!connection) throw new Error('Nobody is signed in.');
    return askWith(connection, firstPage)(query, page, signal, { fresh: true, once: true });
  };
  const report = await exportPages({
    ...hands,
    ask: async (page, signal) => (await retryUntilOnline(hands, () => ask(page, signal), RETRY_OPTIONS)).documents,
    format,
    table,
    from,
    ...(until !== undefined && { until }),
    onProgress: hands.reportProgress,
  });
  const { complete, pass, error } = report;
  // a table whose columns are not known is none
  if (complete || pass === 'rows') return report;
  if (error && !hands.signal.aborted) throw error;
  return undefined;
}

const RETRY_OPTIONS = {
  describeConnectionLoss: (error: unknown) => {
    if (!currentSession().connection) return 'sign in again, then go on';
    // a pause that the service asks for is kept by whoever asks for pages
    if (!(error instanceof ApiError) || error.kind === 'tooMany') return undefined;
    const passes = isRetryable(error) || error.kind === 'timeout' || error.kind === 'unreadable';
    return passes ? error.message.replace(/\.$/, '') : undefined;
  },
  needsUser: () => !currentSession().connection,
};

/** The collection's name as far as files may be called so. */
function fileName({ query, format, from }: ExportWish): string {
  const safe = query.collection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'documents';
  return `${safe}${from > 1 ? `-from-page-${from}` : ''}.${format}`;
}

function headway({ documents, duplicates, characters, pass }: ExportProgress, wish: ExportWish): TaskProgress {
  const { total, format, table } = wish;
  const size = pass === 'columns' ? 'looking for columns' : formatBytes(characters);
  if (!total) return { text: `${pluralize(documents, 'document')}, ${size}` };
  const once = Math.min(1, (documents + duplicates) / total);
  // that of all columns walks through it twice
  const twice = format === 'csv' && !table.columns;
  return { share: twice ? (pass === 'columns' ? once : 1 + once) / 2 : once, text: size };
}

/** What an export was, in sentences, and the way on from where it ended. */
function outcome({ name, ms, ...report }: WrittenFile<ExportReport>, wish: ExportWish): TaskReport {
  const { complete, documents, pages, duplicates, changed, characters, error, nextPage } = report;
  const took = `in ${(ms / 1000).toFixed(1)} s`;
  const what = `${pluralize(documents, 'document')} of ${pluralize(pages, 'page')}, ${formatBytes(characters)} ${took}`;
  const sentences = [
    complete ? `Exported ${what}.` : `Stopped after ${what}.`,
    error && error.name !== 'AbortError' && !complete ? error.message : '',
    duplicates > 0 ? `${duplicates} that came twice were left out.` : '',
    changed ? 'The data changed during the export.' : '',
  ];
  return {
    title: name,
    text: sentences.filter((sentence) => sentence !== '').join(' '),
    hasWarnings: changed || !complete,
    action: complete
      ? undefined
      : {
          label: `Go on from page ${nextPage}`,
          run: () => exportDocuments({ ...wish, from: nextPage, total: undefined }),
        },
  };
}
