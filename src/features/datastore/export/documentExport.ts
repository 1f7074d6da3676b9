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

/** Parameters of an export. `until` is the last page, undefined for all; `total` is the number of documents, if known. */
type ExportWish = {
  query: Query;
  /** Number of the first page in the service's numbering. */
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
  // without the columns pass there is no valid table
  if (complete || pass === 'rows') return report;
  if (error && !hands.signal.aborted) throw error;
  return undefined;
}

const RETRY_OPTIONS = {
  describeConnectionLoss: (error: unknown) => {
    if (!currentSession().connection) return 'sign in again, then go on';
    // the page reader itself waits out a rate limit (429)
    if (!(error instanceof ApiError) || error.kind === 'tooMany') return undefined;
    const passes = isRetryable(error) || error.kind === 'timeout' || error.kind === 'unreadable';
    return passes ? error.message.replace(/\.$/, '') : undefined;
  },
  needsUser: () => !currentSession().connection,
};

function fileName({ query, format, from }: ExportWish): string {
  const safe = query.collection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'documents';
  return `${safe}${from > 1 ? `-from-page-${from}` : ''}.${format}`;
}

function headway({ documents, duplicates, characters, pass }: ExportProgress, wish: ExportWish): TaskProgress {
  const { total, format, table } = wish;
  const size = pass === 'columns' ? 'looking for columns' : formatBytes(characters);
  if (!total) return { text: `${pluralize(documents, 'document')}, ${size}` };
  const once = Math.min(1, (documents + duplicates) / total);
  // an export of all columns reads every page twice
  const twice = format === 'csv' && !table.columns;
  return { share: twice ? (pass === 'columns' ? once : 1 + once) / 2 : once, text: size };
}

/** Report of the finished export; an incomplete one has an action that continues from the next page. */
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
