/** How long work may hold the page at a time, in ms; it leaves room for painting within a frame. */
const SLICE_MS = 8;

/** How long work that nobody waits for stands back while there is other work, in ms. */
const BACKGROUND_DELAY_MS = 16;

/** Whoever has work that somebody waits for. */
const foreground = new Set<TimeSlicer>();

/**
 * Runs long work on the page in slices, so that input and painting come between. The work is a generator that yields
 * wherever it may be interrupted. New work replaces what was still to do. Work `inBackground`
 * goes on only while no other does.
 */
export class TimeSlicer {
  private work: Iterator<void> | undefined;
  private readonly channel = new MessageChannel();
  private waiting = false;
  private readonly inBackground: boolean;

  constructor({ inBackground = false } = {}) {
    this.inBackground = inBackground;
    this.channel.port1.onmessage = () => {
      this.waiting = false;
      this.runSlice();
    };
  }

  get isBusy(): boolean {
    return this.work !== undefined;
  }

  /** Does the first slice at once and the rest soon. */
  run(work: Iterator<void>): void {
    this.work = work;
    if (!this.inBackground) foreground.add(this);
    this.runSlice();
  }

  cancel(): void {
    this.work = undefined;
    foreground.delete(this);
  }

  private runSlice(): void {
    const { work } = this;
    if (!work) return;
    if (this.inBackground && foreground.size > 0) {
      if (!this.waiting) setTimeout(() => this.channel.port2.postMessage(undefined), BACKGROUND_DELAY_MS);
      this.waiting = true;
      return;
    }
    const end = performance.now() + SLICE_MS;
    do {
      if (work.next().done) {
        if (this.work === work) this.cancel();
        return;
      }
      if (this.work !== work) return;
    } while (performance.now() < end);
    if (this.waiting) return;
    this.waiting = true;
    this.channel.port2.postMessage(undefined);
  }
}

/**
 * Loads the code of long work, then runs it in slices; gives the way to stop. `failed` is told when the code does not
 * come.
 */
export function loadAndRunInSlices<Code>(
  load: () => Promise<Code>,
  work: (code: Code) => Iterator<void>,
  failed: () => void = () => undefined,
): () => void {
  const slices = new TimeSlicer();
  let stopped = false;
  load().then(
    (code) => {
      if (!stopped) slices.run(work(code));
    },
    () => {
      if (!stopped) failed();
    },
  );
  return () => {
    stopped = true;
    slices.cancel();
  };
}
