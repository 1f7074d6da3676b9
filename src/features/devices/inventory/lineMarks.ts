import { bisector } from 'd3-array';
import type { Entry, Outcome, Reading } from '#fleet/questions/inventory.ts';
import { formatCount } from '#lib/formatNumber.ts';
import type { LineMark } from '#ui/inputs/lineEditor.ts';

/** What an unknown entry is said to be. */
export const UNKNOWN: Record<Reading, { missing: string; unreadable: string }> = {
  any: { missing: 'no device has the ID, and no admin the e-mail', unreadable: 'no ID, no e-mail' },
  ids: { missing: 'no device has the ID', unreadable: 'no ID' },
  emails: { missing: 'no admin has the e-mail', unreadable: 'no e-mail' },
};

/** The place of the first entry of a line, or of those after it. */
const firstAt = bisector(({ line }: Entry) => line).left;

/** What is said of a line of the pasted text; nothing where all of it was found. `entries` are in the order of their lines. */
export function lineMark(entries: readonly Entry[], line: number, reading: Reading): LineMark | undefined {
  const own = entries.slice(firstAt(entries, line), firstAt(entries, line + 1));
  const count = (outcome: Outcome) => own.filter((entry) => entry.outcome === outcome).length;
  if (count('unreadable') > 0) return { words: UNKNOWN[reading].unreadable, tone: 'attention' };
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
