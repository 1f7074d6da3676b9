import { Emitter } from '#lib/emitter.ts';
import { Stopwatch } from '#lib/time/stopwatch.ts';

/** Progress of a task. `share` is the completed part (0 to 1), if known. */
export type TaskProgress = { text: string; share?: number | undefined };

/**
 * Report shown when a task ends. `hasWarnings` marks a report that needs attention; `title` replaces the task's title.
 */
export type TaskReport = {
  text: string;
  title?: string | undefined;
  hasWarnings?: boolean | undefined;
  action?: { label: string; run: () => void } | undefined;
};

type CancelQuestion = { text: string; keepLabel: string };

type TaskWait = { text: string; skipLabel: string };

export type TaskState<Progress, Result> =
  | {
      kind: 'running';
      progress: Progress | undefined;
      paused: boolean;
      trouble: string | undefined;
      wait?: (TaskWait & { run: () => void }) | undefined;
    }
  | { kind: 'asking'; question: CancelQuestion; decide: (keep: boolean) => void }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; error: Error }
  | { kind: 'ended'; cancelled: boolean };

export type TaskContext<Progress> = {
  signal: AbortSignal;
  stopwatch: Stopwatch;
  /**
   * Shared by all parts of the task. After a pause, each part starts again with its retries, and one part probes the
   * connection for all.
   */
  retries: { pauses: number; isProbing: boolean };
  reportProgress: (progress: Progress) => void;
  waitWhilePaused: () => Promise<void>;
  /**
   * Pauses the task with a reason, unless the user has paused it.
   * @returns true if the task is paused for this reason
   */
  pauseWithReason: (trouble: string) => boolean;
  resume: () => void;
  setWarning: (trouble: string | undefined) => void;
  /**
   * Waits until `ready` resolves or the user skips the wait.
   * @returns false if the wait was skipped or the task was canceled
   */
  waitFor: (wait: TaskWait, ready: Promise<unknown>) => Promise<boolean>;
  /** Asks the user whether to keep the partial result. If the task was discarded, resolves to false without asking. */
  confirmKeep: (question: CancelQuestion) => Promise<boolean>;
  show: () => void;
  /** True once the result must not be kept, for example after sign-out. */
  isDiscarded: () => boolean;
};

export type TaskSpec<Progress, Result> = {
  title: string;
  run: (context: TaskContext<Progress>) => Promise<Result | undefined>;
  describeProgress: (progress: Progress) => TaskProgress;
  createReport: (result: Result) => TaskReport;
  describeError?: (error: Error) => string;
  pausable?: boolean;
  action?: { label: string; run: () => void };
  finishesAfterCancel?: boolean;
};

export type TaskDisplay = {
  kind: 'running' | 'asking' | 'done' | 'failed';
  title: string;
  text: string;
  share: number | undefined;
  paused: boolean;
  pausable: boolean;
  hasWarnings: boolean;
  actions: readonly { label: string; run: () => void }[];
};

/** Long-running operation that is independent of React and of the page that started it. */
export class BackgroundTask<Progress, Result> {
  state: TaskState<Progress, Result> = { kind: 'running', progress: undefined, paused: false, trouble: undefined };
  isShown = false;
  readonly stopwatch = new Stopwatch();
  readonly subscribe: Emitter['subscribe'];
  private readonly spec: TaskSpec<Progress, Result>;
  private readonly controller = new AbortController();
  private readonly listeners = new Emitter();
  private isDiscarded = false;
  private gate: Promise<void> | undefined;
  private open: (() => void) | undefined;

