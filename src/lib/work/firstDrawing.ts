/** A hidden tab is given no frame: this long after it was drawn it counts as painted. */
const PAINTED_MAX_MS = 300;

let painted: () => void = () => {};

/** Done when what the page was first drawn with is painted: before that, no other work is worth a core of its own. */
export const firstDrawing = new Promise<void>((resolve) => {
  painted = resolve;
});

/** Says that the page is drawn for the first time: the next frame paints it. */
export function drawn(): void {
  requestAnimationFrame(() => setTimeout(painted));
  setTimeout(painted, PAINTED_MAX_MS);
}
