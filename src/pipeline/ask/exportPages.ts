import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import type { TimeMode } from '#lib/time/time.ts';
import { ColumnProfile, type DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { documentCsv } from '#pipeline/documents/documentCsv.ts';
import { pagesInOrder } from './pagesInOrder.ts';

export const EXPORT_FORMATS = ['ndjson', 'json', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How far an export is, and in the end what it was. Bytes are those written, as far as text tells them. */
export type ExportProgress = {
  pages: number;
  documents: number;
  characters: number;
  /** Documents left out because one of the same documentID was written before. */
  duplicates: number;
  /** CSV of all columns looks at every page twice: for these, then for its rows. */
  pass: 'columns' | 'rows';
};

export type ExportReport = ExportProgress & {
  /** Whether it came to the end; an export that was stopped keeps what there is. */
  complete: boolean;
  /** The page to go on from, counted from 1. */
  nextPage: number;
  /** Whether pages disagreed, so that documents came, went or moved meanwhile. */
  changed: boolean;
  /** Why it ended early. */
  error: Error | undefined;
};

/** How documents become a table: in these columns, or else in those that are made of all that any document has. */
export type TableWish = {
  columns?: readonly DocumentColumn[] | undefined;
  columnsOf: (met: ColumnProfile) => readonly DocumentColumn[];
  times: TimeMode;
};

type Options = {
  /** Asks for one page, counted from 1, and does not ask again by itself. */
  ask: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  format: ExportFormat;
  /** For CSV alone. */
  table?: TableWish;
  /** The page to begin with. */
  from: number;
  /** The page to end with; all of them without it. */
  until?: number;
  /** Takes the text piece by piece and resolves when it can take more. */
  write: (text: string) => Promise<void>;
  signal: AbortSignal;
  /** Resolves when it may go on: pending while it is paused. */
  waitWhilePaused: () => Promise<void>;
  onProgress: (progress: ExportProgress) => void;
  /** Waits before asking once more for a page that failed; ms. */
  wait?: (ms: number) => Promise<void>;
};

/** How often one page is asked for before the export ends there. */
const TRIES_MAX = 5;
const RETRY_MS = 1000;

/** IDs that are remembered to find documents that come twice; beyond them none is looked for. */
const IDS_MAX = 2_000_000;

/**
 * Writes every page of a query, one after the other, keeping none of them. What was written stays when it is stopped or
 * a page fails for good. Never throws but for what `write` throws.
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
  /** Documents of the first pass, to compare the second with. */
  private before: number | undefined;

  constructor(options: Options) {
    this.options = options;
  }

  /** Collects text, so that the file is not written to for every document. */
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
        // a page after one that was short: something was put in or taken out meanwhile
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
      // where writing failed nothing more is asked for
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
