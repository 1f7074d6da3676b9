/** Whatever may be loaded while nothing else is at work, in the order in which it became known. */
const preloadQueue = new Set<LazyModule<unknown>>();

/** Code that is loaded once for all who want it: when it is first wanted, or ahead of that. */
export class LazyModule<Code> {
  #code: Code | undefined;
  #coming: Promise<Code> | undefined;
  readonly #load: () => Promise<Code>;

  /** What is `seldom` wanted is loaded by nobody ahead of that. */
  constructor(load: () => Promise<Code>, { seldom = false } = {}) {
    this.#load = load;
    if (!seldom) preloadQueue.add(this);
  }

  /** What was loaded; nothing before. */
  get code(): Code | undefined {
    return this.#code;
  }

  /** Loads it; what could not be loaded is tried anew by whoever wants it next. */
  load(): Promise<Code> {
    this.#coming ??= this.#load().then(
      (code) => {
        this.#code = code;
        preloadQueue.delete(this);
        return code;
      },
      (error) => {
        this.#coming = undefined;
        throw error;
      },
    );
    return this.#coming;
  }
}

/**
 * Loads what is likely to be wanted, piece by piece in moments in which the page is idle; gives the way to stop. What
 * cannot be loaded is left to whoever opens it, who is told.
 */
export function startIdlePreload(): () => void {
  let stopped = false;
  const idle = globalThis.requestIdleCallback ?? ((next: () => void) => setTimeout(next, 50));
  const next = () => {
    const [piece] = preloadQueue;
    if (stopped || !piece) return;
    preloadQueue.delete(piece);
    const goOn = () => idle(next);
    piece.load().then(goOn, goOn);
  };
  idle(next);
  return () => {
    stopped = true;
  };
}
