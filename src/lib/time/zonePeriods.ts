import { intlFormats, type ZonePeriods } from './intlFormats.ts';
import { getZoneOffset, UTC_OFFSET } from './zones.ts';

/** No zone changes before. Changes after the end are not known years ahead, so the last offset stays. */
const FIRST_MS = Date.UTC(1840, 0, 1);
const END_MS = Date.UTC(2101, 0, 1);

/** The shortest period of any zone is an hour short of seven days. */
const STEP_MS = 6 * 86_400_000;

/** Returns the periods of a zone, a name or a UTC offset. Reading those of a new zone takes about 40 ms. */
export function getZonePeriods(zone: string): ZonePeriods {
  // spellings of a name share an entry, so that requests cannot fill the cache
  const name = UTC_OFFSET.test(zone)
    ? zone
    : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  const known = intlFormats.zonePeriods.get(name);
  if (known) return known;
  const periods = readZonePeriods(name);
  intlFormats.zonePeriods.set(name, periods);
  return periods;
}

function readZonePeriods(zone: string): ZonePeriods {
  const starts = [Number.MIN_SAFE_INTEGER];
  let offset = getZoneOffset(FIRST_MS, zone);
  const offsets = [offset];
  const wallEnds: number[] = [];
  for (let at = FIRST_MS; at < END_MS && !isFixed(zone); at += STEP_MS) {
    const next = getZoneOffset(at + STEP_MS, zone);
    if (next === offset) continue;
    const start = findChange(at, at + STEP_MS, offset, zone);
    wallEnds.push(Math.max(start + offset, wallEnds.at(-1) ?? start + offset));
    starts.push(start);
    offsets.push(next);
    offset = next;
  }
  return { starts, offsets, wallEnds };
}

function isFixed(zone: string): boolean {
  return zone === 'UTC' || UTC_OFFSET.test(zone);
}

/** Finds the second after `before` and up to `until` from which on the offset differs. */
function findChange(before: number, until: number, offset: number, zone: string): number {
  let [low, high] = [before / 1000, until / 1000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (getZoneOffset(middle * 1000, zone) === offset) low = middle;
    else high = middle;
  }
  return high * 1000;
}
