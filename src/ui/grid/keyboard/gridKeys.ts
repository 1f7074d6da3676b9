/** A cell of a grid; row -1 is the header. */
export type GridPlace = { row: number; column: number };

/** Rows and headings are as high as a finger needs, whatever was chosen for a pointer. */
export const TOUCHED = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

type Key = { key: string; ctrlKey: boolean; metaKey: boolean };
/** `top` is the first row there is: -1 where the header is one. */
type Size = { rows: number; columns: number; screen: number; top: number };

/** Where a key leads from a place, or nothing for a key that is none of the grid's. */
export function movedPlace(from: GridPlace, { key, ctrlKey, metaKey }: Key, size: Size): GridPlace | undefined {
  const { row, column } = from;
  const corner = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  const places = new Map<string, readonly [row: number, column: number]>([
    ['ArrowUp', [row - 1, column]],
    ['ArrowDown', [row + 1, column]],
    ['ArrowLeft', [row, column - 1]],
    ['ArrowRight', [row, column + 1]],
    ['PageUp', [Math.max(0, row - size.screen), column]],
    ['PageDown', [row + size.screen, column]],
    ['Home', [corner ? 0 : row, 0]],
    ['End', [corner ? lastRow : row, lastColumn]],
  ]);
  const to = places.get(key);
  if (!to) return undefined;
  return { row: Math.min(Math.max(size.top, to[0]), lastRow), column: Math.min(Math.max(0, to[1]), lastColumn) };
}

/** A letter pressed by itself, not a shortcut of the browser's. */
export function isLetter({ key, ctrlKey, metaKey, altKey }: Key & { altKey: boolean }, letter: string): boolean {
  return key.toLowerCase() === letter && !ctrlKey && !metaKey && !altKey;
}
