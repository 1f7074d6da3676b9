import * as z from 'zod/mini';
import { DEVICE_FIELD_TYPES, type DeviceFieldName } from '#contract/device.ts';
import { deviceSchema } from '#contract/deviceSchemas.ts';
import { JsonSyntaxError } from '#lib/json/json.ts';
import { type JsonMember, type JsonParseOptions, parseJsonMembers } from '#lib/json/parseJson.ts';
import { IMPORT_MESSAGES } from './messages.ts';
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

const TYPE_NAMES = { string: 'text', boolean: 'true or false', number: 'a whole number of milliseconds' };

export function parseAndValidateDocument({ line, text }: RawRecord): ParsedRecord<Fields> {
  const value = parseObject(line, text);
  const deep = (text.match(/[[{]/g)?.length ?? 0) > (DOCUMENT_LIMITS.maxDepth ?? 0);
  if (deep || EXTREME_NUMBER.test(text)) parseRecordMembers(line, text, DOCUMENT_LIMITS);
  const { documentID } = value;
  if (documentID !== undefined) assertValidId(line, 'documentID', documentID);
  return { line, text: joinLines(text), value };
}

/**
 * Parses a device. A pairing time of 0 means that the device was never paired.
 * @throws RecordError for an invalid device
 */
export function parseAndValidateDevice({ line, text }: RawRecord): ParsedRecord<DeviceRecordFields> {
  const value = parseObject(line, text);
  const fields = parseRecordMembers(line, text, DEVICE_LIMITS);
  for (const [at, { name }] of fields.entries()) {
    // duplicates are ambiguous for readers
    const twice = fields.findIndex((field) => field.name === name) !== at;
    if (twice) throw new RecordError(line, IMPORT_MESSAGES.repeatedField(name));
  }
  let record = joinLines(text);
  if (value['lastPairedAt'] == null) {
    value['lastPairedAt'] = 0;
    const kept = fields.filter(({ name }) => name !== 'lastPairedAt');
    const all = [...kept, { name: 'lastPairedAt', source: '0' }];
    record = joinLines(`{${all.map(({ name, source }) => `${JSON.stringify(name)}:${source}`).join(',')}}`);
  }
  const issue = z.safeParse(deviceSchema, value).error?.issues[0];
  if (issue) {
    const field = issue.path[0] as DeviceFieldName; // the schema reports issues only for its fields
    throw new RecordError(line, `${field}: ${describeProblem(value[field], TYPE_NAMES[DEVICE_FIELD_TYPES[field]])}`);
  }
  assertValidId(line, 'deviceID', value['deviceID']);
  // validated by the schema above
  return { line, text: record, value: value as DeviceRecordFields };
}

function parseObject(line: number, text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // the engine's message differs between versions and has no line number
    parseRecordMembers(line, text, {});
    throw new RecordError(line, IMPORT_MESSAGES.notJson);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RecordError(line, IMPORT_MESSAGES.notObject);
  }
  return value as Fields;
}

function parseRecordMembers(line: number, text: string, limits: JsonParseOptions): JsonMember[] {
  try {
    return parseJsonMembers(text, limits);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const message = IMPORT_MESSAGES.atCharacter(error.message, error.position + 1);
    throw new RecordError(line + error.line - 1, message);
  }
}

function assertValidId(line: number, field: string, id: unknown): void {
  if (typeof id !== 'string' || id === '') throw new RecordError(line, `${field}: ${describeProblem(id, 'text')}`);
  if (id.length > MAX_ID_BYTES / 3 && Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw new RecordError(line, IMPORT_MESSAGES.idTooLong(field, MAX_ID_BYTES));
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
