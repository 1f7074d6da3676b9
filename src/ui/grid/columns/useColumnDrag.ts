import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import {
  avoidCutColumn,
  clampColumnWidth,
  createColumnCssVariables,
  moveColumn,
  type SizedColumn,
} from '#ui/grid/gridColumn.ts';

export type ColumnChangeHandlers = {
  onResize?: ((key: string, width: number | undefined) => void) | undefined;
  onReorder?: ((keys: readonly string[]) => void) | undefined;
};

export type ColumnAutosizeHandler = ((key: string) => void) | undefined;

type ColumnDropTarget = { key: string; side: 'before' | 'after' };

type ColumnDrag = { index: number; key: string; startX: number } & (
  | { kind: 'resize'; startWidth: number; width: number }
  | { kind: 'move'; moving: boolean; to: number }
);

const DRAG_THRESHOLD_PX = 6;
const KEY_RESIZE_STEP_PX = 16;

/** Pointer handlers of the grid header. Dragging an edge resizes a column; dragging a heading moves the column. */
export function useColumnDrag(
  columns: readonly SizedColumn[],
  leadPx: number,
  { onResize, onReorder }: ColumnChangeHandlers,
) {
  const drag = useRef<ColumnDrag>(undefined);
  const [shown, setShown] = useState<{ key: string; drop: ColumnDropTarget | undefined }>();

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const pressed = startDrag(event, columns, { onResize, onReorder });
    if (pressed) drag.current = pressed;
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    if (!current) return;
    const by = event.clientX - current.startX;
    if (current.kind === 'resize') {
      current.width = clampColumnWidth(current.startWidth + by);
      applyColumnWidth(event.currentTarget, columns, leadPx, current);
      return;
    }
    if (!current.moving && Math.abs(by) < DRAG_THRESHOLD_PX) return;
    if (!current.moving) event.currentTarget.setPointerCapture(event.pointerId);
    current.moving = true;
    current.to = getInsertionIndex(event.currentTarget, columns, current.key, event.clientX);
    const drop = getDropTarget(columns, current);
    if (shown?.key !== current.key || shown.drop?.key !== drop?.key) setShown({ key: current.key, drop });
  };

  const onPointerUp = () => {
    const { current } = drag;
    drag.current = undefined;
    setShown(undefined);
    if (current?.kind === 'resize' && current.width !== current.startWidth) onResize?.(current.key, current.width);
    if (current?.kind !== 'move' || !current.moving) return;
    const keys = moveColumn(columns, current.index, current.to);
    if (keys) onReorder?.(keys);
  };

  const onPointerCancel = (event: PointerEvent<HTMLElement>) => {
    if (drag.current?.kind === 'resize') applyColumnWidth(event.currentTarget, columns, leadPx);
    drag.current = undefined;
    setShown(undefined);
  };

  return {
    drop: shown?.drop,
    dragging: shown?.key,
    pointer: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  };
}

function startDrag(
  event: PointerEvent<HTMLElement>,
  columns: readonly SizedColumn[],
  { onResize, onReorder }: ColumnChangeHandlers,
): ColumnDrag | undefined {
  const target = event.target as Element; // an element of the header
  const heading = target.closest<HTMLElement>('[data-key]');
  const index = columns.findIndex(({ key }) => key === heading?.dataset['key']);
  const key = columns[index]?.key;
  if (event.button !== 0 || !heading || key === undefined) return undefined;
  const at = { index, key, startX: event.clientX };
  if (onResize && target.closest('[data-resize]')) {
    const { width } = heading.getBoundingClientRect();
    // captured by the edge, so that it still receives double clicks
    target.setPointerCapture(event.pointerId);
    event.preventDefault();
    return { kind: 'resize', ...at, startWidth: width, width };
  }
  // touch scrolls instead
  return onReorder && event.pointerType === 'mouse' ? { kind: 'move', ...at, moving: false, to: index } : undefined;
}

/** Updates the grid tracks outside of React, because it runs on every pointer move. */
function applyColumnWidth(
  header: HTMLElement,
  columns: readonly SizedColumn[],
  leadPx: number,
  resized?: { index: number; width: number },
): void {
  const shown = columns.map((column, at) =>
    at === resized?.index ? { ...column, width: resized.width, fill: false, isWidthSet: true } : column,
  );
  const grid = header.closest<HTMLElement>('[role="grid"]');
  const style = createColumnCssVariables(avoidCutColumn(shown, leadPx, grid?.clientWidth ?? 0), leadPx);
  for (const [name, value] of Object.entries(style)) grid?.style.setProperty(name, value);
}

function getDropTarget(
  columns: readonly SizedColumn[],
  { index, to, key }: ColumnDrag & { kind: 'move' },
): ColumnDropTarget | undefined {
  const at = moveColumn(columns, index, to)?.indexOf(key) ?? -1;
  return columns[at] && { key: columns[at].key, side: at < index ? 'before' : 'after' };
}

/**
 * Handles keyboard shortcuts of a heading: Shift+arrow moves the column, Shift+Alt+arrow resizes it, Shift+Alt+Enter
 * fits it.
 * @returns the announcement, or undefined for other keys
 */
export function handleColumnHeadingKey(
  event: KeyboardEvent,
  columns: readonly SizedColumn[],
  index: number,
  { onResize, onReorder, onAutosize }: ColumnChangeHandlers & { onAutosize: ColumnAutosizeHandler },
): { words: string; changed: boolean } | undefined {
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  const column = columns[index];
  if (!column || !event.shiftKey || event.ctrlKey || event.metaKey) return undefined;
  if (event.altKey && event.key === 'Enter' && onAutosize) {
    onAutosize(column.key);
    return { words: `${column.label} now fits its content`, changed: true };
  }
  if (by === 0) return undefined;
  if (event.altKey) {
    if (!onResize || !(event.target instanceof Element)) return undefined;
    const heading = event.target.closest('[data-key]');
    const width = clampColumnWidth((heading?.getBoundingClientRect().width ?? column.width) + by * KEY_RESIZE_STEP_PX);
    onResize(column.key, width);
    return { words: `${column.label} is ${width} pixels wide`, changed: true };
  }
  if (!onReorder) return undefined;
  const keys = moveColumn(columns, index, index + by);
  if (keys) onReorder(keys);
  const place = (keys?.indexOf(column.key) ?? index) + 1;
  return { words: `${column.label} is column ${place} of ${columns.length}`, changed: keys !== undefined };
}

function getInsertionIndex(header: HTMLElement, columns: readonly SizedColumn[], key: string, x: number): number {
  const others = columns.filter((column) => column.key !== key).map((column) => column.key);
  const drawn = [...header.querySelectorAll<HTMLElement>('[data-key]')].filter((one) => one.dataset['key'] !== key);
  const before = drawn.findLast((one) => {
    const { left, width } = one.getBoundingClientRect();
    return left + width / 2 < x;
  });
  return before ? others.indexOf(before.dataset['key'] ?? '') + 1 : 0;
}
