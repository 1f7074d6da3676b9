import { Stopwatch } from '#lib/time/stopwatch.ts';
import type { FileTarget } from './fileTarget.ts';
import { Listeners } from './listeners.ts';

/** What an export does or has done; `Progress` is how far it is, `Report` what it wrote. */
type ExportState<Progress, Report> =
  | { kind: 'idle' }
  | ({ kind: 'running'; paused: boolean; watch: Stopwatch } & Progress)
  | ({ kind: 'cancelled'; decide: (keep: boolean) => void } & Progress)
  | ({ kind: 'done'; name: string; ms: number } & Report)
  | { kind: 'failed'; message: string };

/** What whoever writes an export works with. */
export type ExportWork<Progress> = {
  write: (text: string) => Promise<void>;
  signal: AbortSignal;
  /** Resolves when it may go on: pending while it is paused. */
  mayGoOn: () => Promise<void>;
  tell: (progress: Progress) => void;
  /** Whether what a cancelled export has written is to be kept: asks who cancelled it. */
  isKept: (progress: Progress) => Promise<boolean>;
};

type Wish<Progress, Report> = {
  /** Has the file chosen. */
  open: () => Promise<FileTarget>;
  /** How far it is before anything is written. */
  begin: Progress;
  /** Writes the text, and gives what it was; undefined where no file is to stay. */
  write: (work: ExportWork<Progress>) => Promise<(Report & { complete: boolean }) | undefined>;
};

/**
 * One export at a time, to a file that is chosen when it begins: it can be paused and cancelled, and lets go of the file
 * when writing fails. Outside React: a page is not drawn again for each piece.
 */
export class ExportRun<Progress extends object, Report extends object> {
  state: ExportState<Progress, Report> = { kind: 'idle' };
  private controller: AbortController | undefined;
  /** What is waited for while it is paused, and what ends that. */
  private gate: Promise<void> | undefined;
  private goOn: (() => void) | undefined;
  private readonly listeners = new Listeners(() => () => this.onLeft(this.state));
  private readonly onLeft: (state: ExportState<Progress, Report>) => void;

  /** `onLeft` is called when nobody looks at it any more. */
  constructor(onLeft: (state: ExportState<Progress, Report>) => void = () => undefined) {
    this.onLeft = onLeft;
  }

  /** Whether nobody looks at it. */
  get unseen(): boolean {
    return this.listeners.size === 0;
  }

  readonly subscribe = this.listeners.subscribe;

  /** Ends it; whoever writes it says whether the file keeps what there is. */
  cancel = (): void => {
    this.controller?.abort();
    this.pause(false);
  };

  /** Ends it and leaves no file. */
  leave = (): void => {
    const { state } = this;
    this.cancel();
    this.controller = undefined;
    if (state.kind === 'cancelled') state.decide(false);
  };

  dismiss = (): void => this.become({ kind: 'idle' });

  pause = (paused: boolean): void => {
    this.goOn?.();
    this.gate = paused
      ? new Promise((resolve) => {
          this.goOn = resolve;
        })
      : undefined;
    if (this.state.kind !== 'running') return;
    if (paused) this.state.watch.stop();
    else this.state.watch.goOn();
    this.become({ ...this.state, paused });
  };

  /**
   * Begins another one, which ends what is at work.
   * @returns the file's name and what was written, or undefined where there is no file
   */
  async start({ open, begin, write }: Wish<Progress, Report>) {
    this.leave();
    const controller = new AbortController();
    this.controller = controller;
    const { signal } = controller;
    // nothing is said of one that another one has followed
    const become = (state: ExportState<Progress, Report>) => this.controller === controller && this.become(state);
    let target: FileTarget | undefined;
    try {
      target = await open();
      const watch = new Stopwatch();
      become({ kind: 'running', paused: false, watch, ...begin });
      const report = await write({
        write: target.write,
        signal,
        mayGoOn: () => this.gate ?? Promise.resolve(),
        tell: (progress) => this.state.kind === 'running' && become({ ...this.state, ...progress }),
        isKept: async (progress) =>
          this.controller === controller && new Promise((decide) => become({ kind: 'cancelled', decide, ...progress })),
      });
      if (!report) {
        await target.abandon();
        become({ kind: 'idle' });
        return undefined;
      }
      const written = { ...report, name: await target.close(report.complete), ms: watch.ms };
      become({ kind: 'done', ...written });
      return written;
    } catch (error) {
      await target?.abandon().catch(() => undefined);
      // whoever chose no file wants no export
      const unwanted = error instanceof DOMException && error.name === 'AbortError';
      become(
        unwanted
          ? { kind: 'idle' }
          : { kind: 'failed', message: error instanceof Error ? error.message : String(error) },
      );
      return undefined;
    }
  }

  private become(state: ExportState<Progress, Report>): void {
    this.state = state;
    this.listeners.tellSoon();
  }
}
