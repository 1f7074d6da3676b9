/** Time budget of one slice, in ms. Leaves room to paint within a frame. */
const SLICE_MS = 8;

const BACKGROUND_DELAY_MS = 16;

const foreground = new Set<TimeSlicer>();

/**
 * Runs long work in slices, so that the page can handle input and paint in between. Work is a generator that yields
 * where it may be interrupted. New work replaces unfinished work. Work `inBackground` waits for all other work.
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
 * Loads a module and runs its work in slices.
 * @returns a function that stops both
 */
export function importAndRunSliced<Code>(
  load: () => Promise<Code>,
  work: (code: Code) => Iterator<void>,
  onLoadError: () => void = () => undefined,
): () => void {
  const slices = new TimeSlicer();
  let stopped = false;
  load().then(
    (code) => {
      if (!stopped) slices.run(work(code));
    },
    () => {
      if (!stopped) onLoadError();
    },
  );
  return () => {
    stopped = true;
    slices.cancel();
  };
}
