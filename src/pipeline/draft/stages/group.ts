import {
  ACCUMULATOR_OPERATORS,
  DATE_TRUNC_UNITS,
  MAX_GROUP_FIELDS,
  MAX_GROUP_KEYS,
  parseFieldReference,
} from '#contract/groupStage.ts';
import { Grouper } from '#lib/group/grouper.ts';
import type { DateTruncUnit } from '#lib/group/groupSpec.ts';
import {
  ExactNumber,
  isJsonObject,
  JsonSyntaxError,
  type OrderedJsonEntry,
  OrderedJsonObject,
  type OrderedJsonValue,
  stringifyJson,
} from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { isZoneName } from '#lib/time/zones.ts';
import { COUNT_OPERATOR, createGroupStage, createOperatorObject } from './createGroupStage.ts';
import { type ApiStageDefinition, areStrings, createDraftKey, type DraftError, type StageBase } from './stageBase.ts';

export type AccumulatorName = (typeof ACCUMULATOR_OPERATORS)[number];

/** Value to group by: a field, a time truncated to a unit, or the bucket of a number. */
export type GroupKeyDraft = {
  key: string;
  field: string;
  by: 'value' | 'bucket' | DateTruncUnit;
  /** IANA time zone of the truncated time. '' for UTC. */
  zone: string;
  width: string;
  /** Name in the result. '' for the default name. */
  name: string;
};

export type GroupValueDraft = { key: string; accumulator: AccumulatorName; field: string; name: string };

export type GroupDraft = StageBase & {
  kind: 'group';
  by: readonly GroupKeyDraft[];
  values: readonly GroupValueDraft[];
};

/** Labels of the accumulators, in the order of the menu. All except the count require a field. */
export const ACCUMULATOR_LABELS: Readonly<Record<AccumulatorName, string>> = {
  $count: 'count',
  $avg: 'mean of',
  $sum: 'sum of',
  $min: 'min of',
  $max: 'max of',
  $first: 'first',
  $last: 'last',
};

export const GROUP_STAGE: ApiStageDefinition<GroupDraft> = {
  name: 'Group',
  members: ['condition', 'fields'],
  extension: 'group',
  createContent: () => ({ kind: 'group', by: [createGroupKey()], values: [createGroupValue('$count')] }),
  renewKeys: (stage) => ({
    ...stage,
    by: stage.by.map((each) => ({ ...each, key: createDraftKey() })),
    values: stage.values.map((each) => ({ ...each, key: createDraftKey() })),
  }),
  compile: compileGroup,
  parseMembers: parseGroup,
  isValidContent: ({ by, values }) =>
    Array.isArray(by) && by.every(isGroupKey) && Array.isArray(values) && values.every(isGroupValue),
  describe: describeGroup,
  isExtension: () => true,
  fields: { produces: (stage) => [...getGroupResultNames(stage).values()].filter(Boolean) },
  run: (documents, stage) => {
    const grouper = new Grouper(stage);
    for (const document of documents) grouper.add(document);
    return grouper.getResults();
  },
};

export function createGroupKey(field = '', by: GroupKeyDraft['by'] = 'value', zone = ''): GroupKeyDraft {
  return { key: createDraftKey(), field, by, zone, width: '10', name: '' };
}

export function createGroupValue(accumulator: AccumulatorName, field = ''): GroupValueDraft {
  return { key: createDraftKey(), accumulator, field, name: '' };
}

/**
 * Returns the names of the results, by row key. A name is the one typed. By default, that of a key is the last part of
 * the field name, or the unit of a time (such as `hour`), and that of a value is `count`, or has a prefix, such as
 * `mean_temperature`. A default that is already taken has the whole field name.
 */
export function getGroupResultNames({ by, values }: Pick<GroupDraft, 'by' | 'values'>): ReadonlyMap<string, string> {
  const rows = [
    ...by.map((row) => ({ row, preferred: isDateUnit(row.by) ? row.by : getLastPart(row.field), prefix: row.by })),
    ...values.map((row) => {
      const word = getAccumulatorWord(row.accumulator);
      const part = getLastPart(row.field);
      return { row, preferred: row.accumulator === '$count' ? word : part && `${word}_${part}`, prefix: word };
    }),
  ];
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { row } of rows) if (row.name.trim() !== '') taken.add(row.name.trim());
  for (const { row, preferred, prefix } of rows) {
    const typed = row.name.trim();
    const isFree = preferred !== '' && preferred !== 'documentID' && !taken.has(preferred);
    const name = typed || (isFree ? preferred : preferred && `${prefix}_${row.field.trim().replaceAll('.', '_')}`);
    names.set(row.key, name);
    taken.add(name);
  }
  return names;
}

