import {
  CONNECTIVITY_FIELD,
  DEVICE_FIELD_TYPES,
  DEVICE_FIELDS,
  type DeviceField,
  getFlagLabels,
} from '#contract/device.ts';
import { ExactNumber, isJsonObject } from '#lib/json/json.ts';
import { describeTyped } from '#lib/json/typedText.ts';
import { isTimeFieldName, looksLikeSeconds } from '#lib/time/time.ts';

/** What a field's values mean: how they are drawn, worded and filtered. */
export type FieldKind = 'id' | 'text' | 'email' | 'pairing' | 'yesNo' | 'connectivity' | 'time' | 'number' | 'json';

/** How a list stores the values of a field: what most of them are. */
type Storage = 'text' | 'number' | 'flag' | 'json' | (string & {});

/** Named as the service names them, in the order they are looked at most. */
const KINDS: Record<DeviceField | typeof CONNECTIVITY_FIELD, FieldKind> = {
  deviceID: 'id',
  name: 'text',
  productID: 'text',
  [CONNECTIVITY_FIELD]: 'connectivity',
  paired: 'pairing',
  status: 'yesNo',
  admin: 'email',
  registeredAt: 'time',
  lastPairedAt: 'time',
};

/** A map: a field may be called `constructor`. */
const OF_INTERFACE = new Map<string, FieldKind>(Object.entries(KINDS));

/** The words that stand for values, by the text that links and filters hold. */
const WORDS: Partial<Record<FieldKind, Readonly<Record<string, string>>>> = {
  pairing: getFlagLabels('paired'),
  yesNo: getFlagLabels('status'),
  connectivity: { online: 'online', offline: 'offline', '': 'unknown' },
};

const EXPECTED = new Map<string, string>(Object.entries(DEVICE_FIELD_TYPES));

/** What a field means; one that the interface does not name is known by what a list stores of it. */
export function kindOf(field: string, storage?: Storage): FieldKind {
  const kind = OF_INTERFACE.get(field);
  if (kind) return kind;
  if (storage === 'number') return isTimeFieldName(field) ? 'time' : 'number';
  if (storage === 'flag') return 'yesNo';
  return storage === 'json' ? 'json' : 'text';
}

/** Whether a list offers a field whatever its devices have. */
export function isListed(field: string): boolean {
  return OF_INTERFACE.has(field);
}

/** Every field of a list in the order it is offered in: those of the interface, then the others. */
export function listedFields(seen: readonly string[]): string[] {
  return [...OF_INTERFACE.keys(), ...seen.filter((field) => !OF_INTERFACE.has(field))];
}

/** Every field of a record: the eight of the interface in its order, whether they are there or not, then the others. */
export function recordFields(record: Readonly<Record<string, unknown>>): string[] {
  return [...new Set<string>([...DEVICE_FIELDS, ...Object.keys(record)])];
}

/** The word for a value that links and filters hold as text; '' is no value. */
export function wordOf(kind: FieldKind, text: string): string {
  const words = WORDS[kind];
  if (words && Object.hasOwn(words, text)) return words[text] ?? text;
  // a boolean among values of another type reads as in the grid
  if (text === 'boolean:true' || text === 'boolean:false') return `${wordOf('yesNo', text.slice(8))} (boolean)`;
  return text === '' ? 'none' : describeTyped(text);
}

/** What the interface says a value should be and is not, in a word. A time may be missing: never. */
export function expectedInstead(field: string, value: unknown): string | undefined {
  const expected = EXPECTED.get(field);
  const never = expected === 'number' && (value === undefined || value === null);
  if (expected === undefined || never || typeof value === expected) return undefined;
  return expected === 'string' ? 'text' : expected;
}

/**
 * Whether two values of a field say the same. A missing field, null and an empty text are three things; the order of an
 * object's members is none.
 */
export function sameValue(value: unknown, other: unknown): boolean {
  if (value instanceof ExactNumber || other instanceof ExactNumber) return String(value) === String(other);
  if (Array.isArray(value) && Array.isArray(other)) {
    return value.length === other.length && value.every((item, at) => sameValue(item, other[at]));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return Object.is(value, other);
  const names = Object.keys(value);
  const has = (name: string) => Object.hasOwn(other, name) && sameValue(value[name], other[name]);
  return names.length === Object.keys(other).length && names.every(has);
}

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
