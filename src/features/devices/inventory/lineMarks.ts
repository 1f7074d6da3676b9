import { bisector } from 'd3-array';
import type { Entry, Outcome } from '#fleet/questions/inventory.ts';
import { getReadField, type Reading } from '#fleet/questions/pastedValues.ts';
import { formatCount } from '#lib/formatNumber.ts';
import type { LineMark } from '#ui/inputs/lineEditor.ts';

type Unknown = { missing: string; unreadable: string; isClose: string };

const UNKNOWN: Record<string, Unknown> = {
  any: { missing: 'no device has the ID, and no admin the e-mail', unreadable: 'no ID, no e-mail', isClose: 'ID' },
  ids: { missing: 'no device has the ID', unreadable: 'no ID', isClose: 'ID' },
  emails: { missing: 'no admin has the e-mail', unreadable: 'no e-mail', isClose: 'ID' },
};

/** Describes entries that are missing or unreadable; `isClose` names the kind of value to compare with. */
export function describeUnknown(reading: Reading): Unknown {
  const field = getReadField(reading);
  if (field === undefined) return UNKNOWN[reading] ?? NO_WORDS;
  return { missing: `no device has this ${field}`, unreadable: `no ${field}`, isClose: field };
}

const NO_WORDS: Unknown = { missing: '', unreadable: '', isClose: '' };

const firstAt = bisector(({ line }: Entry) => line).left;

/** Returns the mark of a line; undefined if all its entries were found. `entries` are sorted by line. */
export function lineMark(entries: readonly Entry[], line: number, reading: Reading): LineMark | undefined {
  const own = entries.slice(firstAt(entries, line), firstAt(entries, line + 1));
  const count = (outcome: Outcome) => own.filter((entry) => entry.outcome === outcome).length;
  if (count('unreadable') > 0) return { words: describeUnknown(reading).unreadable, tone: 'attention' };
  const [missing, again] = [count('not found'), count('duplicate')];
  const [first] = own;
  if (first?.outcome === 'heading') return { words: 'heading', tone: 'quiet' };
  if (own.length === 1 && first?.first !== undefined) {
    return { words: `again, line ${formatCount(first.first)}`, tone: 'quiet' };
  }
  const parts = [
    ...(missing > 0 ? [own.length === 1 ? 'not found' : `${formatCount(missing)} not found`] : []),
    ...(again > 0 ? [`${formatCount(again)} again`] : []),
  ];
  return parts.length > 0 ? { words: parts.join(', '), tone: 'plain' } : undefined;
}

/** Returns the next line with an unreadable or missing entry; wraps around at the end. */
export function nextMarked(entries: readonly Entry[], line: number): number | undefined {
  const marked = ({ outcome }: Entry) => outcome === 'unreadable' || outcome === 'not found';
  const later = entries.slice(firstAt(entries, line + 1)).find(marked);
  return (later ?? entries.find(marked))?.line;
}
