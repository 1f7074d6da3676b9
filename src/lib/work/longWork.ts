import { Emitter } from '#lib/emitter.ts';
import { Stopwatch } from '#lib/time/stopwatch.ts';
import { formatTimeLeft } from './timeLeft.ts';

/** How far long work is: in words, and what share of it is done, 0 to 1, where that is known. */
export type Headway = { words: string; share?: number | undefined };

/** What long work came to, in sentences; `flawed` where something was wrong, `title` where its name changed by it. */
export type Outcome = {
  words: string;
  title?: string | undefined;
  flawed?: boolean | undefined;
  action?: { label: string; run: () => void } | undefined;
};

/** What whoever cancelled work is asked before it ends. */
type Question = { words: string; keep: string };

/** Data that a task waits for, in words, and the label of the way to go on without it. */
type Wait = { words: string; skip: string };

export type WorkState<Progress, Result> =
  | {
      kind: 'running';
      progress: Progress | undefined;
      paused: boolean;
      trouble: string | undefined;
      wait?: (Wait & { run: () => void }) | undefined;
    }
  | { kind: 'asking'; question: Question; decide: (keep: boolean) => void }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; error: Error }
  | { kind: 'ended'; cancelled: boolean };

/** What whoever does the work holds. */
export type WorkHands<Progress> = {
  signal: AbortSignal;
  watch: Stopwatch;
  tell: (progress: Progress) => void;
  /** Resolves when it may go on: pending while it is paused. */
  mayGoOn: () => Promise<void>;
  /** Pauses it for a reason; it is for somebody to have it go on. */
  hold: (trouble: string) => void;
  /** Says what is wrong for the moment, until nothing is. */
  say: (trouble: string | undefined) => void;
  /** Waits until `ready` resolves or the user skips the wait; resolves to false if it was skipped or the task cancelled. */
  waitFor: (wait: Wait, ready: Promise<unknown>) => Promise<boolean>;
  /** Asks who cancelled it whether what there is is to be kept; nobody is asked of work that was left. */
  isKept: (question: Question) => Promise<boolean>;
  /** Has it be seen at once. */
  show: () => void;
  /** Whether nobody is to have anything of it, as after a sign-out. */
  isLeft: () => boolean;
};

export type WorkWish<Progress, Result> = {
  title: string;
  /** Does it; undefined where there is nothing to report. */
  work: (hands: WorkHands<Progress>) => Promise<Result | undefined>;
  headway: (progress: Progress) => Headway;
  outcome: (result: Result) => Outcome;
  /** Why it failed, in a sentence; else in the words of the error. */
  failure?: (error: Error) => string;
  pausable?: boolean;
  /** Cancelling it does not end it at once: it has something to bring to its end. */
  settles?: boolean;
};

/** One line of what is at work and of what it came to. */
export type WorkLine = {
  kind: 'running' | 'asking' | 'done' | 'failed';
  title: string;
  words: string;
  share: number | undefined;
  paused: boolean;
  pausable: boolean;
  flawed: boolean;
  /** What can be chosen instead of waiting or reading. */
  actions: readonly { label: string; run: () => void }[];
};

/** Work that takes longer than a moment, outside React and whatever page began it: it can be paused, cancelled, looked at. */
export class LongWork<Progress, Result> {
  state: WorkState<Progress, Result> = { kind: 'running', progress: undefined, paused: false, trouble: undefined };
  /** Whether it has gone on for so long that it is to be seen. */
  shown = false;
  readonly watch = new Stopwatch();
  readonly subscribe: Emitter['subscribe'];
  private readonly wish: WorkWish<Progress, Result>;
  private readonly controller = new AbortController();
  private readonly listeners = new Emitter();
  private left = false;
  /** What is waited for while it is paused, and what ends that. */
  private gate: Promise<void> | undefined;
  private open: (() => void) | undefined;

  constructor(wish: WorkWish<Progress, Result>) {
    this.wish = wish;
    this.subscribe = this.listeners.subscribe;
    void this.run();
  }

  get running(): boolean {
    return this.state.kind === 'running' || this.state.kind === 'asking';
  }

  readonly pause = (paused: boolean, trouble?: string): void => {
    const { state } = this;
    if (state.kind !== 'running') return;
    if (paused) {
      // whoever waits already goes on with the others
      this.gate ??= new Promise((resolve) => {
        this.open = resolve;
      });
      this.watch.stop();
    } else {
      this.open?.();
      this.gate = undefined;
      this.watch.goOn();
    }
    this.become({ ...state, paused, trouble });
  };

