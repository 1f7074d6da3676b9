import { type JsonObject, type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { sleep } from '#lib/tasks/sleep.ts';

/** Requests one page (numbered from 1) without retries. Without `pageSize`, the service decides the size. */
export type DocumentsFetcher = (
  page: number,
  signal: AbortSignal,
  pageSize: number | undefined,
) => Promise<readonly JsonObject[]>;

type FetchPagesOptions = {
  fetchPage: DocumentsFetcher;
  from: number;
  /**
   * Number of documents per page, to which `from` and `until` refer. It is reduced when the service refuses a page as too
   * large.
   */
  pageSize?: number | undefined;
  until?: () => number;
  signal: AbortSignal;
  waitWhilePaused?: (() => Promise<void>) | undefined;
  /** Number of attempts per page, and delay before the second one in ms. */
  attemptsMax?: number;
  retryMs?: number;
  wait?: ((ms: number) => Promise<void>) | undefined;
};

type FetchedPage = {
  documents: readonly JsonObject[];
  page: number;
  pageSize: number | undefined;
  requests: number;
};

type RetryableError = Error & {
  isRetryable?: boolean;
  retryAfterSeconds?: number | undefined;
};

/** Page sizes to which a read is reduced. Each divides the one before it, so that pages begin at the same documents. */
const REDUCED_PAGE_SIZES = [500, 250, 125, 25, 5, 1];
const PAGE_TOO_LARGE = 'PAGE-TOO-LARGE';

/** Page that no result has. A service with rows on it ignores the page number, so its pages would never end. */
export const UNREACHABLE_PAGE = 1_000_000_000;
export const ENDLESS_PAGES = 'The service seems to ignore the page number: it has rows on every page, without end.';

const CONCURRENCY_MAX = 4;
/** Number of responses after a rate limit before the number of concurrent requests is increased. */
const CAUTIOUS_RESPONSES = 20;
const ATTEMPTS_MAX = 3;
const RETRY_MS = 400;

/**
 * Yields pages in order up to the first empty one, with up to four concurrent requests, and fewer after a rate limit.
 * The API has no snapshots, so documents may change between requests.
 * @throws the final error of the next page, an error if pages never end, or the signal's reason
 */
export async function* fetchPagesInOrder(options: FetchPagesOptions): AsyncGenerator<FetchedPage, void, void> {
  let { from: page, pageSize } = options;
  let spent = 0;
  let before: readonly JsonObject[] = [];
  let isProbed = false;
  for (;;) {
    const scale = (options.pageSize ?? 1) / (pageSize ?? 1);
    const until = () => scale * (options.until?.() ?? Number.POSITIVE_INFINITY);
    const ahead = new PagePrefetcher({ ...options, from: page, pageSize, until });
    try {
      for (; page <= until(); page++) {
        const documents = await ahead.takePage(page);
        if (documents.length === 0) return;
        if (!isProbed && isSamePage(documents, before)) {
          isProbed = true;
          const probe = await options.fetchPage(UNREACHABLE_PAGE, options.signal, pageSize).catch(() => []);
          if (probe.length > 0) throw new Error(ENDLESS_PAGES);
        }
        before = documents;
        yield { documents, page, pageSize, requests: spent + ahead.requests };
      }
      return;
    } catch (error) {
      const reduced = getReducedPageSize(error, pageSize);
      if (reduced === undefined || pageSize === undefined) throw error;
      page = ((page - 1) * pageSize) / reduced + 1;
      pageSize = reduced;
      spent += ahead.requests;
    } finally {
      ahead.abort();
    }
  }
}

function isSamePage(one: readonly JsonObject[], other: readonly JsonObject[]): boolean {
  return (
    one.length === other.length && one.every((document, at) => stringifyJson(document) === stringifyJson(other[at]))
  );
}

function getReducedPageSize(error: unknown, pageSize = 1): number | undefined {
  if (!isPageTooLarge(error)) return undefined;
  return REDUCED_PAGE_SIZES.find((size) => size < pageSize && pageSize % size === 0);
}

export function isPageTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === PAGE_TOO_LARGE;
}

type PageResult = { documents: readonly JsonObject[] } | { error: Error };

class PagePrefetcher {
  requests = 0;
  private readonly options: FetchPagesOptions;
  private readonly abortController = new AbortController();
  private readonly signal: AbortSignal;
  private abandonWait: () => void = () => undefined;
  private readonly results = new Map<number, Promise<PageResult>>();
  private next: number;
  private concurrency = 1;
  private cautiousResponses = 0;
  private fullPageSize = 0;
  private hasShortPage = false;
  private active = 0;
  private readonly queue: { page: number; begin: () => void }[] = [];
  private wasRateLimited = false;
  private pause: Promise<void> = Promise.resolve();

