import { looksLikeSeconds } from '#lib/time/time.ts';
import { kindOf } from './deviceField.ts';

/** What is odd about a time: a word beside it, and why. It is marked and never rescaled. */
type TimeMark = { word: string; why: string };

const FUTURE: TimeMark = { word: 'in the future', why: 'Later than the clock of this computer.' };
const TOO_EARLY: TimeMark = { word: 'before registration', why: 'Earlier than registeredAt.' };

/** What is odd about a value of a field of times, as far as the record it stands in tells; `now` is in ms. */
export function timeMark(
  field: string,
  value: unknown,
  record: Readonly<Record<string, unknown>>,
  now: number,
): TimeMark | undefined {
  if (typeof value !== 'number' || value === 0 || kindOf(field, 'number') !== 'time') return undefined;
  // such a value is marked wherever it is drawn
  if (looksLikeSeconds(value)) return undefined;
  if (value > now) return FUTURE;
  const registered = record['registeredAt'];
  const plausible = typeof registered === 'number' && registered > 0 && !looksLikeSeconds(registered);
  return field !== 'registeredAt' && plausible && value < registered ? TOO_EARLY : undefined;
}
