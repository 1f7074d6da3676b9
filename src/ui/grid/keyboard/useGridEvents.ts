import { useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { stripBasePath } from '#lib/basePath.ts';
import { announce } from '#lib/tasks/announce.ts';
import { changeByKey } from '#ui/grid/columns/useGridColumns.ts';
import type { GridHeadings } from '#ui/grid/columns/useGridHeadings.ts';
import { copyFromGrid } from '#ui/grid/copy/copyFromGrid.ts';
import type { GridParts } from '#ui/grid/gridParts.ts';
import { isLetter, movedPlace } from './gridKeys.ts';
import { placeOf } from './useActiveCell.ts';

/** Event handlers of the grid element, delegated so that rows need none. */
export function useGridEvents(grid: GridParts, headings: GridHeadings) {
  const { select, cells, scroll, layout } = grid;
  const { onPreview, onMenu, onOpen } = grid.props.events ?? {};
  const { columns, lead } = layout;
  const followLink = useLinkClicks();
  const follow = useHeadingFollowed(grid);
  useCopy(grid);

  const onContextMenu = (event: SyntheticEvent): boolean => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[aria-colindex]') : null;
    const clicked = element && placeOf(element);
    const column = clicked && columns[clicked.column - lead];
    if (!column || !onMenu?.({ row: clicked.row, column, element })) return false;
    event.preventDefault();
    return true;
  };

  /** A mouse activates a cell by click and opens its row by double click; touch and screen readers open it at once. */
  const openRow = ({ target, nativeEvent, detail }: MouseEvent): boolean => {
    const byMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse';
    const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
    if (!onOpen || !cell || cell.matches('[data-check]') || (byMouse && detail !== 2)) return false;
    const at = placeOf(cell);
    cells.activate(at);
    onOpen(at.row);
    return true;
  };

  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-menu]')) return void onContextMenu(event);
    if (followLink(event)) return;
    if (openRow(event)) return;
    const edge = onPreview && event.target instanceof Element && event.target.closest('[data-edge]');
    if (!edge) return select.onClick(event);
    const { row } = placeOf(edge.parentElement ?? edge);
    cells.activate({ row, column: lead });
    onPreview(row);
  };

  return {
    onScroll: scroll.onScroll,
    onKeyDown: keysOf(grid, { headings, openMenu: onContextMenu, follow }),
    onClick,
    onContextMenu,
    onMouseDown: select.onMouseDown,
    onFocus: cells.onFocus,
  };
}

/** Handles copying while the grid has the focus, except for selected text and inputs. */
function useCopy(grid: GridParts): void {
  // Firefox reports the last clicked element as target, not the focused one
  useWindowEvent('copy', (event) => {
    const { activeElement } = document;
    const typed = activeElement instanceof HTMLInputElement && activeElement.type !== 'checkbox';
    const held = grid.scroller.current?.contains(activeElement);
    if (held && !typed && document.getSelection()?.isCollapsed) copyFromGrid(event, grid);
  });
}

/** Keeps the focus on a moved heading. @returns a function that takes its column's key */
function useHeadingFollowed({ layout, cells }: GridParts): (key: string | undefined) => void {
  const { columns, lead } = layout;
  const { activate } = cells;
  const followed = useRef<string>(undefined);
  // focus moves once the column is rendered at its new position
  useLayoutEffect(() => {
    const index = columns.findIndex(({ key }) => key === followed.current);
    followed.current = undefined;
    if (index >= 0) activate({ row: -1, column: index + lead });
  }, [columns, lead, activate]);
  return (key) => {
    followed.current = key;
  };
}

/**
 * Handles clicks on row links in the router, as a link component per row would double its cost. Clicks that open a new tab or
 * window are left to the browser.
 * @returns whether a link was followed
 */
function useLinkClicks(): (event: MouseEvent) => boolean {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return false;
    event.preventDefault();
    // the `href` attribute, as the property resolves dots in an ID
    void navigate(stripBasePath(link.getAttribute('href') ?? ''));
    return true;
  };
}

type Doing = {
  headings: GridHeadings;
  openMenu: (event: KeyboardEvent) => boolean;
  follow: (key: string | undefined) => void;
};

/** Keyboard handler: selection, heading shortcuts, navigation and opening. */
function keysOf(grid: GridParts, { headings, openMenu, follow }: Doing): (event: KeyboardEvent) => void {
  const { scroller, layout, scroll, select, cells } = grid;
  const { rows, events = {} } = grid.props;
  const { onPreview, onOpen, letterKeys = true } = events;
  const { columns, lead, columnCount, rowHeight, topRow } = layout;
  const { place } = cells;
  const column = columns[place.column - lead];

  const onEnter = (event: KeyboardEvent) => {
    if (place.row < 0) {
      if (column?.sortable !== false && column) headings.onSort?.(column.key, event.shiftKey);
      event.preventDefault();
      // a focused link handles Enter itself
    } else if (event.target instanceof HTMLAnchorElement) return;
    else if (onOpen) onOpen(place.row);
    else clickLink(scroller.current, place.row);
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

/** Opens the active cell's link, else the row's. */
function clickLink(grid: HTMLElement | null, row: number): void {
  const cells = grid?.querySelector(`[aria-rowindex="${row + 2}"]`);
  const link =
    cells?.querySelector<HTMLElement>('a[tabindex="0"]') ?? cells?.querySelector<HTMLElement>('[role="rowheader"] a');
  link?.click();
}
