import { type ClipboardEvent, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { GridHeadings } from '#ui/grid/columns/useGridHeadings.ts';
import { copyFromGrid } from '#ui/grid/copy/copyFromGrid.ts';
import type { GridParts } from '#ui/grid/gridParts.ts';
import { keysOf } from './keysOf.ts';
import { placeOf } from './useActiveCell.ts';

/** What a grid does for whatever happens in it: one listener for all rows, which need no functions of their own. */
export function useGridEvents(grid: GridParts, headings: GridHeadings) {
  const { select, cells, scroll, layout } = grid;
  const { onPreview, onMenu } = grid.props.events ?? {};
  const { columns, lead } = layout;
  const followLink = useLinkClicks();
  const follow = useHeadingFollowed(grid);

  const onContextMenu = (event: SyntheticEvent): boolean => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[aria-colindex]') : null;
    const clicked = element && placeOf(element);
    const column = clicked && columns[clicked.column - lead];
    if (!column || !onMenu?.({ row: clicked.row, column, element })) return false;
    event.preventDefault();
    return true;
  };

  const onClick = (event: MouseEvent) => {
    if (followLink(event)) return;
    const edge = onPreview && event.target instanceof Element && event.target.closest('[data-edge]');
    if (!edge) return select.onClick(event);
    const { row } = placeOf(edge.parentElement ?? edge);
    cells.activate({ row, column: lead });
    onPreview(row);
  };

  /** A text that is marked, or stands in an input, is the browser's to copy. */
  const onCopy = (event: ClipboardEvent) => {
    const typed = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (document.getSelection()?.isCollapsed && !typed) copyFromGrid(event.nativeEvent, grid);
  };

  return {
    onScroll: scroll.onScroll,
    onKeyDown: keysOf(grid, { headings, openMenu: onContextMenu, follow }),
    onClick,
    onContextMenu,
    onMouseDown: select.onMouseDown,
    onFocus: cells.onFocus,
    onCopy,
  };
}

/** A heading that moves takes the focus along: the way to say which, by its column's key. */
function useHeadingFollowed({ layout, cells }: GridParts): (key: string | undefined) => void {
  const { columns, lead } = layout;
  const { activate } = cells;
  const followed = useRef<string>(undefined);
  // the focus is the document's, and goes along once the column stands where it was moved to
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
 * Follows the links of rows within the page, as the router's own do, because a component a link costs as much as the rest
 * of its row. What a browser opens elsewhere is left to it.
 * @returns whether a link was followed
 */
function useLinkClicks(): (event: MouseEvent) => boolean {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return false;
    event.preventDefault();
    // as it is written: the element's own `href` has resolved dots in an ID
    void navigate(link.getAttribute('href') ?? '');
    return true;
  };
}
