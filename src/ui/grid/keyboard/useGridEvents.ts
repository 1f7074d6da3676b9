import { useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { stripBasePath } from '#lib/basePath.ts';
import { announce } from '#lib/tasks/announce.ts';
import { findFirst } from '#ui/browser/focus/focusAfter.ts';
import { getKeyLetter } from '#ui/browser/shortcuts.ts';
import { handleColumnHeadingKey } from '#ui/grid/columns/useColumnDrag.ts';
import type { GridHeaderState } from '#ui/grid/columns/useGridHeaderState.ts';
import { copyFromGrid } from '#ui/grid/copy/copyFromGrid.ts';
import type { GridContext } from '#ui/grid/gridContext.ts';
import { getNextCellPosition } from './cellNavigation.ts';
import { getCellPosition } from './useActiveCell.ts';

/** Event handlers of the grid element. They handle the events of all rows, so that rows need no handlers. */
export function useGridEvents(grid: GridContext, headings: GridHeaderState) {
  const { selectionHandlers, activeCell, scroll, layout } = grid;
  const { onPreviewRow, onOpenMenu, onOpenRow } = grid.props.events ?? {};
  const { columns, lead } = layout;
  const followLink = useLinkClickHandler();
  const follow = useMovedHeadingFocus(grid);
  useCopyHandler(grid);

  const onContextMenu = (event: SyntheticEvent): boolean => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[aria-colindex]') : null;
    const clicked = element && getCellPosition(element);
    const column = clicked && columns[clicked.column - lead];
    if (!column || !onOpenMenu?.({ row: clicked.row, column, element })) return false;
    event.preventDefault();
    return true;
  };

  /**
   * Opens a row on a touch or screen reader click. With a mouse, a click activates the cell, and only a double click
   * opens the row.
   */
  const openRow = ({ target, nativeEvent, detail }: MouseEvent): boolean => {
    const byMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse';
    const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
    if (!onOpenRow || !cell || cell.matches('[data-check]') || (byMouse && detail !== 2)) return false;
    const at = getCellPosition(cell);
    activeCell.activate(at);
    onOpenRow(at.row);
    return true;
  };

  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-menu]')) return void onContextMenu(event);
    if (followLink(event)) return;
    if (openRow(event)) return;
    const edge = onPreviewRow && event.target instanceof Element && event.target.closest('[data-edge]');
    if (!edge) return selectionHandlers.onClick(event);
    const { row } = getCellPosition(edge.parentElement ?? edge);
    activeCell.activate({ row, column: lead });
    onPreviewRow(row);
  };

  return {
    onScroll: scroll.onScroll,
    onKeyDown: createKeyHandler(grid, { headings, openMenu: onContextMenu, follow }),
    onClick,
    onContextMenu,
    onMouseDown: selectionHandlers.onMouseDown,
    onFocus: activeCell.onFocus,
  };
}

function useCopyHandler(grid: GridContext): void {
  // Firefox reports the last clicked element as target, not the focused one
  useWindowEvent('copy', (event) => {
    const { activeElement } = document;
    const typed = activeElement instanceof HTMLInputElement && activeElement.type !== 'checkbox';
    const held = grid.scrollElementRef.current?.contains(activeElement);
    if (held && !typed && document.getSelection()?.isCollapsed) copyFromGrid(event, grid);
  });
}

function useMovedHeadingFocus({ layout, activeCell }: GridContext): (key: string | undefined) => void {
  const { columns, lead } = layout;
  const { activate } = activeCell;
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
 * Handles clicks on row links with the router, because a link component per row would double the cost of a row. Clicks
 * that open a new tab or window are left to the browser.
 * @returns true if a link was followed
 */
function useLinkClickHandler(): (event: MouseEvent) => boolean {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return false;
    event.preventDefault();
    // the `href` attribute, because the property resolves dots in an ID
    void navigate(stripBasePath(link.getAttribute('href') ?? ''));
    return true;
  };
}

type KeyHandlerOptions = {
  headings: GridHeaderState;
  openMenu: (event: KeyboardEvent) => boolean;
  follow: (key: string | undefined) => void;
};

function createKeyHandler(
  grid: GridContext,
  { headings, openMenu, follow }: KeyHandlerOptions,
): (event: KeyboardEvent) => void {
  const { scrollElementRef, layout, scroll, selectionHandlers, activeCell } = grid;
  const { rows, events = {} } = grid.props;
  const { onPreviewRow, onOpenRow, singleKeyShortcuts = true } = events;
  const { columns, lead, columnCount, rowHeight, topRow } = layout;
  const { place } = activeCell;
  const column = columns[place.column - lead];

  const onEnter = (event: KeyboardEvent) => {
    if (place.row < 0) {
      if (column?.sortable !== false && column) headings.onSort?.(column.key, event.shiftKey);
      event.preventDefault();
      // a focused link handles Enter itself
    } else if (event.target instanceof HTMLAnchorElement) return;
    else if (onOpenRow) onOpenRow(place.row);
    else clickCellLink(scrollElementRef.current, place.row);
  };

  return (event) => {
    if (selectionHandlers.onKey(event, place)) return;
    if (event.altKey && event.key === 'Enter' && openMenu(event)) return;
    const { ctrlKey, metaKey, altKey } = event;
    const isSingleKey = singleKeyShortcuts && !ctrlKey && !metaKey && !altKey;
    if (isSingleKey && onPreviewRow && place.row >= 0 && getKeyLetter(event) === 'p') {
      event.preventDefault();
      onPreviewRow(place.row);
      return;
    }
    const done = place.row < 0 && handleColumnHeadingKey(event, columns, place.column - lead, headings);
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
    const next = getNextCellPosition(place, event, { rows: rows.count, columns: columnCount, screen, top: topRow });
    if (!next) return;
    event.preventDefault();
    activeCell.activate(next);
  };
}

function clickCellLink(grid: HTMLElement | null, row: number): void {
  const cells = `[aria-rowindex="${row + 2}"]`;
  findFirst(grid, [`${cells} a[tabindex="0"]`, `${cells} [role="rowheader"] a`])?.click();
}
