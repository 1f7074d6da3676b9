import { useEffect, useRef } from 'react';
import { announce } from '#ui/browser/announce.tsx';
import type { GridSort } from '#ui/grid/gridColumn.ts';

/** Says how rows are sorted when that has changed. */
export function useSortAnnounced(sort: readonly GridSort[]): void {
  const words = sort.map(({ key, descending }) => `${key} ${descending ? 'descending' : 'ascending'}`).join(', then ');
  const said = useRef(words);
  // a screen reader is outside React
  useEffect(() => {
    if (said.current === words) return;
    said.current = words;
    announce(words === '' ? 'Not sorted' : `Sorted by ${words}`, 'sort');
  }, [words]);
}
