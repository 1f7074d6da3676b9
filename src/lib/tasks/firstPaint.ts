/** Fallback in ms for hidden tabs, which receive no animation frame. */
const PAINTED_MAX_MS = 300;

class FirstPaint {
  #resolve: () => void = () => {};

  readonly promise = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  readonly markRender = (): void => {
    requestAnimationFrame(() => setTimeout(this.#resolve));
    setTimeout(this.#resolve, PAINTED_MAX_MS);
  };
}

/**
 * `firstPaint` resolves after the first paint; work in other threads waits for it. `markFirstRender` is called after
 * the first render, which the next frame paints.
 */
export const { promise: firstPaint, markRender: markFirstRender } = new FirstPaint();
