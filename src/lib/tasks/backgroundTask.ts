import { Emitter } from '#lib/emitter.ts';
import { Stopwatch } from '#lib/time/stopwatch.ts';
import { formatTimeLeft } from './timeLeft.ts';

/** How far long work is: in words, and what share of it is done, 0 to 1, where that is known. */
export type TaskProgress = { text: string; share?: number | undefined };

/** What long work came to, in sentences; `flawed` where something was wrong, `title` where its name changed by it. */
export type TaskReport = {
  text: string;
  title?: string | undefined;
  hasWarnings?: boolean | undefined;
  action?: { label: string; run: () => void } | undefined;
};

/** What whoever cancelled work is asked before it ends. */
type CancelQuestion = { text: string; keepLabel: string };

/** Data that a task waits for, in words, and the label of the way to go on without it. */
type Wait = { text: string; skipLabel: string };

export type TaskState<Progress, Result> =
  | {
      kind: 'running';
      progress: Progress | undefined;
      paused: boolean;
      trouble: string | undefined;
      wait?: (Wait & { run: () => void }) | undefined;
    }
  | { kind: 'asking'; question: CancelQuestion; decide: (keep: boolean) => void }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; error: Error }
  | { kind: 'ended'; cancelled: boolean };

/** What whoever does the work holds. */
export type TaskContext<Progress> = {
  signal: AbortSignal;
  watch: Stopwatch;
  reportProgress: (progress: Progress) => void;
  /** Resolves when it may go on: pending while it is paused. */
  waitWhilePaused: () => Promise<void>;
  /** Pauses it for a reason; it is for somebody to have it go on. */
  pauseWithReason: (trouble: string) => void;
  /** Says what is wrong for the moment, until nothing is. */
  setWarning: (trouble: string | undefined) => void;
  /** Waits until `ready` resolves or the user skips the wait; resolves to false if it was skipped or the task cancelled. */
  waitFor: (wait: Wait, ready: Promise<unknown>) => Promise<boolean>;
  /** Asks who cancelled it whether what there is is to be kept; nobody is asked of work that was left. */
  confirmKeep: (question: CancelQuestion) => Promise<boolean>;
  /** Has it be seen at once. */
  show: () => void;
  /** Whether nobody is to have anything of it, as after a sign-out. */
  isDiscarded: () => boolean;
};

export type TaskSpec<Progress, Result> = {
  title: string;
  /** Does it; undefined where there is nothing to report. */
  run: (hands: TaskContext<Progress>) => Promise<Result | undefined>;
  describeProgress: (progress: Progress) => TaskProgress;
  createReport: (result: Result) => TaskReport;
  /** Why it failed, in a sentence; else in the words of the error. */
  describeError?: (error: Error) => string;
  pausable?: boolean;
  /** Cancelling it does not end it at once: it has something to bring to its end. */
  finishesAfterCancel?: boolean;
};

/** One line of what is at work and of what it came to. */
export type TaskSummary = {
  kind: 'running' | 'asking' | 'done' | 'failed';
  title: string;
  text: string;
  share: number | undefined;
  paused: boolean;
  pausable: boolean;
  hasWarnings: boolean;
  /** What can be chosen instead of waiting or reading. */
  actions: readonly { label: string; run: () => void }[];
};

/** Work that takes longer than a moment, outside React and whatever page began it: it can be paused, cancelled, looked at. */
export class BackgroundTask<Progress, Result> {
  state: TaskState<Progress, Result> = { kind: 'running', progress: undefined, paused: false, trouble: undefined };
  /** Whether it has gone on for so long that it is to be seen. */
  isShown = false;
  readonly watch = new Stopwatch();
  readonly subscribe: Emitter['subscribe'];
  private readonly spec: TaskSpec<Progress, Result>;
  private readonly controller = new AbortController();
  private readonly listeners = new Emitter();
  private isDiscarded = false;
  /** What is waited for while it is paused, and what ends that. */
  private gate: Promise<void> | undefined;
  private open: (() => void) | undefined;

  constructor(wish: TaskSpec<Progress, Result>) {
    this.spec = wish;
    this.subscribe = this.listeners.subscribe;
    void this.run();
  }

