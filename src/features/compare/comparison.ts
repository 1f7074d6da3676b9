import { kindOf, recordFields, sameValue } from '#fields/deviceField.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { isNever, looksLikeSeconds, MAX_DATE_MS } from '#lib/time/time.ts';

/** A field of the compared devices; `values` is in their order, undefined for a missing device. */
export type ComparedField = {
  field: string;
  values: readonly unknown[];
  differs: boolean;
  /** True for values that differ from the most common one; all false if no value occurs twice. */
  unlike: readonly boolean[];
};

const IN_HEADS: readonly string[] = ['deviceID', 'name'];

const DEPTH_MAX = 4;

/** Returns all fields of the devices, with nested members, and marks differences. */
export function comparedFields(devices: readonly (JsonObject | undefined)[]): ComparedField[] {
  const flat = devices.map((device) => device && flattened(device));
  const there = flat.filter((device) => device !== undefined);
  const fields = [...new Set(there.flatMap(recordFields))].filter((field) => !IN_HEADS.includes(field));
  return fields.map((field) => {
    const values = flat.map((device) => device?.[field]);
    const counts = values.map((value) => there.filter((other) => sameValue(other[field], value)).length);
    const most = Math.max(...counts.filter((_, at) => devices[at]));
    return {
      field,
      values,
      differs: most < there.length,
      unlike: counts.map((count, at) => devices[at] !== undefined && most > 1 && count < most),
    };
  });
}

/** Flattens nested objects to paths such as `location.site`. */
function flattened(record: JsonObject, prefix = '', depth = 1): JsonObject {
  const flat: JsonObject = Object.create(null);
  for (const [name, value] of Object.entries(record)) {
    const object = isJsonObject(value) && Object.keys(value).length > 0 && depth < DEPTH_MAX ? value : undefined;
    if (object) Object.assign(flat, flattened(object, `${prefix}${name}.`, depth + 1));
    else flat[`${prefix}${name}`] = value;
  }
  return flat;
}

/** Returns a plausible time, else undefined; a time in seconds would squeeze all others into one point. */
export function drawableTime(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value <= MAX_DATE_MS && !looksLikeSeconds(value) ? value : undefined;
}

export function describePairing(device: JsonObject, formatMs: (ms: number) => string): string {
  const [registered, paired] = [drawableTime(device['registeredAt']), drawableTime(device['lastPairedAt'])];
  const began = registered === undefined ? 'registered at an implausible time' : `registered ${formatMs(registered)}`;
  if (paired !== undefined) return `${began}, last paired ${formatMs(paired)}`;
  return isNever(device['lastPairedAt']) ? `${began}, never paired` : `${began}, last paired at an implausible time`;
}

/** Returns the days since the time of the first device that has one: `+113 d`. */
export function laterThanFirst({ field, values }: ComparedField, at: number): string | undefined {
  if (kindOf(field, 'number') !== 'time') return undefined;
  const first = values.findIndex((value) => typeof value === 'number' && value > 0);
  const [from, time] = [values[first], values[at]];
  if (at === first || typeof from !== 'number' || typeof time !== 'number' || time <= 0) return undefined;
  const days = Math.round((time - from) / 86_400_000);
  return days === 0 ? undefined : `${days > 0 ? '+' : '−'}${Math.abs(days)} d`;
}
