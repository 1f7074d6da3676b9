import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import type { TimeMode } from '#lib/time/time.ts';
import { ColumnProfile, type DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { documentCsv } from '#pipeline/documents/documentCsv.ts';
import { pagesInOrder } from './pagesInOrder.ts';

export const EXPORT_FORMATS = ['ndjson', 'json', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Progress and final result of an export; `characters` approximates the bytes written. */
export type ExportProgress = {
  pages: number;
  documents: number;
  characters: number;
  /** Documents omitted because their documentID was already written. */
  duplicates: number;
  /** CSV with all columns reads every page twice: once for the columns, once for the rows. */
  pass: 'columns' | 'rows';
};

export type ExportReport = ExportProgress & {
  /** False if the export stopped early; written data is kept. */
  complete: boolean;
  /** Page to resume from (1-based). */
  nextPage: number;
  /** Pages were inconsistent, so documents changed during the export. */
  changed: boolean;
  error: Error | undefined;
};

/** CSV columns: given ones, or derived from all documents by `columnsOf`. */
export type TableWish = {
  columns?: readonly DocumentColumn[] | undefined;
  columnsOf: (met: ColumnProfile) => readonly DocumentColumn[];
  times: TimeMode;
};

type Options = {
  /** Requests one page (1-based) without retries. */
  ask: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  format: ExportFormat;
  /** Required for CSV. */
  table?: TableWish;
  from: number;
  until?: number;
  /** Writes a chunk; resolves when the next one can be written. */
  write: (text: string) => Promise<void>;
  signal: AbortSignal;
  waitWhilePaused: () => Promise<void>;
  onProgress: (progress: ExportProgress) => void;
  wait?: (ms: number) => Promise<void>;
};

const TRIES_MAX = 5;
const RETRY_MS = 1000;

/** Maximum number of IDs remembered to detect duplicates; beyond it, duplicates are not detected. */
const IDS_MAX = 2_000_000;

/**
 * Streams every page of a query in order. Written data is kept when the export is stopped or a page fails. Rejects only if
 * `write` does.
 */
export async function exportPages(options: Options): Promise<ExportReport> {
  const { format, from, write, table = ALL_COLUMNS } = options;
  const run = new ExportRun(options);
  let { columns } = table;
  if (format === 'csv' && !columns) {
    const met = new ColumnProfile();
    const walked = await run.walk('columns', async (document) => met.add([document]));
    if (!walked.complete) return { ...walked, nextPage: from };
    columns = table.columnsOf(met);
  }
  const csv = documentCsv(columns ?? [], table.times);
  if (format === 'csv') await write(csv.head);
  if (format === 'json') await write('[');
  let first = true;
  const report = await run.walk('rows', async (document) => {
    const text = format === 'csv' ? csv.row(document) : stringifyJson(document);
    const lead = format === 'json' ? (first ? '\n' : ',\n') : '';
    first = false;
    await run.put(lead + text + (format === 'ndjson' ? '\n' : ''));
  });
  if (format === 'json') await write('\n]\n');
  return report;
}

const ALL_COLUMNS: TableWish = { columnsOf: (met) => met.columns(new Set()), times: 'utc' };

class ExportRun {
  private readonly options: Options;
  private characters = 0;
  private buffer: string[] = [];
  private buffered = 0;
  private before: number | undefined;

  constructor(options: Options) {
    this.options = options;
  }

  async put(text: string): Promise<void> {
    this.buffer.push(text);
    this.buffered += text.length;
    this.characters += text.length;
    if (this.buffered > 65_536) await this.flush();
  }

  async walk(pass: 'columns' | 'rows', take: (document: JsonObject) => Promise<void>): Promise<ExportReport> {
    const { from, onProgress } = this.options;
    const ids = new Set<string>();
    let [pages, documents, duplicates, size, uneven] = [0, 0, 0, 0, false];
    let error: Error | undefined;
    const answers = this.pages();
    try {
      for (;;) {
        const next = await answers.next().catch((cause: Error) => cause);
        if (next instanceof Error) error = next;
        if (next instanceof Error || next.done) break;
        const answer = next.value.documents;
        // a page longer than the one before it: documents were added or removed in the meantime
        uneven ||= pages > 0 && size < answer.length;
        size = answer.length;
        for (const document of answer) {
          if (isRepeated(document, ids)) duplicates++;
          else {
            documents++;
            await take(document);
          }
        }
        pages++;
        onProgress({ pages, documents, duplicates, characters: this.characters, pass });
      }
    } finally {
      // no further requests after a failed write
      await answers.return();
    }
    await this.flush();
    const moved = this.before !== undefined && this.before !== documents && !error;
    this.before = documents;
    return {
      ...{ pages, documents, duplicates, characters: this.characters, pass, error },
      complete: error === undefined,
      nextPage: from + pages,
      changed: duplicates > 0 || uneven || moved,
    };
  }

  private pages() {
    const { until = Number.POSITIVE_INFINITY, ...options } = this.options;
    return pagesInOrder({ ...options, until: () => until, tries: TRIES_MAX, retryMs: RETRY_MS });
  }

  private async flush(): Promise<void> {
    if (this.buffered === 0) return;
    const text = this.buffer.join('');
    this.buffer = [];
    this.buffered = 0;
    await this.options.write(text);
  }
}

function isRepeated({ documentID }: JsonObject, ids: Set<string>): boolean {
  if (typeof documentID !== 'string') return false;
  if (ids.has(documentID)) return true;
  if (ids.size < IDS_MAX) ids.add(documentID);
  return false;
}
