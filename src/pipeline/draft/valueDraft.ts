import { ExactNumber, JsonSyntaxError, type OrderedJsonValue, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { toWallTime } from '#lib/time/zones.ts';

export const VALUE_TYPES = ['text', 'number', 'boolean', 'null', 'json'] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

export const VALUE_TYPE_LABELS: Record<ValueType, string> = {
  text: 'text',
  number: 'number',
  boolean: 'true / false',
  null: 'null',
  json: 'JSON',
};

/** Value that is being edited. The user chooses its type, because 25 can be text or a number. */
export type ValueDraft = { type: ValueType; text: string };

export type ParsedValue = { value: OrderedJsonValue } | { complaint: string };

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export type TimeUnit = 'ms' | 's' | 'iso';

/** Sortable format of times without time zone: `…T12:04:31`, `… 12:04:31`, or date only. */
export type ZonelessForm = 'T' | 'space' | 'day';

/**
 * Format and time zone of times without time zone. `zone` is a zone name, `utc`, or `local` for the zone of the viewer.
 */
export type ZonelessFormat = { form: ZonelessForm; zone: string };

/** Formats a time without trailing zeros, so that it sorts before all longer texts. */
export function formatZonelessTime(time: number, { form, zone }: ZonelessFormat): string {
  const text = new Date(toWallTime(time, zone)).toISOString().slice(0, -1);
  const short = text.replace(/\.000$/, '').replace(/(T\d\d:\d\d):00$/, '$1');
  if (form === 'day') return short.replace(/T00:00$/, '');
  return form === 'space' ? short.replace('T', ' ') : short;
}

export function toTimeValueDraft(time: number, unit: TimeUnit): ValueDraft {
  if (unit === 'iso') return { type: 'text', text: new Date(time).toISOString() };
  return { type: 'number', text: String(unit === 's' ? Math.floor(time / 1000) : time) };
}

export function getValueType(value: unknown): ValueType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return value === null ? 'null' : 'json';
}

export function toValueDraft(value: unknown): ValueDraft {
  const type = getValueType(value);
  if (type === 'null') return { type, text: '' };
  return { type, text: type === 'json' ? stringifyJson(value) : String(value) };
}

export function parseValueDraft({ type, text }: ValueDraft): ParsedValue {
  if (type === 'text') return { value: text };
  if (type === 'null') return { value: null };
  if (type === 'boolean') return { value: text === 'true' };
  if (type === 'number') return parseNumberText(text.trim());
  return parseJsonText(text);
}

export function setValueType(value: ValueDraft, type: ValueType): ValueDraft {
  return { type, text: type === 'boolean' && value.text !== 'false' ? 'true' : value.text };
}

/** Converts a value to another type if possible: `"31.4"` becomes 31.4, but `"warm"` stays unchanged. */
export function convertValueType(value: ValueDraft, type: ValueType): ValueDraft | undefined {
  const text = value.text.trim();
  if (type === value.type) return undefined;
  if (type === 'text') return value.type === 'null' || value.type === 'json' ? undefined : { type, text };
  if (type === 'number') return JSON_NUMBER.test(text) ? { type, text } : undefined;
  if (type === 'boolean') return text === 'true' || text === 'false' ? { type, text } : undefined;
  return type === 'null' && (text === '' || text === 'null') ? { type, text: '' } : undefined;
}

function parseNumberText(text: string): ParsedValue {
  if (!JSON_NUMBER.test(text)) return { complaint: text ? `“${text}” is not a number.` : 'enter a number.' };
  return { value: parseOrderedJson(text) };
}

function parseJsonText(text: string): ParsedValue {
  try {
    return { value: parseOrderedJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { complaint: `invalid JSON: ${error.message} in line ${error.line}, column ${error.column}.` };
  }
}
