/** Measures elapsed time without pauses, in ms. */
export class Stopwatch {
  private readonly now: () => number;
  private counted = 0;
  private since: number | undefined;

  /** Starts immediately. `now` is a monotonic clock, in ms. */
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
