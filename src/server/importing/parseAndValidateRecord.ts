import * as z from 'zod/mini';
import {
  CONNECTIVITY_FIELD,
  CONNECTIVITY_VALUES,
  DEVICE_FIELD_NAMES,
  DEVICE_FIELD_TYPES,
  type DeviceFieldName,
  JOINED_FIELDS,
} from '#contract/device.ts';
import { deviceSchema } from '#contract/deviceSchemas.ts';
import { formatDerivedHeading, isDerivedHeading } from '#lib/csv.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { JsonSyntaxError } from '#lib/json/json.ts';
import { type JsonMember, type JsonParseOptions, parseJsonMembers } from '#lib/json/parseJson.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { parseIsoTime } from './columns/notations.ts';
import { type RawRecord, RecordError } from './rawRecord.ts';

type Fields = Record<string, unknown>;
export type DeviceRecordFields = Fields & {
  deviceID: string;
  productID: string;
  paired: boolean;
  registeredAt: number;
};

export type ParsedRecord<Value> = { line: number; text: string; value: Value };

/** Maximum length of an ID in bytes of UTF-8, limited by database indexes. */
const MAX_ID_BYTES = 1000;

/**
 * Limits for documents. The maximum nesting is far below the databases' limit. Numbers are limited as in requests, so
 * that all of them can be queried.
 */
const DOCUMENT_LIMITS: JsonParseOptions = { maxDepth: 100, maxNumberSize: 400 };
const DEVICE_LIMITS: JsonParseOptions = { maxDepth: 32, maxNumberSize: 400 };

const EXTREME_NUMBER = /\d[eE][+-]?\d{3}|[\d.]{400}/;

const TYPE_NAMES = {
  string: 'text',
  boolean: 'true or false',
  number: 'a whole number of milliseconds, or a time such as 2026-01-31T12:00:00Z',
};

export function parseAndValidateDocument({ line, text }: RawRecord): ParsedRecord<Fields> {
  const value = parseObject(line, text);
  const deep = (text.match(/[[{]/g)?.length ?? 0) > (DOCUMENT_LIMITS.maxDepth ?? 0);
  if (deep || EXTREME_NUMBER.test(text)) parseRecordMembers(line, text, DOCUMENT_LIMITS);
  const { documentID } = value;
  if (documentID !== undefined) assertValidId(line, 'documentID', documentID);
  return { line, text: joinLines(text), value };
}

/**
 * Creates a parser of devices. It reads texts in ISO 8601 as times, and leaves out fields that the console derives when
 * it exports. A pairing time of 0 means that the device was never paired. The parser throws RecordError for an invalid
 * device.
 */
export function createDeviceParser(onNote: (text: string) => void) {
  const noted = new Set<string>();

  return ({ line, text }: RawRecord): ParsedRecord<DeviceRecordFields> => {
    const value = parseObject(line, text);
    const members = new Map<string, string>();
    const given = parseRecordMembers(line, text, DEVICE_LIMITS);
    for (const { name, source } of given) {
      // duplicates are ambiguous for readers
      if (members.has(name)) throw new RecordError(line, `the field ${JSON.stringify(name)} occurs twice`);
      members.set(name, source);
    }
    const changes = new Map<string, number | undefined>();
    for (const { name } of given) {
      if (isDerivedField(name, value[name], members)) changes.set(name, undefined);
    }
    for (const name of changes.keys()) {
      if (!noted.has(name)) onNote(`${name}: left out, because it is not part of the records.`);
      noted.add(name);
    }
    for (const field of TIME_FIELDS) {
      const time = typeof value[field] === 'string' ? parseIsoTime(value[field]) : undefined;
      if (time !== undefined) changes.set(field, time);
    }
    if (value['lastPairedAt'] == null) changes.set('lastPairedAt', 0);
    for (const [name, changed] of changes) {
      members.delete(name);
      if (changed === undefined) continue;
      value[name] = changed;
      members.set(name, String(changed));
    }
    const issue = z.safeParse(deviceSchema, value).error?.issues[0];
    if (issue) {
      const field = issue.path[0] as DeviceFieldName; // the schema reports issues only for its fields
      throw new RecordError(line, `${field}: ${describeProblem(value[field], TYPE_NAMES[DEVICE_FIELD_TYPES[field]])}`);
    }
    assertValidId(line, 'deviceID', value['deviceID']);
    const written = [...members].map(([name, source]) => `${JSON.stringify(name)}:${source}`).join(',');
    // validated by the schema above
    return { line, text: joinLines(changes.size > 0 ? `{${written}}` : text), value: value as DeviceRecordFields };
  };
}

const TIME_FIELDS = DEVICE_FIELD_NAMES.filter((field) => DEVICE_FIELD_TYPES[field] === 'number');
const DERIVED_NAMES: readonly string[] = JOINED_FIELDS.map(formatDerivedHeading);

/** True for a field such as `(connectivity)`, and for connectivity as earlier versions of the console exported it. */
function isDerivedField(name: string, value: unknown, members: ReadonlyMap<string, string>): boolean {
  if (name === CONNECTIVITY_FIELD) return ['', ...CONNECTIVITY_VALUES].some((label) => label === value);
  return isDerivedHeading(name) && (DERIVED_NAMES.includes(name) || members.has(name.slice(1, -1)));
}

function parseObject(line: number, text: string): Fields {
  const value: unknown = tryCatch(() => JSON.parse(text));
  if (value === undefined) {
    // the engine's message differs between versions and has no line number
    parseRecordMembers(line, text, {});
    throw new RecordError(line, 'not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RecordError(line, 'expected a JSON object');
  }
  return value as Fields;
}

function parseRecordMembers(line: number, text: string, limits: JsonParseOptions): JsonMember[] {
  try {
    return parseJsonMembers(text, limits);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const message = `${error.message} at character ${error.position + 1} of the record`;
    throw new RecordError(line + error.line - 1, message);
  }
}

function assertValidId(line: number, field: string, id: unknown): void {
  if (typeof id !== 'string' || id === '') throw new RecordError(line, `${field}: ${describeProblem(id, 'text')}`);
  if (id.length > MAX_ID_BYTES / 3 && Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw new RecordError(line, `${field}: longer than ${formatCount(MAX_ID_BYTES)} bytes`);
  }
}

function describeProblem(value: unknown, expected: string): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is null';
  return value === '' && expected === 'text' ? 'is empty' : `expected ${expected}`;
}

function joinLines(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/\s*[\r\n]\s*/g, ' ') : text;
}
