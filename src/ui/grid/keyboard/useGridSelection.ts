import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { getKeyLetter } from '#ui/browser/shortcuts.ts';
import type { CellPosition } from './cellNavigation.ts';

export type GridSelection = {
  isSelected: (row: number) => boolean;
  allSelected: boolean | 'some';
  selectRange: (from: number, to: number, on: boolean) => void;
  clear: () => void;
  getRowLabel: (row: number) => string;
};

export type GridSelectionHandlers = ReturnType<typeof useGridSelection>;

/**
 * Row selection. The checkbox or Space toggles a row, and with Shift all rows since the last one. Ctrl+A selects all
 * rows; Escape clears the selection.
 */
export function useGridSelection(
  selection: GridSelection | undefined,
  rowCount: number,
  rangeResetKey: string | undefined,
  activate: (place: CellPosition) => void,
) {
  // start of a range; invalid after a new search or sort
  const anchor = useRef<{ row: number; subject: string | undefined }>(undefined);

  const toggle = (row: number, range: boolean) => {
    if (!selection) return;
    if (row < 0) {
      selection.selectRange(0, rowCount - 1, selection.allSelected !== true);
      return;
    }
    const from = anchor.current;
    if (range && from && from.subject === rangeResetKey && from.row !== row && from.row < rowCount) {
      selection.selectRange(from.row, row, selection.isSelected(from.row));
      return;
    }
    anchor.current = { row, subject: rangeResetKey };
    selection.selectRange(row, row, !selection.isSelected(row));
  };

  return {
    onClick: (event: MouseEvent) => {
      const row = getCheckboxRow(event.target);
      if (row === undefined) return;
      toggle(row, event.shiftKey);
      if (event.shiftKey) activate({ row, column: 0 });
    },
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && getCheckboxRow(event.target) !== undefined) event.preventDefault();
    },
    onKey: (event: KeyboardEvent, { row }: CellPosition): boolean => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!selection || altKey) return false;
      if (getKeyLetter(event) === 'a' && (ctrlKey || metaKey)) selection.selectRange(0, rowCount - 1, true);
      // unless the key closed an overlay
      else if (key === 'Escape' && !event.defaultPrevented) selection.clear();
      // on checkboxes too, as their click does not report Shift in all browsers
      else if (key === ' ' && row >= 0) toggle(row, shiftKey);
      else return false;
      event.preventDefault();
      return true;
    },
    renumber: (moved: (row: number) => number) => {
      const from = anchor.current;
      const row = from ? moved(from.row) : -1;
      anchor.current = from && row >= 0 ? { ...from, row } : undefined;
    },
  };
}

/** Finds the row whose checkbox cell contains the target; -1 is the header. */
function getCheckboxRow(target: EventTarget): number | undefined {
  const cell = target instanceof Element ? target.closest('[data-check]') : null;
  return cell ? Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2 : undefined;
}

export function noop(): void {}
