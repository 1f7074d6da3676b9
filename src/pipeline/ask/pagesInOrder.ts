import type { JsonObject } from '#lib/json/json.ts';

type Options = {
  /** Asks for one page, counted from 1, and does not ask again by itself. */
  ask: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** The page to begin with. */
  from: number;
  /** The last page that is wanted, as far as is known by now. */
  until?: () => number;
  signal: AbortSignal;
  /** Resolves when it may go on: pending while it is paused. */
  waitWhilePaused?: (() => Promise<void>) | undefined;
  /** How often a page is asked for before it counts as failed, and how long it waits before the second time, in ms. */
  tries?: number;
  retryMs?: number;
  /** Waits so many ms. */
  wait?: ((ms: number) => Promise<void>) | undefined;
};

/** A page, and how many requests were made by then. */
type Page = { documents: readonly JsonObject[]; page: number; requests: number };

/** What a failure says of asking again: whether that may help, and for how long the service wants to be left alone. */
type Failure = Error & { retryable?: boolean; pauseS?: number | undefined };

/** As many requests are under way at once at most. */
const AT_ONCE_MAX = 4;
/** A service that asked for a pause is asked for one page more at a time after so many answers. */
const CAREFUL = 20;
const TRIES = 3;
const RETRY_MS = 400;

/**
 * Pages one after the other in their order up to the first empty one, of which a few are asked for ahead: one, then two, up
 * to four, fewer once the service asks for a pause, and none beyond a page that is shorter than others. The interface has
 * no snapshots: between two requests documents can come, go and move, one at a time or not.
 * @throws the error of the page that is due, when it fails for good; the signal's reason at once when that fires
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
  /** Ends the wait for the page that is due. */
  private giveUp: () => void = () => undefined;
  private readonly answers = new Map<number, Promise<Answer>>();
  private next: number;
  private atOnce = 1;
  /** Answers to await before one page more is asked for at once. */
  private careful = 0;
  /** The size of a full page, and whether a shorter one has come. */
  private size = 0;
  private ends = false;
  private active = 0;
  private readonly waiting: { page: number; begin: () => void }[] = [];
  /** Whether the service has asked for a pause, and what has all wait for its end. */
  private slowed = false;
  private pause: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.options = options;
    this.next = options.from;
    const { signal } = options;
    this.signal = AbortSignal.any([signal, this.own.signal]);
    signal.addEventListener('abort', () => this.giveUp(), { once: true, signal: this.own.signal });
  }

  /** Has pages up to this one and a few more asked for, and gives this one. */
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

  /** Resolves when there is room for one request more; the first pages come first. */
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