  constructor(spec: TaskSpec<Progress, Result>) {
    this.spec = spec;
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
      // a second pause keeps the gate that callers already wait for
      this.gate ??= new Promise((resolve) => {
        this.open = resolve;
      });
      this.stopwatch.pause();
    } else {
      this.open?.();
      this.gate = undefined;
      this.stopwatch.resume();
    }
    this.setState({ ...state, paused, trouble });
  };

  /** Cancels the task. A task with `finishesAfterCancel` ends later, for example after closing a file. */
  readonly cancel = (): void => {
    if (!this.isActive) return;
    this.controller.abort();
    this.pause(false);
    if (!this.spec.finishesAfterCancel) this.setState({ kind: 'ended', cancelled: !this.isDiscarded });
  };

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

  getSummary(): TaskDisplay | undefined {
    const { state, spec } = this;
    const { title, pausable = false } = spec;
    const summary = { title, share: undefined, paused: false, pausable: false, hasWarnings: false, actions: [] };
    switch (state.kind) {
      case 'running': {
        const { progress, wait, paused, trouble } = state;
        const current = wait ?? (progress === undefined ? STARTED : spec.describeProgress(progress));
        const { text, share } = summarizeTaskProgress(current, state, this.stopwatch.ms);
        const actions = wait ? [{ label: wait.skipLabel, run: wait.run }] : spec.action ? [spec.action] : [];
        const flags = { paused, pausable: pausable && !wait, hasWarnings: trouble !== undefined };
        return { ...summary, kind: 'running', text, share, actions, ...flags };
      }
      case 'asking': {
        const { question, decide } = state;
        const keep = { label: question.keepLabel, run: () => decide(true) };
        const drop = { label: 'Discard', run: () => decide(false) };
        return { ...summary, kind: 'asking', text: question.text, actions: [keep, drop] };
      }
      case 'done': {
        const { text, title: name = title, hasWarnings = false, action } = spec.createReport(state.result);
        return { ...summary, kind: 'done', title: name, text, hasWarnings, actions: action ? [action] : [] };
      }
      case 'failed': {
        const text = spec.describeError?.(state.error) ?? state.error.message;
        return { ...summary, kind: 'failed', text, hasWarnings: true };
      }
      case 'ended':
        return undefined;
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.controller;
    const ended = () => ({ kind: 'ended', cancelled: signal.aborted }) as const;
    try {
      const result = await this.spec.run(this.createContext());
      this.settle(result === undefined ? ended() : { kind: 'done', result });
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      // an AbortError without a canceled task: the user closed the file dialog
      this.settle(signal.aborted || error.name === 'AbortError' ? ended() : { kind: 'failed', error });
    }
  }

  private createContext(): TaskContext<Progress> {
    const update = (change: Partial<Running<Progress>>) =>
      this.state.kind === 'running' && this.setState({ ...this.state, ...change });
    return {
      signal: this.controller.signal,
      stopwatch: this.stopwatch,
      retries: { pauses: 0, isProbing: false },
      reportProgress: (progress) => void update({ progress }),
      waitWhilePaused: () => this.gate ?? Promise.resolve(),
      pauseWithReason: (trouble) => {
        const { state } = this;
        if (state.kind === 'running' && state.paused && state.trouble === undefined) return false;
        this.pause(true, trouble);
        return true;
      },
      resume: () => {
        if (this.state.kind === 'running' && this.state.paused && this.state.trouble !== undefined) this.pause(false);
      },
      setWarning: (trouble) => {
        if (this.state.kind === 'running' && !this.state.paused && this.state.trouble !== trouble) update({ trouble });
      },
      waitFor: async (wait, ready) => {
        const { signal } = this.controller;
        try {
          return await new Promise<boolean>((resolve, reject) => {
            update({ wait: { ...wait, run: () => resolve(false) } });
            signal.addEventListener('abort', () => resolve(false), { once: true });
            ready.then(() => resolve(true), reject);
          });
        } finally {
          update({ wait: undefined, trouble: undefined });
        }
      },
      confirmKeep: async (question) =>
        !this.isDiscarded && new Promise((decide) => this.setState({ kind: 'asking', question, decide })),
      show: this.show,
      isDiscarded: () => this.isDiscarded,
    };
  }

  private settle(state: TaskState<Progress, Result>): void {
    this.stopwatch.pause();
    if (this.state.kind !== 'ended') this.setState(state);
  }

  private setState(state: TaskState<Progress, Result>): void {
    this.state = state;
    this.listeners.emit();
  }
}

type Running<Progress> = Extract<TaskState<Progress, never>, { kind: 'running' }>;

const STARTED: TaskProgress = { text: 'Starting …' };

type Progress = { text: string; share?: number | undefined };

function summarizeTaskProgress(
  { text, share }: Progress,
  { paused, trouble }: { paused: boolean; trouble: string | undefined },
  ms: number,
): Progress {
  const parts = [
    paused && !trouble ? 'Paused' : '',
    share === undefined ? '' : `${Math.floor(share * 100)} %`,
    text,
    trouble || paused ? '' : formatTimeLeft(ms, share),
  ];
  const summary = parts.filter((part) => part !== '').join(', ');
  return { text: trouble ? `${trouble}. ${summary}` : summary, share };
}

const MIN_RUN_MS = 1000;

const SPANS = [
  ['s', 1000, 60_000],
  ['min', 60_000, 3_600_000],
] as const;

/** Formats the estimated remaining time of a task that completed `share` (0 to 1) in `ms`. '' if unknown. */
function formatTimeLeft(ms: number, share = 0): string {
  if (share <= 0 || ms < MIN_RUN_MS) return '';
  return `${formatRoughDuration((ms / share) * (1 - share))} left`;
}

/** Formats a duration in its largest unit, such as `40 s`, `2 min` or `3 h`. */
function formatRoughDuration(ms: number): string {
  const [unit, length] = SPANS.find(([, , below]) => ms < below) ?? ['h', 3_600_000];
  return `${Math.max(1, Math.round(ms / length))} ${unit}`;
}
