/** The clocks and timers of the browser; replaced in tests. */
export type Clock = {
  /** Returns the wall-clock time, in ms since 1970. */
  getTime(): number;
  /** Returns the time of a clock that is never set back, in ms. */
  getMonotonicTime(): number;
  /** Calls `callback` once after `ms`, and returns a function that cancels it. */
  startTimer(callback: () => void, ms: number): () => void;
  /** Calls `callback` every `ms`, and returns a function that stops it. */
  startInterval(callback: () => void, ms: number): () => void;
};

export const browserClock: Clock = {
  getTime: () => Date.now(),
  getMonotonicTime: () => performance.now(),
  startTimer(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  startInterval(callback, ms) {
    const timer = setInterval(callback, ms);
    return () => clearInterval(timer);
  },
};
