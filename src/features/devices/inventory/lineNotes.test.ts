import { expect, test } from 'vitest';
import type { EntryOutcome, InventoryEntry } from '#fleet/queries/reconcileInventory.ts';
import { findNextNotedLine, getEntryLineNote } from './lineNotes.ts';

const entry = (line: number, outcome: EntryOutcome, firstLine?: number): InventoryEntry =>
  Object.assign({ text: 'x', line, outcome }, firstLine !== undefined && { firstLine });

const ENTRIES = [
  entry(1, 'found'),
  entry(2, 'unreadable'),
  entry(4, 'not found'),
  entry(5, 'duplicate', 1),
  entry(6, 'found'),
  entry(6, 'not found'),
  entry(6, 'not found'),
  entry(6, 'duplicate', 1),
];

test.each([
  [1, undefined],
  [2, 'not an ID or e-mail'],
  [3, undefined],
  [4, 'not found'],
  [5, 'duplicate of line 1'],
  [6, '2 not found, 1 duplicate'],
  [7, undefined],
])('line %s: %s', (line, words) => {
  expect(getEntryLineNote(ENTRIES, line, 'any')?.text).toBe(words);
});

test('does not mark a heading for review', () => {
  const entries = [entry(1, 'heading'), entry(2, 'found')];
  expect(getEntryLineNote(entries, 1, 'any')).toEqual({ text: 'heading', tone: 'quiet' });
  expect(findNextNotedLine(entries, 2)).toBeUndefined();
});

test('finds the next marked line after this one, and wraps around', () => {
  expect([1, 2, 4, 6].map((line) => findNextNotedLine(ENTRIES, line))).toEqual([2, 4, 6, 2]);
  expect(findNextNotedLine([entry(1, 'found')], 1)).toBeUndefined();
});
