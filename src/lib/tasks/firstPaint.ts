/** Fallback for hidden tabs, which receive no animation frame, in ms. */
const PAINTED_MAX_MS = 300;

let resolveFirstPaint: () => void = () => {};

/** Resolves after the first paint; work in other threads waits for it. */
export const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve;
});

/** Called after the first render; the next frame paints it. */
export function markFirstRender(): void {
  requestAnimationFrame(() => setTimeout(resolveFirstPaint));
  setTimeout(resolveFirstPaint, PAINTED_MAX_MS);
}
