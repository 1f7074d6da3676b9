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

/** Describes entries that no device has, or that cannot be read; `isClose` names a value that one may be close to. */
export function describeUnknown(reading: Reading): Unknown {
  const field = getReadField(reading);
  if (field === undefined) return UNKNOWN[reading] ?? NO_WORDS;
  return { missing: `no device has this ${field}`, unreadable: `no ${field}`, isClose: field };
}

const NO_WORDS: Unknown = { missing: '', unreadable: '', isClose: '' };

/** The place of the first entry of a line, or of those after it. */
const firstAt = bisector(({ line }: Entry) => line).left;

/** What is said of a line of the pasted text; nothing where all of it was found. `entries` are in the order of their lines. */
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

/** The next line after this one that holds something unreadable or not found; from the beginning after the last. */
export function nextMarked(entries: readonly Entry[], line: number): number | undefined {
  const marked = ({ outcome }: Entry) => outcome === 'unreadable' || outcome === 'not found';
  const later = entries.slice(firstAt(entries, line + 1)).find(marked);
  return (later ?? entries.find(marked))?.line;
}
