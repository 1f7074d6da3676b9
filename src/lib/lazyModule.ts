const preloadQueue = new Set<LazyModule<unknown>>();

/** Module that is loaded once, on first use or by the idle preload. */
export class LazyModule<Code> {
  #module: Code | undefined;
  #loading: Promise<Code> | undefined;
  readonly #load: () => Promise<Code>;

  /** `seldom` excludes the module from the idle preload. */
  constructor(load: () => Promise<Code>, { seldom = false } = {}) {
    this.#load = load;
    if (!seldom) preloadQueue.add(this);
  }

  get code(): Code | undefined {
    return this.#module;
  }

  load(): Promise<Code> {
    this.#loading ??= this.#load().then(
      (code) => {
        this.#module = code;
        preloadQueue.delete(this);
        return code;
      },
      (error) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}

/**
 * Loads the registered modules one by one while the page is idle. Errors are ignored, because the next `load` reports
 * them.
 * @returns a function that stops it
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
