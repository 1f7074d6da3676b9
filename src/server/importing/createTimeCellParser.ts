import { type DateOrder, parseDayOrMonthFirstDate } from '#server/importing/columns/dates.ts';
import { IMPORT_MESSAGES } from './messages.ts';

const ISO_PATTERN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Creates a parser for times in ISO 8601 or dates in another order. It returns ms since 1970, or undefined for any
 * other cell. Reports the first time without an offset, which is read as UTC.
 */
export function createTimeCellParser(
  onAssumedOffset: (what: string, taken: string) => void,
  order: DateOrder = 'iso',
): (cell: string) => number | undefined {
  let told = false;
  return (cell) => {
    const iso = parseIso(cell);
    const time = iso?.time ?? (order === 'iso' ? undefined : parseDayOrMonthFirstDate(cell, order));
    if (time === undefined) return undefined;
    if (!iso?.hasZone && !told) onAssumedOffset(IMPORT_MESSAGES.timeWithoutOffset, 'UTC');
    told ||= !iso?.hasZone;
    return time;
  };
}

export function isIsoTimeCell(cell: string): boolean {
  return parseIso(cell) !== undefined;
}

function parseIso(cell: string): { time: number; hasZone: boolean } | undefined {
  const [, day, clock = '00:00', zone] = ISO_PATTERN.exec(cell.trim()) ?? [];
  if (day === undefined) return undefined;
  const offset = zone
    ? zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
    : 'Z';
  const time = Date.parse(`${day}T${clock.replace(',', '.')}${offset.toUpperCase()}`);
  // the engine converts the 30th of February to the 2nd of March
  const there = new Date(`${day}T00:00Z`);
  if (Number.isNaN(time) || Number.isNaN(there.getTime()) || !there.toISOString().startsWith(day)) return undefined;
  return { time, hasZone: zone !== undefined };
}
