/** How long work may hold the page at a time, in ms; it leaves room for painting within a frame. */
const SLICE_MS = 8;

/**
 * Runs long work on the page in slices, so that input and painting come between. The work is a generator that yields
 * wherever it may be interrupted. New work replaces what was still to do.
 */
export class Slices {
  private work: Iterator<void> | undefined;
  private readonly channel = new MessageChannel();
  private waiting = false;

  constructor() {
    this.channel.port1.onmessage = () => {
      this.waiting = false;
      this.slice();
    };
  }

  get busy(): boolean {
    return this.work !== undefined;
  }

  /** Does the first slice at once and the rest soon. */
  run(work: Iterator<void>): void {
    this.work = work;
    this.slice();
  }

  cancel(): void {
    this.work = undefined;
  }

  private slice(): void {
    const { work } = this;
    if (!work) return;
    const end = performance.now() + SLICE_MS;
    do {
      if (work.next().done) {
        if (this.work === work) this.work = undefined;
        return;
      }
      if (this.work !== work) return;
    } while (performance.now() < end);
    if (this.waiting) return;
    this.waiting = true;
    this.channel.port2.postMessage(undefined);
  }
}
