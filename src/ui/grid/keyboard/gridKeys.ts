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
  const to = (toRow: number, toColumn: number): GridPlace => ({
    row: Math.min(Math.max(size.top, toRow), lastRow),
    column: Math.min(Math.max(0, toColumn), lastColumn),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(Math.max(0, row - size.screen), column);
    case 'PageDown':
      return to(row + size.screen, column);
    case 'Home':
      return corner ? to(0, 0) : to(row, 0);
    case 'End':
      return corner ? to(lastRow, lastColumn) : to(row, lastColumn);
    default:
      return undefined;
  }
}

/** A letter pressed by itself, not a shortcut of the browser's. */
export function isLetter({ key, ctrlKey, metaKey, altKey }: Key & { altKey: boolean }, letter: string): boolean {
  return key.toLowerCase() === letter && !ctrlKey && !metaKey && !altKey;
}
