import { getFieldKind, isDeepEqual, listRecordFields } from '#fields/deviceField.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { isLikelySeconds, isNeverTimestamp, MAX_DATE_MS } from '#lib/time/time.ts';

/** Field of the compared devices. `values` is in the order of the devices; undefined for a missing device. */
export type ComparedField = {
  field: string;
  values: readonly unknown[];
  differs: boolean;
  outliers: readonly boolean[];
};

const HEADER_FIELDS: readonly string[] = ['deviceID', 'name'];

const DEPTH_MAX = 4;

export function compareDeviceFields(devices: readonly (JsonObject | undefined)[]): ComparedField[] {
  const flatDevices = devices.map((device) => device && flattenRecord(device));
  const loadedDevices = flatDevices.filter((device) => device !== undefined);
  const fields = [...new Set(loadedDevices.flatMap(listRecordFields))].filter(
    (field) => !HEADER_FIELDS.includes(field),
  );
  return fields.map((field) => {
    const values = flatDevices.map((device) => device?.[field]);
    const counts = values.map((value) => loadedDevices.filter((other) => isDeepEqual(other[field], value)).length);
    const highestCount = Math.max(...counts.filter((_, at) => devices[at]));
    return {
      field,
      values,
      differs: highestCount < loadedDevices.length,
      outliers: counts.map((count, at) => devices[at] !== undefined && highestCount > 1 && count < highestCount),
    };
  });
}

function flattenRecord(record: JsonObject, prefix = '', depth = 1): JsonObject {
  const flat: JsonObject = Object.create(null);
  for (const [name, value] of Object.entries(record)) {
    const object = isJsonObject(value) && Object.keys(value).length > 0 && depth < DEPTH_MAX ? value : undefined;
    if (object) Object.assign(flat, flattenRecord(object, `${prefix}${name}.`, depth + 1));
    else flat[`${prefix}${name}`] = value;
  }
  return flat;
}

/** Returns a plausible time in ms, otherwise undefined. A time in seconds would compress all others into one point. */
export function toPlausibleTime(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value <= MAX_DATE_MS && !isLikelySeconds(value) ? value : undefined;
}

export function describeRegistrationAndPairing(device: JsonObject, formatMs: (ms: number) => string): string {
  const [registered, paired] = [toPlausibleTime(device['registeredAt']), toPlausibleTime(device['lastPairedAt'])];
  const began = registered === undefined ? 'registered at an implausible time' : `registered ${formatMs(registered)}`;
  if (paired !== undefined) return `${began}, last paired ${formatMs(paired)}`;
  return isNeverTimestamp(device['lastPairedAt'])
    ? `${began}, never paired`
    : `${began}, last paired at an implausible time`;
}

/** Formats the days since the time of the first device that has one, such as `+113 d`. */
export function formatDayOffsetFromFirstDevice({ field, values }: ComparedField, at: number): string | undefined {
  if (getFieldKind(field, 'number') !== 'time') return undefined;
  const first = values.findIndex((value) => typeof value === 'number' && value > 0);
  const [from, time] = [values[first], values[at]];
  if (at === first || typeof from !== 'number' || typeof time !== 'number' || time <= 0) return undefined;
  const days = Math.round((time - from) / 86_400_000);
  return days === 0 ? undefined : `${days > 0 ? '+' : '−'}${Math.abs(days)} d`;
}
