/** Position of a cell. Row -1 is the header. */
export type CellPosition = { row: number; column: number };

/** True on touch devices, which have higher rows and headings with either density setting. */
export const IS_TOUCH_DEVICE = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean };
/** Grid size for navigation. `top` is the first row: -1 if headings are visible. */
type NavigationSize = { rows: number; columns: number; screen: number; top: number };

export function getNextCellPosition(
  from: CellPosition,
  { key, ctrlKey, metaKey }: KeyPress,
  size: NavigationSize,
): CellPosition | undefined {
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
