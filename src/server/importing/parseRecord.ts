import * as z from 'zod/mini';
import { DEVICE_FIELD_TYPES, type DeviceField } from '#contract/device.ts';
import { deviceSchema } from '#contract/deviceSchemas.ts';
import { JsonError } from '#lib/json/json.ts';
import { type JsonLimits, type JsonMember, parseJsonMembers } from '#lib/json/parseJson.ts';
import { type FileRecord, RecordError } from './fileRecord.ts';
import { IMPORT_MESSAGES } from './messages.ts';

type Fields = Record<string, unknown>;
export type DeviceFields = Fields & { deviceID: string; productID: string; paired: boolean; registeredAt: number };

/** A record on one line, and what its text says. */
export type ParsedRecord<Value> = { line: number; text: string; value: Value };

/** Longest ID in bytes of UTF-8: the databases' indexes hold little more. */
const MAX_ID_BYTES = 1000;

/** Nesting far below what the database can take; numbers as a request may have them, so that all can be asked for. */
const DOCUMENT_LIMITS: JsonLimits = { depthMax: 100, numberMax: 400 };
const DEVICE_LIMITS: JsonLimits = { depthMax: 32, numberMax: 400 };

/** Matches numbers that may exceed these limits. */
const EXTREME_NUMBER = /\d[eE][+-]?\d{3}|[\d.]{400}/;

const TYPE_NAMES = { string: 'text', boolean: 'true or false', number: 'a whole number of milliseconds' };

/** Throws RecordError for what cannot be a document. */
export function parseDocument({ line, text }: FileRecord): ParsedRecord<Fields> {
  const value = parseObject(line, text);
  const deep = (text.match(/[[{]/g)?.length ?? 0) > (DOCUMENT_LIMITS.depthMax ?? 0);
  if (deep || EXTREME_NUMBER.test(text)) parseRecordMembers(line, text, DOCUMENT_LIMITS);
  const { documentID } = value;
  if (documentID !== undefined) assertValidId(line, 'documentID', documentID);
  return { line, text: joinLines(text), value };
}

/** Throws RecordError for what cannot be a device. A device that was never paired says so by 0. */
export function parseDevice({ line, text }: FileRecord): ParsedRecord<DeviceFields> {
  const value = parseObject(line, text);
  const fields = parseRecordMembers(line, text, DEVICE_LIMITS);
  for (const [at, { name }] of fields.entries()) {
    // readers would disagree on what it means
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
    const field = issue.path[0] as DeviceField; // the schema's issues are about its fields
    throw new RecordError(line, `${field}: ${describeProblem(value[field], TYPE_NAMES[DEVICE_FIELD_TYPES[field]])}`);
  }
  assertValidId(line, 'deviceID', value['deviceID']);
  // as the schema has just found
  return { line, text: record, value: value as DeviceFields };
}

function parseObject(line: number, text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // the engine's own words differ from version to version, and do not tell the line
    parseRecordMembers(line, text, {});
    throw new RecordError(line, IMPORT_MESSAGES.notJson);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RecordError(line, IMPORT_MESSAGES.notObject);
  }
  return value as Fields;
}

/** Reads an object from character to character, and says on which line of the file it is wrong. */
function parseRecordMembers(line: number, text: string, limits: JsonLimits): JsonMember[] {
  try {
    return parseJsonMembers(text, limits);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
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

/** Of JSON, where line ends stand only between values. */
function joinLines(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/\s*[\r\n]\s*/g, ' ') : text;
}
