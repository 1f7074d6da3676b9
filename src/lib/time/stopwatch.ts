/** Counts the ms that something takes, without those that it is stopped for. */
export class Stopwatch {
  private readonly now: () => number;
  private counted = 0;
  /** When it was started last, while it runs. */
  private since: number | undefined;

  /** Runs from now on; `now` is a steady clock, in ms. */
  constructor(now = () => performance.now()) {
    this.now = now;
    this.since = now();
  }

  pause(): void {
    this.counted = this.ms;
    this.since = undefined;
  }

  resume(): void {
    this.since ??= this.now();
  }

  get ms(): number {
    return this.counted + (this.since === undefined ? 0 : this.now() - this.since);
  }
}