  get isActive(): boolean {
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
      this.watch.pause();
    } else {
      this.open?.();
      this.gate = undefined;
      this.watch.resume();
    }
    this.setState({ ...state, paused, trouble });
  };

  /** Ends it; what has something to bring to its end does so before. */
  readonly cancel = (): void => {
    if (!this.isActive) return;
    this.controller.abort();
    this.pause(false);
    if (!this.spec.finishesAfterCancel) this.setState({ kind: 'ended', cancelled: !this.isDiscarded });
  };

  /** Ends it, whatever it is at, and leaves nothing of it. */
  readonly discard = (): void => {
    const { state } = this;
    this.isDiscarded = true;
    this.cancel();
    if (state.kind === 'asking') state.decide(false);
    this.setState({ kind: 'ended', cancelled: false });
  };

  readonly show = (): void => {
    if (this.isShown) return;
    this.isShown = true;
    this.listeners.emit();
  };

  getSummary(): TaskSummary | undefined {
    const { state, spec: wish } = this;
    const { title, pausable = false } = wish;
    const line = { title, share: undefined, paused: false, pausable: false, hasWarnings: false, actions: [] };
    switch (state.kind) {
      case 'running': {
        const { text, share } = this.headway(state);
        const { wait } = state;
        const actions = wait ? [{ label: wait.skipLabel, run: wait.run }] : [];
        return {
          ...line,
          kind: 'running',
          text,
          share,
          pausable: pausable && !wait,
          actions,
          ...getPauseState(state),
        };
      }
      case 'asking': {
        const { question, decide } = state;
        const keep = { label: question.keepLabel, run: () => decide(true) };
        const drop = { label: 'Keep nothing', run: () => decide(false) };
        return { ...line, kind: 'asking', text: question.text, actions: [keep, drop] };
      }
      case 'done': {
        const { text, title: name = title, hasWarnings = false, action } = wish.createReport(state.result);
        return {
          ...line,
          kind: 'done',
          title: name,
          text,
          hasWarnings,
          actions: action ? [action] : [],
        };
      }
      case 'failed':
        return {
          ...line,
          kind: 'failed',
          text: wish.describeError?.(state.error) ?? state.error.message,
          hasWarnings: true,
        };
      case 'ended':
        return undefined;
    }
  }

  private headway({ progress, paused, trouble, wait }: Running<Progress>): TaskProgress {
    const { text, share }: TaskProgress =
      wait ?? (progress === undefined ? STARTED : this.spec.describeProgress(progress));
    const parts = [
      paused && !trouble ? 'Paused' : '',
      share === undefined ? '' : `${Math.floor(share * 100)} %`,
      text,
      trouble || paused ? '' : formatTimeLeft(this.watch.ms, share),
    ];
    const said = parts.filter((part) => part !== '').join(', ');
    return { text: trouble ? `${trouble}. ${said}` : said, share };
  }

  private async run(): Promise<void> {
    const { signal } = this.controller;
    const ended = () => ({ kind: 'ended', cancelled: signal.aborted }) as const;
    try {
      const result = await this.spec.run(this.createContext());
      this.settle(result === undefined ? ended() : { kind: 'done', result });
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      // whoever chose no file wants no work
      this.settle(signal.aborted || error.name === 'AbortError' ? ended() : { kind: 'failed', error });
    }
  }

  private createContext(): TaskContext<Progress> {
    const told = (change: Partial<Running<Progress>>) =>
      this.state.kind === 'running' && this.setState({ ...this.state, ...change });
    return {
      signal: this.controller.signal,
      watch: this.watch,
      reportProgress: (progress) => void told({ progress }),
      waitWhilePaused: () => this.gate ?? Promise.resolve(),
      pauseWithReason: (trouble) => this.pause(true, trouble),
      setWarning: (trouble) => {
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
      confirmKeep: async (question) =>
        !this.isDiscarded && new Promise((decide) => this.setState({ kind: 'asking', question, decide })),
      show: this.show,
      isDiscarded: () => this.isDiscarded,
    };
  }

  /** What was ended meanwhile stays so. */
  private settle(state: TaskState<Progress, Result>): void {
    this.watch.pause();
    if (this.state.kind !== 'ended') this.setState(state);
  }

  private setState(state: TaskState<Progress, Result>): void {
    this.state = state;
    this.listeners.emit();
  }
}

type Running<Progress> = Extract<TaskState<Progress, never>, { kind: 'running' }>;

const STARTED: TaskProgress = { text: 'At work …' };

function getPauseState({ paused, trouble }: Running<unknown>): { paused: boolean; hasWarnings: boolean } {
  return { paused, hasWarnings: trouble !== undefined };
}