/**
 * Field of the result. `source` is the field whose values it contains. `type` and `time` are set if they differ from
 * those of `source`.
 */
type GroupResult = { name: string; source: string | undefined; type?: 'number'; time?: 'ms' };

export function listGroupResults(stage: GroupDraft): GroupResult[] {
  const names = getGroupResultNames(stage);
  const getName = (key: string) => names.get(key) ?? '';
  return [
    ...stage.by.map(({ key, field, by }) => ({
      name: getName(key),
      source: field.trim(),
      ...(isDateUnit(by) && { time: 'ms' as const }),
      ...(by === 'bucket' && { type: 'number' as const }),
    })),
    ...stage.values.map(({ key, accumulator, field }) => ({
      name: getName(key),
      source: accumulator === '$count' ? undefined : field.trim(),
      ...(['$count', '$sum', '$avg'].includes(accumulator) && { type: 'number' as const }),
    })),
  ];
}

/** Describes a group stage, such as "by deviceID and hour of time: count, mean of temperature". */
function describeGroup({ by, values }: GroupDraft): string {
  const keys = by.map(describeGroupKey).join(' and ');
  const results = values.map(({ accumulator, field }) =>
    accumulator === '$count' ? 'count' : `${ACCUMULATOR_LABELS[accumulator]} ${field.trim() || '…'}`,
  );
  return `${keys ? `by ${keys}` : 'all documents'}${results.length > 0 ? `: ${results.join(', ')}` : ''}`;
}

/** Describes a value to group by, such as "hour of time". */
export function describeGroupKey({ field, by, width }: GroupKeyDraft): string {
  const name = field.trim() || '…';
  if (by === 'value') return name;
  return by === 'bucket' ? `${name} in steps of ${width.trim() || '…'}` : `${by} of ${name}`;
}

export function isDateUnit(by: GroupKeyDraft['by']): by is DateTruncUnit {
  return DATE_TRUNC_UNITS.some((unit) => unit === by);
}

function getLastPart(field: string): string {
  return field.trim().split('.').at(-1) ?? '';
}

function getAccumulatorWord(accumulator: AccumulatorName): string {
  return ACCUMULATOR_LABELS[accumulator].split(' ')[0] ?? '';
}

function compileGroup(stage: GroupDraft): OrderedJsonObject | DraftError {
  const { by, values } = stage;
  if (by.length > MAX_GROUP_KEYS) return { message: `Group by at most ${MAX_GROUP_KEYS} fields.` };
  if (values.length > MAX_GROUP_FIELDS) return { message: `Compute at most ${MAX_GROUP_FIELDS} values.` };
  const names = getGroupResultNames(stage);
  const condition: OrderedJsonEntry[] = [];
  const fields: OrderedJsonEntry[] = [];
  for (const [row, each] of by.entries()) {
    if (each.field.trim() === '')
      return {
        message: `Field ${row + 1} to group by: name the field.`,
        row: each.key,
      };
    const expression = compileKey(each);
    if ('message' in expression)
      return { message: `Field ${row + 1} to group by: ${expression.message}`, row: each.key };
    condition.push([names.get(each.key) ?? '', expression.value]);
  }
  for (const [row, each] of values.entries()) {
    if (each.accumulator !== '$count' && each.field.trim() === '') {
      return { message: `Value ${row + 1}: name the field.`, row: each.key };
    }
    const isCount = each.accumulator === '$count';
    const value = isCount ? COUNT_OPERATOR : createOperatorObject(each.accumulator, `$${each.field.trim()}`);
    fields.push([names.get(each.key) ?? '', value]);
  }
  const error = findNameError([...by, ...values], names);
  if (error) return error;
  return createGroupStage(condition, fields);
}

