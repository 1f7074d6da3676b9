import { createRandomId } from '#lib/createRandomId.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { ChartAggregator, type ChartSpec } from '#pipeline/documents/chartAggregator.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { type ChartGroupSource, fetchChartGroups } from './fetchChartGroups.ts';
import { type DocumentsFetcher, fetchPagesInOrder } from './fetchPagesInOrder.ts';
import { getDocumentKey } from './loadedRows.ts';

/** Maximum number of documents that are kept and drawn individually. Above it, only aggregates are kept. */
const KEPT_DOCUMENTS_MAX = 2000;

/** Number of pages whose document IDs are remembered, because documents that move between pages are read again. */
const REMEMBERED_PAGES_MAX = 8;

type ChartLoadOptions = {
  fetchPage: DocumentsFetcher;
  /** Service that groups documents, and the fields to draw. Undefined to read documents. */
  groups?: { source: ChartGroupSource; fields: readonly DocumentColumn[] } | undefined;
  /** Creates the groups of times without documents from all groups of a query, if they fit on one page. */
  createEmptyGroups?: ((groups: readonly JsonObject[]) => readonly JsonObject[]) | undefined;
  pageSize?: number | undefined;
  until: number | undefined;
  signal: AbortSignal;
  waitWhilePaused?: () => Promise<void>;
  onPage: () => void;
};

/**
 * Reads the complete result of a query for a chart: buckets from a service that groups documents, otherwise the
 * documents, page by page. Reading can be stopped and resumed.
 */
export class ChartReading {
  readonly id = createRandomId();
  readonly subject: string;
  readonly asOf: number;
  aggregator: ChartAggregator;
  retainedDocuments: readonly JsonObject[] | undefined;
  documentCount = 0;
  pageCount = 0;
  /** Page size that `pageCount` refers to. */
  private pageSize: number | undefined;
  requestCount = 0;
  isDone = false;
  isStopped = false;
  /** True if the service formed the buckets. */
  isGrouped = false;
  /** Some documents of a large collection, drawn while the service groups all of them. */
  sample: { reading: ChartReading; total: number } | undefined;
  private recentIds: ReadonlySet<string>[] = [];
  private readonly firstPageKeys = new Set<string>();
  private readonly slices = new TimeSlicer();
  private currentRun: Promise<void> = Promise.resolve();

  constructor(subject: string, asOf: number, spec: ChartSpec) {
    this.subject = subject;
    this.asOf = asOf;
    this.aggregator = new ChartAggregator(spec);
    this.retainedDocuments = spec.by || spec.step ? undefined : [];
  }

  /**
   * Reads the remaining pages.
   * @throws the final error of the request function, and the signal's reason
   */
  async load(options: ChartLoadOptions): Promise<void> {
    const before = this.currentRun;
    const work = before.catch(() => undefined).then(() => this.loadRemaining(options));
    this.currentRun = work;
    return work;
  }

  async addRefreshedPage(page: readonly JsonObject[]): Promise<void> {
    await this.currentRun.catch(() => undefined);
    await this.addDocuments(page.filter((document) => !this.firstPageKeys.has(getDocumentKey(document))));
    for (const document of page) this.firstPageKeys.add(getDocumentKey(document));
  }

  hasFields(fields: readonly DocumentColumn[]): boolean {
    return fields.every(({ key }) => this.aggregator.spec.fields.some((field) => field.key === key));
  }

  hasNewDocuments(page: readonly JsonObject[]): boolean {
    return (
      !this.isGrouped &&
      this.pageCount > 0 &&
      page.some((document) => !this.firstPageKeys.has(getDocumentKey(document)))
    );
  }

  private async loadRemaining(options: ChartLoadOptions): Promise<void> {
    const { fetchPage, until, signal, waitWhilePaused, onPage } = options;
    if (this.isDone) return;
    signal.throwIfAborted();
    if (options.groups && this.pageCount === 0 && (await this.loadGroups(options.groups, options))) return;
    const [from, spent] = [this.pageCount + 1, this.requestCount];
    if (this.pageCount === 0) this.pageSize = options.pageSize;
    const pages = fetchPagesInOrder({
      fetchPage,
      from,
      pageSize: this.pageSize,
      until: () => until ?? Number.POSITIVE_INFINITY,
      signal,
      waitWhilePaused,
    });
    let firstPage: readonly JsonObject[] = [];
    for await (const { documents, page, pageSize, requests } of pages) {
      await this.addDocuments(this.filterNew(documents));
      if (page === 1) {
        firstPage = documents;
        for (const document of documents) this.firstPageKeys.add(getDocumentKey(document));
      }
      this.pageCount = page;
      this.pageSize = pageSize;
      this.requestCount = spent + requests;
      onPage();
    }
    if (this.pageCount === 1) await this.addDocuments(options.createEmptyGroups?.(firstPage) ?? [], 0);
    this.isDone = true;
  }

  /** @returns false if the chart must be drawn from documents */
  private async loadGroups(
    { source, fields }: NonNullable<ChartLoadOptions['groups']>,
    { signal, waitWhilePaused, onPage }: ChartLoadOptions,
  ): Promise<boolean> {
    const spent = this.requestCount;
    const { aggregator, requests } = await fetchChartGroups({
      ...source,
      spec: { ...this.aggregator.spec, fields },
      signal,
      waitWhilePaused,
      onProgress: (documents, requestCount) => {
        this.documentCount = documents;
        this.requestCount = spent + requestCount;
        onPage();
      },
      onSample: async (documents, total) => {
        const reading = new ChartReading(this.subject, this.asOf, { ...this.aggregator.spec });
        await reading.addDocuments(documents);
        this.sample = { reading, total };
        onPage();
      },
    }).finally(() => {
      this.sample = undefined;
    });
    this.requestCount = spent + requests;
    this.documentCount = 0;
    if (!aggregator) return false;
    this.aggregator = aggregator;
    this.documentCount = aggregator.documentCount + aggregator.skippedCount;
    this.retainedDocuments = undefined;
    this.pageCount = 1;
    this.isGrouped = true;
    this.isDone = true;
    return true;
  }

  private async addDocuments(documents: readonly JsonObject[], count = documents.length): Promise<void> {
    const { aggregator, slices } = this;
    await new Promise<void>((resolve) => {
      function* work(): Generator<void> {
        yield* aggregator.add(documents);
        resolve();
      }
      slices.run(work());
    });
    this.documentCount += count;
    if (this.retainedDocuments)
      this.retainedDocuments =
        this.documentCount > KEPT_DOCUMENTS_MAX ? undefined : [...this.retainedDocuments, ...documents];
  }

  /** Removes documents that recent pages contained. Documents that move between pages are read twice. */
  private filterNew(documents: readonly JsonObject[]): readonly JsonObject[] {
    const ids = documents.flatMap(({ documentID }) => (typeof documentID === 'string' ? [documentID] : []));
    const before = this.recentIds;
    this.recentIds = [...before, new Set(ids)].slice(-REMEMBERED_PAGES_MAX);
    return documents.filter(
      ({ documentID }) => typeof documentID !== 'string' || !before.some((page) => page.has(documentID)),
    );
  }
}
