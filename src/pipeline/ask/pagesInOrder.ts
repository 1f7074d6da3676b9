import type { JsonObject } from '#lib/json/json.ts';

type Options = {
  /** Requests one page (1-based) without retries. */
  ask: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  from: number;
  until?: () => number;
  signal: AbortSignal;
  waitWhilePaused?: (() => Promise<void>) | undefined;
  /** Attempts per page, and the delay before the second one, in ms. */
  tries?: number;
  retryMs?: number;
  wait?: ((ms: number) => Promise<void>) | undefined;
};

type Page = { documents: readonly JsonObject[]; page: number; requests: number };

/** Retry information of an error: whether to retry, and the wait requested by the service. */
type Failure = Error & { retryable?: boolean; pauseS?: number | undefined };

const AT_ONCE_MAX = 4;
/** Responses before the concurrency grows again after a rate limit. */
const CAREFUL = 20;
const TRIES = 3;
const RETRY_MS = 400;

/**
 * Yields pages in order up to the first empty one, with prefetching: one page, then two, up to four; fewer after a rate limit,
 * none after a shorter page. The API has no snapshots, so documents can be added, removed or moved between requests, with or
 * without prefetching.
 * @throws the final error of the next page, or the signal's reason
 */
export async function* pagesInOrder(options: Options): AsyncGenerator<Page, void, void> {
  const ahead = new PagesAhead(options);
  try {
    for (let page = options.from; page <= (options.until?.() ?? page); page++) {
      const documents = await ahead.take(page);
      if (documents.length === 0) return;
      yield { documents, page, requests: ahead.requests };
    }
  } finally {
    ahead.stop();
  }
}

type Answer = { documents: readonly JsonObject[] } | { error: Error };

class PagesAhead {
  requests = 0;
  private readonly options: Options;
  private readonly own = new AbortController();
  private readonly signal: AbortSignal;
  private giveUp: () => void = () => undefined;
  private readonly answers = new Map<number, Promise<Answer>>();
  private next: number;
  private atOnce = 1;
  private careful = 0;
  /** Size of a full page; `ends` is set by a shorter one. */
  private size = 0;
  private ends = false;
  private active = 0;
  private readonly waiting: { page: number; begin: () => void }[] = [];
  /** Rate limited before; `pause` resolves after the requested wait. */
  private slowed = false;
  private pause: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.options = options;
    this.next = options.from;
    const { signal } = options;
    this.signal = AbortSignal.any([signal, this.own.signal]);
    signal.addEventListener('abort', () => this.giveUp(), { once: true, signal: this.own.signal });
  }

  /** Starts requests up to this page and some more; resolves to this page. */
  async take(page: number): Promise<readonly JsonObject[]> {
    this.options.signal.throwIfAborted();
    const last = Math.min(page + (this.ends ? 1 : this.atOnce) - 1, this.options.until?.() ?? Number.POSITIVE_INFINITY);
    for (; this.next <= Math.max(page, last); this.next++) this.answers.set(this.next, this.answerOf(this.next));
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.giveUp = () => resolve(undefined);
      this.answers.get(page)?.then(resolve);
    });
    this.answers.delete(page);
    this.options.signal.throwIfAborted();
    if (!answer || 'error' in answer) throw answer?.error ?? new Error('a page was taken twice');
    return answer.documents;
  }

  stop(): void {
    this.own.abort();
  }

  private async answerOf(page: number): Promise<Answer> {
    const { ask, waitWhilePaused, tries: most = TRIES, retryMs = RETRY_MS, wait = sleep } = this.options;
    for (let tries = 1; ; tries++) {
      await this.turn(page);
      try {
        await waitWhilePaused?.();
        await this.pause;
        this.signal.throwIfAborted();
        this.requests++;
        const documents = await ask(page, this.signal);
        this.learn(documents.length);
        return { documents };
      } catch (cause) {
        const error: Failure = cause instanceof Error ? cause : new Error(String(cause));
        if (error.pauseS !== undefined) this.slowDown(wait(error.pauseS * 1000));
        if (this.signal.aborted || tries >= most || error.retryable === false) return { error };
      } finally {
        this.active--;
        this.beginNext();
      }
      await wait(retryMs * 2 ** (tries - 1));
    }
  }

  private turn(page: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ page, begin: resolve });
      this.beginNext();
    });
  }

  private beginNext(): void {
    this.waiting.sort((one, other) => one.page - other.page);
    while (this.active < this.atOnce) {
      const first = this.waiting.shift();
      if (!first) return;
      this.active++;
      first.begin();
    }
  }

  private learn(size: number): void {
    this.ends ||= size < this.size;
    this.size = Math.max(this.size, size);
    if (this.careful > 0) this.careful--;
    else if (this.atOnce < AT_ONCE_MAX) {
      this.atOnce++;
      this.careful = this.slowed ? CAREFUL : 0;
    }
  }

  private slowDown(pause: Promise<void>): void {
    this.slowed = true;
    this.pause = Promise.all([this.pause, pause]).then(() => undefined);
    this.atOnce = Math.max(1, Math.floor(this.atOnce / 2));
    this.careful = CAREFUL;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
