import { useCallback, useState } from 'react';
import { isJsonObject } from '#lib/json.ts';
import { safeStorage } from '#session/storage.ts';
import { columnWidth } from '#ui/grid/gridColumn.ts';

const preferences = safeStorage('localStorage');
const KEY = 'fleetlens.columnWidths';

/**
 * Widths of columns in px, by field: they suit a screen and whoever sits before it, so that this browser keeps them and
 * no link does. `damaged` names what was kept and could not be read; it is dropped.
 */
export function useColumnWidths() {
  const [{ widths, damaged }, setKept] = useState(() => readWidths(preferences.get(KEY)));
  const setWidth = useCallback((field: string, width: number | undefined) => {
    setKept(({ widths: before }) => {
      const next = new Map(before);
      if (width === undefined) next.delete(field);
      else next.set(field, width);
      preferences.set(KEY, JSON.stringify(Object.fromEntries(next)));
      return { widths: next, damaged: [] };
    });
  }, []);
  return { widths, damaged, setWidth };
}

export function readWidths(text: string | null): { widths: ReadonlyMap<string, number>; damaged: string[] } {
  const widths = new Map<string, number>();
  if (text === null) return { widths, damaged: [] };
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    // said below
  }
  if (!isJsonObject(kept)) return { widths, damaged: ['all of them'] };
  const damaged: string[] = [];
  for (const [field, width] of Object.entries(kept)) {
    if (typeof width === 'number' && columnWidth(width) === width) widths.set(field, width);
    else damaged.push(field);
  }
  return { widths, damaged };
}
