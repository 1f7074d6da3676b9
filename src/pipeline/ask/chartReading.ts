import type { JsonObject } from '#lib/json/json.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { ChartSums, type ChartWish } from '#pipeline/documents/chartSums.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { documentKey } from './gatheredRows.ts';
import { pagesInOrder } from './pagesInOrder.ts';

/** Up to this many documents are kept and drawn individually; beyond it only sums are kept. */
const FEW_MAX = 2000;

/** Pages whose document ids are remembered, because documents that move during the reading appear again. */
const PAGES_REMEMBERED = 8;
/** Number of consecutive pages without new documents after which the service is assumed not to support paging. */
const REPEATED_MAX = 8;

type Options = {
  /** Requests one page (1-based) without retries. */
  ask: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  until: number | undefined;
  signal: AbortSignal;
  waitWhilePaused?: () => Promise<void>;
  onPage: () => void;
};

let readings = 0;

/** Reads the complete result of a query page by page for a chart; resumes where it stopped. */
export class ChartReading {
  readonly id = ++readings;
  readonly subject: string;
  readonly asOf: number;
  readonly sums: ChartSums;
  /** All documents, while few enough to be drawn individually. */
  few: readonly JsonObject[] | undefined;
  documents = 0;
  pages = 0;
  requests = 0;
  done = false;
  /** Stopped by the user; does not resume automatically. */
  stopped = false;
  private remembered: ReadonlySet<string>[] = [];
  private readonly newest = new Set<string>();
  private readonly slices = new TimeSlicer();
  private working: Promise<void> = Promise.resolve();

  constructor(subject: string, asOf: number, wish: ChartWish) {
    this.subject = subject;
    this.asOf = asOf;
    this.sums = new ChartSums(wish);
    this.few = wish.by || wish.step ? undefined : [];
  }

  /** Reads on to the end. @throws the final error of `ask`, and the signal's reason */
  async read(options: Options): Promise<void> {
    const before = this.working;
    const work = before.catch(() => undefined).then(() => this.readOn(options));
    this.working = work;
    return work;
  }

  /** Adds the new documents of a refreshed first page. */
  async renew(page: readonly JsonObject[]): Promise<void> {
    await this.working.catch(() => undefined);
    await this.take(page.filter((document) => !this.newest.has(documentKey(document))));
    for (const document of page) this.newest.add(documentKey(document));
  }

  adds(fields: readonly DocumentColumn[]): boolean {
    return fields.every(({ key }) => this.sums.wish.fields.some((field) => field.key === key));
  }

  differs(page: readonly JsonObject[]): boolean {
    return this.pages > 0 && page.some((document) => !this.newest.has(documentKey(document)));
  }

  private async readOn({ ask, until, signal, waitWhilePaused, onPage }: Options): Promise<void> {
    if (this.done) return;
    signal.throwIfAborted();
    const [from, spent] = [this.pages + 1, this.requests];
    const pages = pagesInOrder({ ask, from, until: () => until ?? Number.POSITIVE_INFINITY, signal, waitWhilePaused });
    let repeated = 0;
    for await (const { documents, page, requests } of pages) {
      const fresh = this.notRead(documents);
      repeated = fresh.length === 0 ? repeated + 1 : 0;
      if (repeated === REPEATED_MAX) break;
      await this.take(fresh);
      if (page === 1) for (const document of documents) this.newest.add(documentKey(document));
      this.pages = page;
      this.requests = spent + requests;
      onPage();
    }
    this.done = true;
  }

  private async take(documents: readonly JsonObject[]): Promise<void> {
    const { sums, slices } = this;
    await new Promise<void>((resolve) => {
      function* work(): Generator<void> {
        yield* sums.add(documents);
        resolve();
      }
      slices.run(work());
    });
    this.documents += documents.length;
    if (this.few) this.few = this.documents > FEW_MAX ? undefined : [...this.few, ...documents];
  }

  /** Filters out documents of recent pages, as documents that move during the reading appear twice. */
  private notRead(documents: readonly JsonObject[]): readonly JsonObject[] {
    const ids = documents.flatMap(({ documentID }) => (typeof documentID === 'string' ? [documentID] : []));
    const before = this.remembered;
    this.remembered = [...before, new Set(ids)].slice(-PAGES_REMEMBERED);
    return documents.filter(
      ({ documentID }) => typeof documentID !== 'string' || !before.some((page) => page.has(documentID)),
    );
  }
}
