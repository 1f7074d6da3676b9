import {
  CONNECTIVITY_FIELD,
  DEVICE_FIELD_NAMES,
  DEVICE_FIELD_TYPES,
  type DeviceFieldName,
  getBooleanFieldLabels,
  LAST_SEEN_FIELD,
  RECENT_DOCUMENTS_FIELD,
} from '#contract/device.ts';
import { ExactNumber, isJsonObject } from '#lib/json/json.ts';
import { describeTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { isLikelySeconds, isTimeFieldName } from '#lib/time/time.ts';

export type FieldKind = 'id' | 'text' | 'email' | 'pairing' | 'yesNo' | 'connectivity' | 'time' | 'number' | 'json';

type StorageType = 'text' | 'number' | 'flag' | 'json' | (string & {});

const API_FIELD_KINDS: Record<DeviceFieldName | typeof CONNECTIVITY_FIELD, FieldKind> = {
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

/** A Map, because a field may be called `constructor`. */
const kindByField = new Map<string, FieldKind>(Object.entries(API_FIELD_KINDS));

/** Kinds of the fields computed from documents. A record's own field of that name has the kind of its storage. */
const DOCUMENT_FIELD_KINDS: ReadonlyMap<string, FieldKind> = new Map([
  [LAST_SEEN_FIELD, 'time'],
  [RECENT_DOCUMENTS_FIELD, 'number'],
]);

const VALUE_LABELS: Partial<Record<FieldKind, Readonly<Record<string, string>>>> = {
  pairing: getBooleanFieldLabels('paired'),
  yesNo: getBooleanFieldLabels('status'),
  connectivity: { online: 'online', offline: 'offline', '': 'unknown' },
};

export function listValueLabels(): readonly string[] {
  return Object.values(VALUE_LABELS).flatMap((labels) => Object.values(labels));
}

const expectedTypes = new Map<string, string>(Object.entries(DEVICE_FIELD_TYPES));

export function getFieldKind(field: string, storage?: StorageType): FieldKind {
  const kind = kindByField.get(field) ?? (storage === undefined ? DOCUMENT_FIELD_KINDS.get(field) : undefined);
  if (kind) return kind;
  if (storage === 'number') return isTimeFieldName(field) ? 'time' : 'number';
  if (storage === 'flag') return 'yesNo';
  return storage === 'json' ? 'json' : 'text';
}

export function isApiField(field: string): boolean {
  return kindByField.has(field);
}

export function listFieldsApiFirst(seen: readonly string[]): string[] {
  return [...kindByField.keys(), ...seen.filter((field) => !kindByField.has(field))];
}

/** Lists all fields of a record: the eight of the API in order, including missing ones, then the others. */
export function listRecordFields(record: Readonly<Record<string, unknown>>): string[] {
  return [...new Set<string>([...DEVICE_FIELD_NAMES, ...Object.keys(record)])];
}

/** Formats the label of a value in links and filters. '' means a missing value. */
export function formatValueLabel(kind: FieldKind, text: string): string {
  const words = VALUE_LABELS[kind];
  if (words && Object.hasOwn(words, text)) return words[text] ?? text;
  // same label as in the grid for booleans among other types
  if (text === 'boolean:true' || text === 'boolean:false')
    return `${formatValueLabel('yesNo', text.slice(8))} (boolean)`;
  return text === '' ? 'none' : describeTypePrefixedText(text);
}

/**
 * Finds the expected type of a value that has another type, otherwise undefined. A missing time means never and is
 * valid.
 */
export function findTypeMismatch(field: string, value: unknown): string | undefined {
  const expected = expectedTypes.get(field);
  const never = expected === 'number' && (value === undefined || value === null);
  if (expected === undefined || never || typeof value === expected) return undefined;
  return expected === 'string' ? 'text' : expected;
}

/** Deep equality that ignores member order. A missing field, null and empty text are all different. */
export function isDeepEqual(value: unknown, other: unknown): boolean {
  if (value instanceof ExactNumber || other instanceof ExactNumber) return String(value) === String(other);
  if (Array.isArray(value) && Array.isArray(other)) {
    return value.length === other.length && value.every((item, at) => isDeepEqual(item, other[at]));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return Object.is(value, other);
  const names = Object.keys(value);
  const has = (name: string) => Object.hasOwn(other, name) && isDeepEqual(value[name], other[name]);
  return names.length === Object.keys(other).length && names.every(has);
}

type TimeWarning = { label: string; reason: string };

const FUTURE_WARNING: TimeWarning = { label: 'in the future', reason: 'Later than the clock of this computer.' };
const TOO_EARLY_WARNING: TimeWarning = { label: 'before registration', reason: 'Earlier than registeredAt.' };

/** Checks a time against the current time (`now`, in ms) and the registration time of the record. */
export function findTimeWarning(
  field: string,
  value: unknown,
  record: Readonly<Record<string, unknown>>,
  now: number,
): TimeWarning | undefined {
  if (typeof value !== 'number' || value === 0 || getFieldKind(field, 'number') !== 'time') return undefined;
  // values in seconds are marked wherever they are rendered
  if (isLikelySeconds(value)) return undefined;
  if (value > now) return FUTURE_WARNING;
  const registered = record['registeredAt'];
  const plausible = typeof registered === 'number' && registered > 0 && !isLikelySeconds(registered);
  return field !== 'registeredAt' && plausible && value < registered ? TOO_EARLY_WARNING : undefined;
}