function findNameError(
  rows: readonly (GroupKeyDraft | GroupValueDraft)[],
  names: ReadonlyMap<string, string>,
): DraftError | undefined {
  const taken = new Set<string>();
  for (const { key } of rows) {
    const name = names.get(key) ?? '';
    if (taken.has(name)) return { message: `Two results are named ${name}. Rename one.`, row: key };
    if (name.includes('.') || name.startsWith('$') || name === 'documentID') {
      return { message: `A result cannot be named ${name}: no dot, no leading $, not documentID.`, row: key };
    }
    taken.add(name);
  }
  return undefined;
}

function compileKey({ field, by, zone, width }: GroupKeyDraft): { value: OrderedJsonValue } | { message: string } {
  const reference = `$${field.trim()}`;
  if (by === 'value') return { value: reference };
  if (by === 'bucket') {
    const number = parseWidth(width);
    if (number === undefined) return { message: 'enter a bucket width above 0.' };
    const bucket: readonly OrderedJsonEntry[] = [
      ['of', reference],
      ['by', number],
    ];
    return { value: createOperatorObject('$bucket', new OrderedJsonObject(bucket)) };
  }
  const name = zone.trim();
  if (name !== '' && !isZoneName(name)) return { message: `“${name}” is not a time zone, such as Europe/Zurich.` };
  const timezone: OrderedJsonEntry[] = name === '' ? [] : [['timezone', name]];
  const truncation = new OrderedJsonObject([['date', reference], ['unit', by], ...timezone]);
  return { value: createOperatorObject('$dateTrunc', truncation) };
}

function parseWidth(text: string): OrderedJsonValue | undefined {
  try {
    const value = parseOrderedJson(text.trim());
    const isNumber = typeof value === 'number' || value instanceof ExactNumber;
    return isNumber && Number(String(value)) > 0 ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

type GroupContent = Omit<GroupDraft, keyof StageBase>;

/** Parses a group stage. Undefined for expressions that the form cannot represent, such as the sum of a constant. */
function parseGroup(condition: OrderedJsonValue, fields: OrderedJsonValue): GroupContent | undefined {
  if (!(condition instanceof OrderedJsonObject) || !(fields instanceof OrderedJsonObject)) return undefined;
  const by = condition.entries.map(parseKey);
  const values = fields.entries.map(parseGroupValue);
  if (!by.every((each) => each !== undefined) || !values.every((each) => each !== undefined)) return undefined;
  return { kind: 'group', by, values };
}

function parseKey([name, expression]: OrderedJsonEntry): GroupKeyDraft | undefined {
  const field = parseFieldReference(expression);
  if (field !== undefined) return { ...createGroupKey(field), name };
  const [operator, operand] = (expression instanceof OrderedJsonObject && expression.entries[0]) || [];
  if (!(operand instanceof OrderedJsonObject)) return undefined;
  const members = new Map(operand.entries);
  if (operator === '$bucket') {
    const of = parseFieldReference(members.get('of'));
    const width = members.get('by');
    return of === undefined ? undefined : { ...createGroupKey(of, 'bucket'), width: stringifyJson(width), name };
  }
  const date = parseFieldReference(members.get('date'));
  const unit = DATE_TRUNC_UNITS.find((each) => each === members.get('unit'));
  const zone = members.get('timezone') ?? '';
  if (operator !== '$dateTrunc' || date === undefined || !unit || typeof zone !== 'string') return undefined;
  // a default name follows the unit when it is changed
  return { ...createGroupKey(date, unit, zone), name: name === unit ? '' : name };
}

function parseGroupValue([name, value]: OrderedJsonEntry): GroupValueDraft | undefined {
  const [operator, operand] = (value instanceof OrderedJsonObject && value.entries[0]) || [];
  const accumulator = ACCUMULATOR_OPERATORS.find((each) => each === operator);
  if (!accumulator) return undefined;
  const field = accumulator === '$count' ? '' : parseFieldReference(operand);
  return field === undefined ? undefined : { ...createGroupValue(accumulator, field), name };
}

function isGroupKey(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { key, field, by, zone, width, name } = value;
  return (
    areStrings(key, field, zone, width, name) && ['value', 'bucket', ...DATE_TRUNC_UNITS].some((each) => each === by)
  );
}

function isGroupValue(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { key, accumulator, field, name } = value;
  return areStrings(key, field, name) && ACCUMULATOR_OPERATORS.some((each) => each === accumulator);
}