  /** Ends it; what has something to bring to its end does so before. */
  readonly cancel = (): void => {
    if (!this.running) return;
    this.controller.abort();
    this.pause(false);
    if (!this.wish.settles) this.become({ kind: 'ended', cancelled: !this.left });
  };

  /** Ends it, whatever it is at, and leaves nothing of it. */
  readonly leave = (): void => {
    const { state } = this;
    this.left = true;
    this.cancel();
    if (state.kind === 'asking') state.decide(false);
    this.become({ kind: 'ended', cancelled: false });
  };

  readonly show = (): void => {
    if (this.shown) return;
    this.shown = true;
    this.listeners.emit();
  };

  line(): WorkLine | undefined {
    const { state, wish } = this;
    const { title, pausable = false } = wish;
    const line = { title, share: undefined, paused: false, pausable: false, flawed: false, actions: [] };
    switch (state.kind) {
      case 'running': {
        const { words, share } = this.headway(state);
        const { wait } = state;
        const actions = wait ? [{ label: wait.skip, run: wait.run }] : [];
        return { ...line, kind: 'running', words, share, pausable: pausable && !wait, actions, ...flawOf(state) };
      }
      case 'asking': {
        const { question, decide } = state;
        const keep = { label: question.keep, run: () => decide(true) };
        const drop = { label: 'Keep nothing', run: () => decide(false) };
        return { ...line, kind: 'asking', words: question.words, actions: [keep, drop] };
      }
      case 'done': {
        const { words, title: name = title, flawed = false, action } = wish.outcome(state.result);
        return { ...line, kind: 'done', title: name, words, flawed, actions: action ? [action] : [] };
      }
      case 'failed':
        return { ...line, kind: 'failed', words: wish.failure?.(state.error) ?? state.error.message, flawed: true };
      case 'ended':
        return undefined;
    }
  }

  private headway({ progress, paused, trouble, wait }: Running<Progress>): Headway {
    const { words, share }: Headway = wait ?? (progress === undefined ? BEGUN : this.wish.headway(progress));
    const parts = [
      paused && !trouble ? 'Paused' : '',
      share === undefined ? '' : `${Math.floor(share * 100)} %`,
      words,
      trouble || paused ? '' : formatTimeLeft(this.watch.ms, share),
    ];
    const said = parts.filter((part) => part !== '').join(', ');
    return { words: trouble ? `${trouble}. ${said}` : said, share };
  }

  private async run(): Promise<void> {
    const { signal } = this.controller;
    const ended = () => ({ kind: 'ended', cancelled: signal.aborted }) as const;
    try {
      const result = await this.wish.work(this.hands());
      this.settle(result === undefined ? ended() : { kind: 'done', result });
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      // whoever chose no file wants no work
      this.settle(signal.aborted || error.name === 'AbortError' ? ended() : { kind: 'failed', error });
    }
  }

  private hands(): WorkHands<Progress> {
    const told = (change: Partial<Running<Progress>>) =>
      this.state.kind === 'running' && this.become({ ...this.state, ...change });
    return {
      signal: this.controller.signal,
      watch: this.watch,
      tell: (progress) => void told({ progress }),
      mayGoOn: () => this.gate ?? Promise.resolve(),
      hold: (trouble) => this.pause(true, trouble),
      say: (trouble) => {
        if (this.state.kind === 'running' && !this.state.paused && this.state.trouble !== trouble) told({ trouble });
      },
      waitFor: async (wait, ready) => {
        const { signal } = this.controller;
        try {
          return await new Promise<boolean>((resolve, reject) => {
            told({ wait: { ...wait, run: () => resolve(false) } });
            signal.addEventListener('abort', () => resolve(false), { once: true });
            ready.then(() => resolve(true), reject);
          });
        } finally {
          told({ wait: undefined, trouble: undefined });
        }
      },
      isKept: async (question) =>
        !this.left && new Promise((decide) => this.become({ kind: 'asking', question, decide })),
      show: this.show,
      isLeft: () => this.left,
    };
  }

  /** What was ended meanwhile stays so. */
  private settle(state: WorkState<Progress, Result>): void {
    this.watch.stop();
    if (this.state.kind !== 'ended') this.become(state);
  }

  private become(state: WorkState<Progress, Result>): void {
    this.state = state;
    this.listeners.emit();
  }
}

type Running<Progress> = Extract<WorkState<Progress, never>, { kind: 'running' }>;

const BEGUN: Headway = { words: 'At work …' };

function flawOf({ paused, trouble }: Running<unknown>): { paused: boolean; flawed: boolean } {
  return { paused, flawed: trouble !== undefined };
}
