import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import type { TimeMode } from '#lib/time/time.ts';
import { type DocumentColumn, DocumentFieldProfile } from '#pipeline/documents/documentColumns.ts';
import { createDocumentCsvFormatter } from '#pipeline/documents/documentCsv.ts';
import { type DocumentsFetcher, fetchPagesInOrder } from './fetchPagesInOrder.ts';

export const DOCUMENT_EXPORT_FORMATS = ['ndjson', 'json', 'csv'] as const;

export type DocumentExportFormat = (typeof DOCUMENT_EXPORT_FORMATS)[number];

/** Progress and final result of an export. `characters` approximates the number of bytes written. */
export type DocumentExportProgress = {
  pages: number;
  documents: number;
  characters: number;
  duplicates: number;
  /** CSV with all columns reads every page twice: once for the columns, once for the rows. */
  pass: 'columns' | 'rows';
};

export type DocumentExportReport = DocumentExportProgress & {
  complete: boolean;
  /** Page to resume from, numbered from 1, and the page size that it refers to. */
  nextPage: number;
  pageSize: number | undefined;
  changed: boolean;
  error: Error | undefined;
};

export type CsvTableSpec = {
  columns?: readonly DocumentColumn[] | undefined;
  createColumns: (met: DocumentFieldProfile) => readonly DocumentColumn[];
  times: TimeMode;
};

type ExportPagesOptions = {
  fetchPage: DocumentsFetcher;
  format: DocumentExportFormat;
  table?: CsvTableSpec;
  from: number;
  /** Number of documents per page, to which `from` and `until` refer. By default the service's own. */
  pageSize?: number | undefined;
  until?: number;
  write: (text: string) => Promise<void>;
  signal: AbortSignal;
  waitWhilePaused: () => Promise<void>;
  onProgress: (progress: DocumentExportProgress) => void;
  wait?: (ms: number) => Promise<void>;
};

const ATTEMPTS_MAX = 5;
const RETRY_MS = 1000;

/** Maximum number of IDs remembered to detect duplicates. Above it, duplicates are not detected. */
const IDS_MAX = 2_000_000;

/**
 * Exports every page of a query in order. Written data is kept when the export stops or a page fails. Rejects only if
 * `write` does.
 */
export async function exportPages(options: ExportPagesOptions): Promise<DocumentExportReport> {
  const { format, from, write, table = ALL_COLUMNS } = options;
  const run = new PageExporter(options);
  let { columns } = table;
  if (format === 'csv' && !columns) {
    const met = new DocumentFieldProfile();
    const walked = await run.processPages('columns', async (document) => met.add([document]));
    if (!walked.complete) return { ...walked, nextPage: from, pageSize: options.pageSize };
    columns = table.createColumns(met);
  }
  const csv = createDocumentCsvFormatter(columns ?? [], table.times);
  if (format === 'csv') await write(csv.head);
  if (format === 'json') await write('[');
  let first = true;
  const report = await run.processPages('rows', async (document) => {
    const text = format === 'csv' ? csv.row(document) : stringifyJson(document);
    const lead = format === 'json' ? (first ? '\n' : ',\n') : '';
    first = false;
    await run.write(lead + text + (format === 'ndjson' ? '\n' : ''));
  });
  if (format === 'json') await write('\n]\n');
  return report;
}

const ALL_COLUMNS: CsvTableSpec = { createColumns: (met) => met.createColumns(new Set()), times: 'utc' };

class PageExporter {
  private readonly options: ExportPagesOptions;
  private characters = 0;
  private buffer: string[] = [];
  private bufferedLength = 0;
  private previousCount: number | undefined;

  constructor(options: ExportPagesOptions) {
    this.options = options;
  }

  async write(text: string): Promise<void> {
    this.buffer.push(text);
    this.bufferedLength += text.length;
    this.characters += text.length;
    if (this.bufferedLength > 65_536) await this.flush();
  }

  async processPages(
    pass: 'columns' | 'rows',
    take: (document: JsonObject) => Promise<void>,
  ): Promise<DocumentExportReport> {
    const { from, onProgress } = this.options;
    const ids = new Set<string>();
    let [fetchPages, documents, duplicates, size, uneven] = [0, 0, 0, 0, false];
    let [nextPage, pageSize] = [from, this.options.pageSize];
    let error: Error | undefined;
    const answers = this.pages();
    try {
      for (;;) {
        const next = await answers.next().catch((cause: Error) => cause);
        if (next instanceof Error) error = next;
        if (next instanceof Error || next.done) break;
        const answer = next.value.documents;
        // a page is longer than the one before it: documents were added or removed in the meantime
        uneven ||= fetchPages > 0 && size < answer.length;
        size = answer.length;
        nextPage = next.value.page + 1;
        pageSize = next.value.pageSize;
        for (const document of answer) {
          if (checkDuplicateAndAddId(document, ids)) duplicates++;
          else {
            documents++;
            await take(document);
          }
        }
        fetchPages++;
        onProgress({ pages: fetchPages, documents, duplicates, characters: this.characters, pass });
      }
    } finally {
      // no further requests after a failed write
      await answers.return();
    }
    await this.flush();
    const moved = this.previousCount !== undefined && this.previousCount !== documents && !error;
    this.previousCount = documents;
    return {
      ...{ pages: fetchPages, documents, duplicates, characters: this.characters, pass, error },
      complete: error === undefined,
      nextPage,
      pageSize,
      changed: duplicates > 0 || uneven || moved,
    };
  }

  private pages() {
    const { until = Number.POSITIVE_INFINITY, ...options } = this.options;
    return fetchPagesInOrder({ ...options, until: () => until, attemptsMax: ATTEMPTS_MAX, retryMs: RETRY_MS });
  }

  private async flush(): Promise<void> {
    if (this.bufferedLength === 0) return;
    const text = this.buffer.join('');
    this.buffer = [];
    this.bufferedLength = 0;
    await this.options.write(text);
  }
}

export function checkDuplicateAndAddId({ documentID }: JsonObject, ids: Set<string>): boolean {
  if (typeof documentID !== 'string') return false;
  if (ids.has(documentID)) return true;
  if (ids.size < IDS_MAX) ids.add(documentID);
  return false;
}
