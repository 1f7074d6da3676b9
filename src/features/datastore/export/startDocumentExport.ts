import { createQueryClient } from '#api/queryClient.ts';
import { createInPageGroupStore } from '#features/datastore/groups/inPageGroupStore.ts';
import { createConnectionGuard, createRetryOptions } from '#features/datastore/results/createRetryOptions.ts';
import { createPageFetcher } from '#features/datastore/results/useResultPage.ts';
import { openFileWriter, toFileName } from '#lib/fileWriter.ts';
import { formatBytes, formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { TaskContext, TaskProgress, TaskReport } from '#lib/tasks/backgroundTask.ts';
import { retryUntilOnline } from '#lib/tasks/retryUntilOnline.ts';
import { type FileTaskResult, runFileTask } from '#lib/tasks/runFileTask.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import {
  type CsvTableSpec,
  type DocumentExportFormat,
  type DocumentExportProgress,
  type DocumentExportReport,
  exportPages,
} from '#pipeline/run/exportPages.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore } from '#session/sessionStore.ts';
import { createTaskTrayStore } from '#session/taskTray.ts';

/**
 * Parameters of an export. `until` is the last page, or undefined for all. `total` is the number of documents, if
 * known. `loaded` are all rows to export, if they need not be read.
 */
type DocumentExportOptions = {
  query: PipelineQuery;
  firstPage: number;
  supportsGroup: boolean;
  /** Page size that `from` and `until` refer to. Undefined if the service decides it. */
  pageSize: number | undefined;
  format: DocumentExportFormat;
  table: CsvTableSpec;
  from: number;
  until: number | undefined;
  total: number | undefined;
  loaded?: readonly JsonObject[] | undefined;
};

const MIME_TYPES: Record<DocumentExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  csv: 'text/csv',
};

export function startDocumentExport(services: ServiceContainer, options: DocumentExportOptions): void {
  const name = getFileName(options);
  services.get(createTaskTrayStore).start<DocumentExportProgress, FileTaskResult<DocumentExportReport>>({
    title: name,
    run: (task) =>
      runFileTask(task, {
        open: () => openFileWriter(name, MIME_TYPES[options.format]),
        write: (open) => writePages(services, options, open),
      }),
    describeProgress: (progress) => toTaskProgress(progress, options),
    createReport: (written) => createExportReport(services, written, options),
    describeError: ({ message }) => `Could not write the file: ${message}`,
    pausable: true,
    finishesAfterCancel: true,
  });
}

type ExportTaskContext = TaskContext<DocumentExportProgress> & { write: (text: string) => Promise<void> };

async function writePages(services: ServiceContainer, options: DocumentExportOptions, task: ExportTaskContext) {
  const { query, firstPage, supportsGroup, pageSize: bulkPageSize, format, table, from, until } = options;
  const session = services.get(createSessionStore);
  const queryClient = services.get(createQueryClient);
  const groups = services.get(createInPageGroupStore);
  const retryOptions = createRetryOptions(session);
  const getConnection = createConnectionGuard(session);
  const fetchPage = async (page: number, signal: AbortSignal, pageSize: number | undefined) => {
    const connection = await getConnection();
    const source = { queryClient, connection, firstPage, supportsGroup, bulkPageSize, groups, session };
    return createPageFetcher(source)(query, page, signal, { fresh: true, once: true, pageSize });
  };
  let whole = options.loaded;
  const report = await exportPages({
    ...task,
    fetchPage: async (page, signal, pageSize) => {
      if (whole) return page === (until ?? 1) ? whole : [];
      const { documents } = await retryUntilOnline(task, () => fetchPage(page, signal, pageSize), retryOptions);
      // a page of a requested size that is not full is the last one, and all groups are valid documents
      const isLast = page === 1 && pageSize !== undefined && documents.length < pageSize;
      if (isLast && hasGroupStage(query.pipeline)) whole = documents;
      return documents;
    },
    format,
    table,
    from,
    pageSize: bulkPageSize,
    ...(until !== undefined && { until }),
    onProgress: task.reportProgress,
  });
  const { complete, pass, error } = report;
  // a table without the columns pass is not valid
  if (complete || pass === 'rows') return report;
  if (error && !task.signal.aborted) throw error;
  return undefined;
}

/** Part of the 255 bytes that file systems allow. */
const NAME_LENGTH_MAX = 80;

function getFileName({ query, format, from, pageSize }: DocumentExportOptions): string {
  const keys = findResultGrouping(query.pipeline)?.keys.map((key) =>
    key.kind === 'time' ? `${key.per} of ${key.field}` : key.field,
  );
  const groups = keys ? ` groups${keys.length > 0 ? ` by ${keys.join(' and ')}` : ''}` : '';
  const safe = toFileName(query.collection + groups, 'documents').slice(0, NAME_LENGTH_MAX);
  const start =
    pageSize === undefined ? `page-${from}` : `${getRowNoun({ query })}-${getFirstDocument(from, pageSize)}`;
  return `${safe}${from > 1 ? `-from-${start}` : ''}.${format}`;
}

/** Noun of the rows, which are groups or documents. */
export function getRowNoun({ query }: Pick<DocumentExportOptions, 'query'>): string {
  return findResultGrouping(query.pipeline) ? 'group' : 'document';
}

/** Number of the first document of a page, counted from 1. */
function getFirstDocument(page: number, pageSize: number): number {
  return (page - 1) * pageSize + 1;
}

function toTaskProgress(
  { documents, duplicates, characters, pass }: DocumentExportProgress,
  options: DocumentExportOptions,
): TaskProgress {
  const { total, format, table } = options;
  const size = pass === 'columns' ? 'finding columns' : formatBytes(characters);
  if (!total) return { text: `${formatCountWithNoun(documents, getRowNoun(options))}, ${size}` };
  const readShare = Math.min(1, (documents + duplicates) / total);
  // an export of all columns reads every page twice
  const readsTwice = format === 'csv' && !table.columns;
  return { share: readsTwice ? (pass === 'columns' ? readShare : 1 + readShare) / 2 : readShare, text: size };
}

function createExportReport(
  services: ServiceContainer,
  { name, ms, ...report }: FileTaskResult<DocumentExportReport>,
  options: DocumentExportOptions,
): TaskReport {
  const { complete, documents, pages, duplicates, changed, characters, error, nextPage, pageSize } = report;
  const duration = `in ${(ms / 1000).toFixed(1)} s`;
  const summary = `${formatCountWithNoun(documents, getRowNoun(options))} of ${formatCountWithNoun(pages, 'page')}, ${formatBytes(characters)} ${duration}`;
  const sentences = [
    complete ? `Exported ${summary}.` : `Stopped after ${summary}.`,
    error && error.name !== 'AbortError' && !complete ? error.message : '',
    duplicates > 0 ? `${duplicates} skipped.` : '',
    changed ? 'The data changed during the export.' : '',
  ];
  return {
    title: name,
    text: sentences.filter((sentence) => sentence !== '').join(' '),
    hasWarnings: changed || !complete,
    action: complete
      ? undefined
      : {
          label:
            pageSize === undefined
              ? `Resume from page ${nextPage}`
              : `Resume from ${getRowNoun(options)} ${formatCount(getFirstDocument(nextPage, pageSize))}`,
          run: () => startDocumentExport(services, { ...options, from: nextPage, pageSize, total: undefined }),
        },
  };
}
