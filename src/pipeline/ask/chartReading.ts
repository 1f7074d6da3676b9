import type { JsonObject } from '#lib/json/json.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { ChartSums, type ChartWish } from '#pipeline/documents/chartSums.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { documentKey } from './gatheredRows.ts';
import { pagesInOrder } from './pagesInOrder.ts';

/** So many documents are kept and drawn one by one; of more there are sums alone. */
const FEW_MAX = 2000;

/** Documents that move while they are read come again within so many pages. */
const PAGES_REMEMBERED = 8;
/** A service that gives so many pages with nothing new in a row does not know pages. */
const REPEATED_MAX = 8;

type Options = {
  /** Asks for one page, counted from 1, and does not ask again by itself. */
  ask: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** The last page, where that is known. */
  until: number | undefined;
  signal: AbortSignal;
  /** Resolves when it may go on: pending while it is paused. */
  waitWhilePaused?: () => Promise<void>;
  /** Called after each page. */
  onPage: () => void;
};

let readings = 0;

/** The whole result of a query, read page by page for a chart; it is gone on with where it was left. */
export class ChartReading {
  readonly id = ++readings;
  readonly subject: string;
  /** When the rows came that it began with. */
  readonly asOf: number;
  readonly sums: ChartSums;
  /** All documents so far, while they are few and each is a point of its own. */
  few: readonly JsonObject[] | undefined;
  documents = 0;
  pages = 0;
  requests = 0;
  done = false;
  /** Whether somebody stopped it: it does not go on by itself. */
  stopped = false;
  private remembered: ReadonlySet<string>[] = [];
  /** The documents of the first page, as it was renewed since. */
  private readonly newest = new Set<string>();
  private readonly slices = new TimeSlicer();
  /** The reading that is at work, which ends in whole pages. */
  private working: Promise<void> = Promise.resolve();

  constructor(subject: string, asOf: number, wish: ChartWish) {
    this.subject = subject;
    this.asOf = asOf;
    this.sums = new ChartSums(wish);
    this.few = wish.by || wish.step ? undefined : [];
  }

  /**
   * Reads on, to the end.
   * @throws whatever `ask` throws in the end, and the signal's reason
   */
  async read(options: Options): Promise<void> {
    const before = this.working;
    const work = before.catch(() => undefined).then(() => this.readOn(options));
    this.working = work;
    return work;
  }

  /** Takes those documents of the first page that it did not hold before. */
  async renew(page: readonly JsonObject[]): Promise<void> {
    await this.working.catch(() => undefined);
    await this.take(page.filter((document) => !this.newest.has(documentKey(document))));
    for (const document of page) this.newest.add(documentKey(document));
  }

  /** Whether these fields are among those that are added up. */
  adds(fields: readonly DocumentColumn[]): boolean {
    return fields.every(({ key }) => this.sums.wish.fields.some((field) => field.key === key));
  }

  /** Whether a first page is another one than was read. */
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

  /** Those that were on none of the pages before: one that moves meanwhile comes twice. */
  private notRead(documents: readonly JsonObject[]): readonly JsonObject[] {
    const ids = documents.flatMap(({ documentID }) => (typeof documentID === 'string' ? [documentID] : []));
    const before = this.remembered;
    this.remembered = [...before, new Set(ids)].slice(-PAGES_REMEMBERED);
    return documents.filter(
      ({ documentID }) => typeof documentID !== 'string' || !before.some((page) => page.has(documentID)),
    );
  }
}
