import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import type { GridPlace } from './gridKeys.ts';

/** Which rows of a grid are selected, and how to select others. Rows count from 0. */
export type GridSelection = {
  isSelected: (row: number) => boolean;
  /** Whether all rows of the grid are. */
  all: boolean | 'some';
  /** Selects the rows from one to another, both included, or no longer. */
  select: (from: number, to: number, on: boolean) => void;
  clear: () => void;
  /** What a row is called, as in "Select …". */
  rowName: (row: number) => string;
};

export type GridSelect = ReturnType<typeof useGridSelection>;

/**
 * The clicks and keys of a grid that select rows: a checkbox or Space for one, either with Shift for all rows from the
 * last one, Ctrl+A for every row, Escape for none.
 */
export function useGridSelection(
  selection: GridSelection | undefined,
  rowCount: number,
  subject: string | undefined,
  activate: (place: GridPlace) => void,
) {
  // where a range begins; rows of another search or sort are other rows
  const anchor = useRef<{ row: number; subject: string | undefined }>(undefined);

  const pick = (row: number, range: boolean) => {
    if (!selection) return;
    if (row < 0) {
      selection.select(0, rowCount - 1, selection.all !== true);
      return;
    }
    const from = anchor.current;
    if (range && from && from.subject === subject && from.row !== row && from.row < rowCount) {
      selection.select(from.row, row, selection.isSelected(from.row));
      return;
    }
    anchor.current = { row, subject };
    selection.select(row, row, !selection.isSelected(row));
  };

  return {
    onClick: (event: MouseEvent) => {
      const row = checkedRow(event.target);
      if (row === undefined) return;
      pick(row, event.shiftKey);
      if (event.shiftKey) activate({ row, column: 0 });
    },
    /** With Shift a press would select the text between, and it moves the focus by itself. */
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && checkedRow(event.target) !== undefined) event.preventDefault();
    },
    /** @returns whether the key was for the selection */
    onKey: (event: KeyboardEvent, { row }: GridPlace): boolean => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!selection || altKey) return false;
      if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) selection.select(0, rowCount - 1, true);
      // unless it has just closed something
      else if (key === 'Escape' && !event.defaultPrevented) selection.clear();
      // a checkbox too, whose click does not say in every browser that Shift was held
      else if (key === ' ' && row >= 0) pick(row, shiftKey);
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

/** The row whose checkbox, or the cell around it, is the target; -1 is the header. */
function checkedRow(target: EventTarget): number | undefined {
  const cell = target instanceof Element ? target.closest('[data-check]') : null;
  return cell ? Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2 : undefined;
}

/** The handler of every checkbox: the grid hears of its click, so that a row needs no function of its own. */
export function heardByGrid(): void {}
