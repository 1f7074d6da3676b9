/** A hidden tab is given no frame: this long after it was drawn it counts as painted. */
const PAINTED_MAX_MS = 300;

let resolveFirstPaint: () => void = () => {};

/** Done when what the page was first drawn with is painted: before that, no other work is worth a core of its own. */
export const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve;
});

/** Says that the page is drawn for the first time: the next frame paints it. */
export function markFirstRender(): void {
  requestAnimationFrame(() => setTimeout(resolveFirstPaint));
  setTimeout(resolveFirstPaint, PAINTED_MAX_MS);
}
