import type { KeyboardEvent, RefObject } from 'react';
import { announce } from '#ui/browser/announce.tsx';
import { type ColumnFit, changeByKey } from '#ui/grid/columns/useGridColumns.ts';
import type { DataGridProps } from '#ui/grid/gridProps.ts';
import type { GridLayout } from '#ui/grid/useGridLayout.ts';
import type { useGridScroll } from '#ui/grid/useGridScroll.ts';
import { type GridPlace, isLetter, movedPlace } from './gridKeys.ts';
import type { useGridSelection } from './useGridSelection.ts';

type Grid = {
  scroller: RefObject<HTMLDivElement | null>;
  layout: GridLayout;
  scroll: ReturnType<typeof useGridScroll>;
  select: ReturnType<typeof useGridSelection>;
  place: GridPlace;
  activate: (place: GridPlace) => void;
  openMenu: (event: KeyboardEvent) => boolean;
  onFit: ColumnFit;
  /** Takes the focus along with a heading's column, by its key. */
  follow: (key: string | undefined) => void;
};

/** The keys of a grid: those of its selection, of a heading's column, and the ways to other cells and to where rows lead. */
export function useGridKeyboard(props: DataGridProps, grid: Grid): (event: KeyboardEvent) => void {
  const { rowCount, onSort, onResize, onReorder, onPreview, letterKeys = true } = props;
  const { scroller, layout, scroll, select, place, activate, openMenu, onFit, follow } = grid;
  const { columns, lead, columnCount, rowHeight, topRow } = layout;
  const column = columns[place.column - lead];

  const onEnter = (event: KeyboardEvent) => {
    if (place.row < 0) {
      if (column?.sortable !== false && column) onSort(column.key, event.shiftKey);
      event.preventDefault();
      // a link that has the focus follows itself
    } else if (!(event.target instanceof HTMLAnchorElement)) clickLink(scroller.current, place.row);
  };

  return (event) => {
    if (select.onKey(event, place)) return;
    if (event.altKey && event.key === 'Enter' && openMenu(event)) return;
    if (letterKeys && onPreview && place.row >= 0 && isLetter(event, 'p')) {
      event.preventDefault();
      onPreview(place.row);
      return;
    }
    const done = place.row < 0 && changeByKey(event, columns, place.column - lead, { onResize, onReorder, onFit });
    if (done) {
      event.preventDefault();
      if (done.changed) follow(column?.key);
      announce(done.words, 'columns');
      return;
    }
    if (event.key === 'Enter') {
      onEnter(event);
      return;
    }
    const screen = Math.max(1, Math.floor(scroll.viewport / rowHeight) - 1);
    const next = movedPlace(place, event, { rows: rowCount, columns: columnCount, screen, top: topRow });
    if (!next) return;
    event.preventDefault();
    activate(next);
  };
}

/** Enter leads where the active cell does, or else its row. */
function clickLink(grid: HTMLElement | null, row: number): void {
  const cells = grid?.querySelector(`[aria-rowindex="${row + 2}"]`);
  const link =
    cells?.querySelector<HTMLElement>('a[tabindex="0"]') ?? cells?.querySelector<HTMLElement>('[role="rowheader"] a');
  link?.click();
}
