import { bisector } from 'd3-array';
import type { EntryOutcome, InventoryEntry } from '#fleet/queries/reconcileInventory.ts';
import { findMatchKeyField, type MatchKey } from '#fleet/queries/valueLookup.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { LineNote } from './createLineEditor.ts';

type EntryTexts = { missing: string; unreadable: string };

const TEXTS_BY_READING: Readonly<Record<Exclude<MatchKey, `field:${string}`>, EntryTexts>> = {
  any: { missing: 'no device with this ID or admin e-mail', unreadable: 'not an ID or e-mail' },
  ids: { missing: 'no device with this ID', unreadable: 'not an ID' },
  emails: { missing: 'no device with this admin e-mail', unreadable: 'not an e-mail' },
};

export function getMatchKeyTexts(matchKey: MatchKey): EntryTexts {
  if (matchKey === 'any' || matchKey === 'ids' || matchKey === 'emails') return TEXTS_BY_READING[matchKey];
  const field = findMatchKeyField(matchKey);
  return { missing: `no device with this ${field}`, unreadable: `not a valid ${field}` };
}

const bisectLine = bisector(({ line }: InventoryEntry) => line).left;

/** Returns the mark of a line. Undefined if all its entries were found. `entries` must be sorted by line. */
export function getEntryLineNote(
  entries: readonly InventoryEntry[],
  line: number,
  matchKey: MatchKey,
): LineNote | undefined {
  const own = entries.slice(bisectLine(entries, line), bisectLine(entries, line + 1));
  const count = (outcome: EntryOutcome) => own.filter((entry) => entry.outcome === outcome).length;
  if (count('unreadable') > 0) return { text: getMatchKeyTexts(matchKey).unreadable, tone: 'attention' };
  const [missing, again] = [count('not found'), count('duplicate')];
  const [first] = own;
  if (first?.outcome === 'heading') return { text: 'heading', tone: 'quiet' };
  if (own.length === 1 && first?.firstLine !== undefined) {
    return { text: `duplicate of line ${formatCount(first.firstLine)}`, tone: 'quiet' };
  }
  const parts = [
    ...(missing > 0 ? [own.length === 1 ? 'not found' : `${formatCount(missing)} not found`] : []),
    ...(again > 0 ? [formatCountWithNoun(again, 'duplicate')] : []),
  ];
  return parts.length > 0 ? { text: parts.join(', '), tone: 'plain' } : undefined;
}

export function findNextNotedLine(entries: readonly InventoryEntry[], line: number): number | undefined {
  const isMarked = ({ outcome }: InventoryEntry) => outcome === 'unreadable' || outcome === 'not found';
  const later = entries.slice(bisectLine(entries, line + 1)).find(isMarked);
  return (later ?? entries.find(isMarked))?.line;
}
