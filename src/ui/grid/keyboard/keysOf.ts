import type { KeyboardEvent } from 'react';
import { announce } from '#ui/browser/announce.tsx';
import { changeByKey } from '#ui/grid/columns/useGridColumns.ts';
import type { GridHeadings } from '#ui/grid/columns/useGridHeadings.ts';
import type { GridParts } from '#ui/grid/gridParts.ts';
import { isLetter, movedPlace } from './gridKeys.ts';

type Doing = {
  headings: GridHeadings;
  openMenu: (event: KeyboardEvent) => boolean;
  /** Takes the focus along with a heading's column, by its key. */
  follow: (key: string | undefined) => void;
};

/** The keys of a grid: those of its selection, of a heading's column, and the ways to other cells and to where rows lead. */
export function keysOf(grid: GridParts, { headings, openMenu, follow }: Doing): (event: KeyboardEvent) => void {
  const { scroller, layout, scroll, select, cells } = grid;
  const { rows, events = {} } = grid.props;
  const { onPreview, letterKeys = true } = events;
  const { columns, lead, columnCount, rowHeight, topRow } = layout;
  const { place } = cells;
  const column = columns[place.column - lead];

  const onEnter = (event: KeyboardEvent) => {
    if (place.row < 0) {
      if (column?.sortable !== false && column) headings.onSort?.(column.key, event.shiftKey);
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
    const done = place.row < 0 && changeByKey(event, columns, place.column - lead, headings);
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
    const next = movedPlace(place, event, { rows: rows.count, columns: columnCount, screen, top: topRow });
    if (!next) return;
    event.preventDefault();
    cells.activate(next);
  };
}

/** Enter leads where the active cell does, or else its row. */
function clickLink(grid: HTMLElement | null, row: number): void {
  const cells = grid?.querySelector(`[aria-rowindex="${row + 2}"]`);
  const link =
    cells?.querySelector<HTMLElement>('a[tabindex="0"]') ?? cells?.querySelector<HTMLElement>('[role="rowheader"] a');
  link?.click();
}
