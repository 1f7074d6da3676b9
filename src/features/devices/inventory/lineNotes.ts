import { bisector } from 'd3-array';
import type { EntryOutcome, InventoryEntry } from '#fleet/queries/reconcileInventory.ts';
import { findMatchKeyField, type MatchKey } from '#fleet/queries/valueLookup.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { LineNote } from '#ui/inputs/createLineEditor.ts';
import { devicesInventoryMessages } from './messages.ts';

type EntryTexts = { missing: string; unreadable: string; valueName: string };

const TEXTS_BY_READING: Record<string, EntryTexts> = {
  any: {
    missing: devicesInventoryMessages.matchNotFound,
    unreadable: devicesInventoryMessages.idOrEmailInvalid,
    valueName: 'ID',
  },
  ids: {
    missing: devicesInventoryMessages.idNotFound,
    unreadable: devicesInventoryMessages.idInvalid,
    valueName: 'ID',
  },
  emails: {
    missing: devicesInventoryMessages.emailNotFound,
    unreadable: devicesInventoryMessages.emailInvalid,
    valueName: 'ID',
  },
};

export function getMatchKeyTexts(matchKey: MatchKey): EntryTexts {
  const field = findMatchKeyField(matchKey);
  if (field === undefined) return TEXTS_BY_READING[matchKey] ?? NO_TEXTS;
  return {
    missing: devicesInventoryMessages.fieldValueNotFound(field),
    unreadable: devicesInventoryMessages.fieldValueInvalid(field),
    valueName: field,
  };
}

const NO_TEXTS: EntryTexts = { missing: '', unreadable: '', valueName: '' };

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
    return { text: devicesInventoryMessages.duplicateOfLine(formatCount(first.firstLine)), tone: 'quiet' };
  }
  const parts = [
    ...(missing > 0
      ? [
          own.length === 1
            ? devicesInventoryMessages.notFoundMark
            : devicesInventoryMessages.countOfMissingEntries(formatCount(missing)),
        ]
      : []),
    ...(again > 0 ? [formatCountWithNoun(again, 'duplicate')] : []),
  ];
  return parts.length > 0 ? { text: parts.join(', '), tone: 'plain' } : undefined;
}

export function findNextNotedLine(entries: readonly InventoryEntry[], line: number): number | undefined {
  const isMarked = ({ outcome }: InventoryEntry) => outcome === 'unreadable' || outcome === 'not found';
  const later = entries.slice(bisectLine(entries, line + 1)).find(isMarked);
  return (later ?? entries.find(isMarked))?.line;
}
