import { ACCUMULATOR_OPERATORS, DATE_TRUNC_UNITS, parseFieldReference } from '#contract/groupStage.ts';
import { type OrderedJsonEntry, OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';
import { COUNT_OPERATOR, createGroupStage, createOperatorObject } from '#pipeline/draft/stages/createGroupStage.ts';
import type { ConversionNote } from '#pipeline/text/parsePastedQuery.ts';
import { getMemberStart } from './convertExtendedJsonToApiValue.ts';
import { toApiFieldName } from './convertMongoFilter.ts';
import { PositionedObject } from './toExtendedJson.ts';

type ConvertedGroup = {
  stages: readonly OrderedJsonObject[];
  to: string;
  left?: OrderedJsonObject;
  lost: readonly ConversionNote[];
};

/** Converts the body of `$group`. Accumulators without equivalent are left over; a key without one fails. */
export function convertMongoGroup(body: OrderedJsonValue): ConvertedGroup | { because: string } | undefined {
  if (!(body instanceof OrderedJsonObject)) return undefined;
  const id = body.entries.find(([name]) => name === '_id');
  if (!id) return { because: 'it has no _id to group by' };
  const keys = listGroupKeys(id[1]);
  const condition: OrderedJsonEntry[] = [];
  const lost: ConversionNote[] = [];
  for (const [name, expression] of keys) {
    const key = convertKey(expression);
    if ('because' in key) return key;
    condition.push([name, key.value]);
    if (key.note) lost.push({ from: name, to: key.note, status: 'changed', at: undefined });
  }
  const fields: OrderedJsonEntry[] = [];
  const left: OrderedJsonEntry[] = [];
  for (const [index, [name, accumulator]] of body.entries.entries()) {
    if (name === '_id') continue;
    const converted = convertAccumulator(accumulator);
    if (converted) {
      fields.push([name, converted]);
      continue;
    }
    left.push([name, accumulator]);
    const [operator = name] = accumulator instanceof OrderedJsonObject ? (accumulator.entries[0] ?? []) : [];
    const to = `in ${name}: groups compute ${ACCUMULATOR_OPERATORS.join(', ')} of a field; kept as JSON, switched off`;
    lost.push({ from: operator, to, status: 'not understood', at: getMemberStart(body, index) });
  }
  const by = condition.map(([name]) => name).join(', ');
  return {
    stages: [createGroupStage(condition, fields)],
    to: `Group ${by ? `by ${by}` : 'of all documents'}, ${fields.length} computed`,
    ...(left.length > 0 && { left: createGroupStage(condition, left) }),
    lost,
  };
}

/** Names of the keys in the result. MongoDB puts them into `_id`, which a group of the API does not have. */
function listGroupKeys(id: OrderedJsonValue): readonly OrderedJsonEntry[] {
  if (id === null) return [];
  const isNamed = id instanceof OrderedJsonObject && !id.entries.some(([name]) => name.startsWith('$'));
  if (isNamed) return id.entries;
  return [[getKeyName(id), id]];
}

function getKeyName(expression: OrderedJsonValue): string {
  const field = parseFieldReference(expression);
  if (field !== undefined) return toApiFieldName(field.split('.').at(-1) ?? field);
  const [, operand] = (expression instanceof OrderedJsonObject && expression.entries[0]) || [];
  const unit = operand instanceof OrderedJsonObject && operand.entries.find(([name]) => name === 'unit')?.[1];
  return typeof unit === 'string' ? unit : 'key';
}

type ConvertedKey = { value: OrderedJsonValue; note?: string } | { because: string };

function convertKey(expression: OrderedJsonValue): ConvertedKey {
  if (isFieldReference(expression)) return { value: toApiReference(expression) };
  const [operator = '', operand] = (expression instanceof OrderedJsonObject && expression.entries[0]) || [];
  if (operator !== '$dateTrunc') {
    return { because: `it groups by ${operator || 'a constant'}, and groups are formed by fields and $dateTrunc` };
  }
  const members = new Map(operand instanceof OrderedJsonObject ? operand.entries : []);
  const [date, unit, zone] = [members.get('date'), members.get('unit'), members.get('timezone')];
  const size = members.get('binSize') ?? 1;
  if (!isFieldReference(date) || !DATE_TRUNC_UNITS.some((name) => name === unit) || String(size) !== '1') {
    return { because: `its $dateTrunc is not a field per ${DATE_TRUNC_UNITS.join(', ')}` };
  }
  if (zone !== undefined && typeof zone !== 'string') return { because: 'its time zone is not a name' };
  const start = members.get('startOfWeek');
  const startsOnMonday = typeof start === 'string' && /^mon(day)?$/i.test(start);
  const timezone = zone === undefined ? [] : [['timezone', zone] as const];
  const truncation = new OrderedJsonObject([['date', toApiReference(date)], ['unit', unit ?? ''], ...timezone]);
  const value = createOperatorObject('$dateTrunc', truncation);
  return unit === 'week' && !startsOnMonday ? { value, note: 'weeks start on Monday' } : { value };
}

function convertAccumulator(accumulator: OrderedJsonValue): OrderedJsonValue | undefined {
  if (!(accumulator instanceof OrderedJsonObject) || accumulator.entries.length !== 1) return undefined;
  const [[operator, operand] = ['', null]] = accumulator.entries;
  // each document adds 1
  if (operator === '$count' || (operator === '$sum' && String(operand) === '1')) return COUNT_OPERATOR;
  const isKnown = ACCUMULATOR_OPERATORS.some((name) => name === operator);
  return isKnown && isFieldReference(operand) ? createOperatorObject(operator, toApiReference(operand)) : undefined;
}

function isFieldReference(value: OrderedJsonValue | undefined): value is string {
  const field = parseFieldReference(value);
  // names that start with $$, such as $$ROOT, are variables
  return field !== undefined && field !== '' && !field.startsWith('$');
}

function toApiReference(reference: string): string {
  return `$${toApiFieldName(reference.slice(1))}`;
}

/** Renames `_id` in the stages after a `$group` to the names of its keys. */
export function renameGroupKeys(stages: readonly OrderedJsonObject[]): OrderedJsonObject[] {
  let rename: ((name: string) => string) | undefined;
  return stages.map((stage) => {
    const current = rename;
    const [[type, body] = ['', null]] = stage.entries;
    const renamed = current && type.startsWith('$') ? renameStage(stage, current) : stage;
    if (type === '$group' && body instanceof OrderedJsonObject) rename = createKeyRenamer(body);
    return renamed;
  });
}

function createKeyRenamer(body: OrderedJsonObject): (name: string) => string {
  const id = body.entries.find(([name]) => name === '_id')?.[1] ?? null;
  const isNamed = id instanceof OrderedJsonObject && !id.entries.some(([name]) => name.startsWith('$'));
  const single = id === null || isNamed ? undefined : getKeyName(id);
  return (name) => {
    if (isNamed && name.startsWith('_id.')) return name.slice('_id.'.length);
    return name === '_id' && single !== undefined ? single : name;
  };
}

function renameStage(stage: OrderedJsonObject, rename: (name: string) => string): OrderedJsonObject {
  return mapEntries(stage, ([type, body]) => {
    if (type === '$group') return [type, renameReferences(body, rename)];
    return [
      type,
      body instanceof OrderedJsonObject ? mapEntries(body, ([name, value]) => [rename(name), value]) : body,
    ];
  });
}

function renameReferences(value: OrderedJsonValue, rename: (name: string) => string): OrderedJsonValue {
  const field = parseFieldReference(value);
  if (field !== undefined) return `$${rename(field)}`;
  if (!(value instanceof OrderedJsonObject)) return value;
  return mapEntries(value, ([name, member]) => [name, renameReferences(member, rename)]);
}

function mapEntries(object: OrderedJsonObject, map: (entry: OrderedJsonEntry) => OrderedJsonEntry): OrderedJsonObject {
  const entries = object.entries.map(map);
  if (!(object instanceof PositionedObject)) return new OrderedJsonObject(entries);
  return new PositionedObject(entries.map(([name, value], index) => [name, value, object.starts[index] ?? 0]));
}
