export type Clock = {
  /** Returns the wall-clock time, in ms since 1970. */
  getTime(): number;
  /** Returns the time of a clock that is never set back, in ms. */
  getMonotonicTime(): number;
  startTimer(callback: () => void, ms: number): () => void;
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