  constructor(options: FetchPagesOptions) {
    this.options = options;
    this.next = options.from;
    const { signal } = options;
    this.signal = AbortSignal.any([signal, this.abortController.signal]);
    signal.addEventListener('abort', () => this.abandonWait(), { once: true, signal: this.abortController.signal });
  }

  /**
   * Starts the requests up to this page and some further ones.
   * @returns this page
   */
  async takePage(page: number): Promise<readonly JsonObject[]> {
    this.options.signal.throwIfAborted();
    const last = Math.min(
      page + (this.hasShortPage ? 1 : this.concurrency) - 1,
      this.options.until?.() ?? Number.POSITIVE_INFINITY,
    );
    for (; this.next <= Math.max(page, last); this.next++) this.results.set(this.next, this.fetchWithRetry(this.next));
    const answer = await new Promise<PageResult | undefined>((resolve) => {
      this.abandonWait = () => resolve(undefined);
      this.results.get(page)?.then(resolve);
    });
    this.results.delete(page);
    this.options.signal.throwIfAborted();
    if (!answer || 'error' in answer) throw answer?.error ?? new Error('a page was taken twice');
    return answer.documents;
  }

  abort(): void {
    this.abortController.abort();
  }

  private async fetchWithRetry(page: number): Promise<PageResult> {
    const {
      fetchPage,
      waitWhilePaused,
      attemptsMax: most = ATTEMPTS_MAX,
      retryMs = RETRY_MS,
      wait = sleep,
    } = this.options;
    for (let tries = 1; ; tries++) {
      await this.waitForSlot(page);
      try {
        await waitWhilePaused?.();
        await this.pause;
        this.signal.throwIfAborted();
        this.requests++;
        const documents = await fetchPage(page, this.signal, this.options.pageSize);
        this.adjustConcurrency(documents.length);
        return { documents };
      } catch (cause) {
        const error: RetryableError = cause instanceof Error ? cause : new Error(String(cause));
        if (error.retryAfterSeconds !== undefined) this.slowDown(wait(error.retryAfterSeconds * 1000));
        const isFinal = error.isRetryable === false || isPageTooLarge(error);
        if (this.signal.aborted || tries >= most || isFinal) return { error };
      } finally {
        this.active--;
        this.startQueued();
      }
      await wait(retryMs * 2 ** (tries - 1));
    }
  }

  private waitForSlot(page: number): Promise<void> {
    return new Promise((resolve) => {
      this.queue.push({ page, begin: resolve });
      this.startQueued();
    });
  }

  private startQueued(): void {
    this.queue.sort((one, other) => one.page - other.page);
    while (this.active < this.concurrency) {
      const first = this.queue.shift();
      if (!first) return;
      this.active++;
      first.begin();
    }
  }

  private adjustConcurrency(size: number): void {
    this.hasShortPage ||= size < this.fullPageSize;
    this.fullPageSize = Math.max(this.fullPageSize, size);
    if (this.cautiousResponses > 0) this.cautiousResponses--;
    else if (this.concurrency < CONCURRENCY_MAX) {
      this.concurrency++;
      this.cautiousResponses = this.wasRateLimited ? CAUTIOUS_RESPONSES : 0;
    }
  }

  private slowDown(pause: Promise<void>): void {
    this.wasRateLimited = true;
    this.pause = Promise.all([this.pause, pause]).then(() => undefined);
    this.concurrency = Math.max(1, Math.floor(this.concurrency / 2));
    this.cautiousResponses = CAUTIOUS_RESPONSES;
  }
}

export type Pipeline = readonly OrderedJsonObject[];

/** Requests one page of groups (numbered from 1) without retries. */
export type GroupsFetcher = (pipeline: Pipeline, ...page: Parameters<DocumentsFetcher>) => ReturnType<DocumentsFetcher>;

type GroupPagesSource = {
  pipeline: Pipeline;
  fetchGroups: GroupsFetcher;
  pageSize: number | undefined;
  signal: AbortSignal;
  waitWhilePaused?: (() => Promise<void>) | undefined;
};

/**
 * Yields all pages of the groups that stages form of a result.
 * @throws the final error of the request function, and the signal's reason
 */
export async function* readGroupPages(
  { pipeline, fetchGroups, pageSize, signal, waitWhilePaused }: GroupPagesSource,
  stages: Pipeline,
) {
  const grouped = [...pipeline, ...stages];
  const fetchPage: DocumentsFetcher = (page, ended, size) => fetchGroups(grouped, page, ended, size);
  for await (const page of fetchPagesInOrder({ fetchPage, from: 1, pageSize, signal, waitWhilePaused })) {
    yield page;
    if (page.pageSize !== undefined && page.documents.length < page.pageSize) return;
  }
}
