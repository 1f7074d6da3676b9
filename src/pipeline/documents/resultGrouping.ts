import { DATE_TRUNC_UNITS, MAX_GROUP_FIELDS, parseFieldReference } from '#contract/groupStage.ts';
import { STAGES_MAX } from '#contract/pipeline.ts';
import { createUnitStepper } from '#lib/group/dateTrunc.ts';
import { addDecimals, DECIMAL_ZERO, isNumberOrExact, toDecimal, toNumberOrExact } from '#lib/group/decimal.ts';
import type { DateTruncUnit } from '#lib/group/groupSpec.ts';
import {
  type ExactNumber,
  type JsonObject,
  type OrderedJsonEntry,
  OrderedJsonObject,
  type OrderedJsonValue,
  stringifyJson,
} from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { COUNT_OPERATOR, createGroupStage, createOperatorObject } from '#pipeline/draft/stages/createGroupStage.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';

/** Value that groups share. `per` is the unit of a truncated time, or the width of the buckets. */
export type ResultGroupKey =
  | { name: string; field: string; kind: 'value' }
  | { name: string; field: string; kind: 'time'; per: DateTruncUnit; zone: string }
  | { name: string; field: string; kind: 'bucket'; per: number | ExactNumber };

/** Computed value of a group. `operator` is its accumulator. */
export type ResultGroupValue = { name: string; operator: string; field: string | undefined };

/** Groups that a pipeline results in. `at` is the index of their stage. */
export type ResultGrouping = { at: number; keys: readonly ResultGroupKey[]; values: readonly ResultGroupValue[] };

const GROUP_PRESERVING_TYPES: readonly (OrderedJsonValue | undefined)[] = ['match', 'sort', 'project'];

/** Finds the groups of a result. Undefined if its last stages produce documents, or if a key has no known form. */
export function findResultGrouping(pipeline: readonly OrderedJsonObject[]): ResultGrouping | undefined {
  const at = pipeline.findLastIndex((stage) => getMember(stage, 'type') === 'group');
  const stage = pipeline[at];
  if (!stage) return undefined;
  const further = pipeline.slice(at + 1).map((one) => getMember(one, 'type'));
  if (!further.every((type) => GROUP_PRESERVING_TYPES.includes(type))) return undefined;
  const [condition, fields] = [getMember(stage, 'condition'), getMember(stage, 'fields')];
  const keys = condition instanceof OrderedJsonObject ? condition.entries.map(parseKey) : [];
  if (!keys.every((key) => key !== undefined)) return undefined;
  const values = fields instanceof OrderedJsonObject ? fields.entries.map(parseValueEntry) : [];
  return { at, keys, values };
}

function getMember({ entries }: OrderedJsonObject, name: string): OrderedJsonValue | undefined {
  return entries.find(([member]) => member === name)?.[1];
}

function parseKey([name, expression]: OrderedJsonEntry): ResultGroupKey | undefined {
  const field = parseFieldReference(expression);
  if (field !== undefined) return { name, field, kind: 'value' };
  const [operator, operand] = (expression instanceof OrderedJsonObject && expression.entries[0]) || [];
  if (!(operand instanceof OrderedJsonObject)) return undefined;
  if (operator === '$bucket') {
    const [of, by] = [parseFieldReference(getMember(operand, 'of')), getMember(operand, 'by')];
    return of !== undefined && isNumberOrExact(by) ? { name, field: of, kind: 'bucket', per: by } : undefined;
  }
  const date = parseFieldReference(getMember(operand, 'date'));
  const unit = DATE_TRUNC_UNITS.find((each) => each === getMember(operand, 'unit'));
  const zone = getMember(operand, 'timezone') ?? 'UTC';
  if (operator !== '$dateTrunc' || date === undefined || !unit || typeof zone !== 'string') return undefined;
  return { name, field: date, kind: 'time', per: unit, zone };
}

function parseValueEntry([name, accumulator]: OrderedJsonEntry): ResultGroupValue {
  const [operator = '', operand] = (accumulator instanceof OrderedJsonObject && accumulator.entries[0]) || [];
  return { name, operator, field: parseFieldReference(operand) };
}

/** True if a stage after the groups leaves out some of them. */
export function leavesOutGroups(pipeline: readonly OrderedJsonObject[], { at }: ResultGrouping): boolean {
  return pipeline.slice(at + 1).some((stage) => getMember(stage, 'type') === 'match');
}

export function isAdditiveGroupValue({ operator }: ResultGroupValue): boolean {
  return operator === '$count' || operator === '$sum';
}

/** Number of groups of a result, and the totals of their counts and sums by name. */
export type GroupTotals = { groups: number; sums: Readonly<Record<string, number | ExactNumber>> };

export function sumGroups({ values }: ResultGrouping, groups: readonly JsonObject[]): GroupTotals {
  const sums = values.filter(isAdditiveGroupValue).map(({ name }) => {
    const numbers = groups.map((group) => group[name]).filter(isNumberOrExact);
    return [name, toNumberOrExact(numbers.map(toDecimal).reduce(addDecimals, DECIMAL_ZERO))] as const;
  });
  return { groups: groups.length, sums: Object.fromEntries(sums) };
}

/**
 * Builds the pipeline of the totals of all groups, and a function that parses its only document. Undefined if it had too
 * many stages or fields.
 */
export function buildTotalsPipeline(pipeline: readonly OrderedJsonObject[], { values }: ResultGrouping) {
  const added = values.filter(isAdditiveGroupValue);
  if (pipeline.length >= STAGES_MAX || added.length >= MAX_GROUP_FIELDS) return undefined;
  const fields = added.map(({ name }, at): OrderedJsonEntry => [`sum${at}`, createOperatorObject('$sum', `$${name}`)]);
  return {
    pipeline: [...pipeline, createGroupStage([], [['groups', COUNT_OPERATOR], ...fields])],
    parse: ([totals = {}]: readonly JsonObject[]): GroupTotals => ({
      groups: Number(totals['groups'] ?? 0),
      sums: Object.fromEntries(added.map(({ name }, at) => [name, totals[`sum${at}`]] as const).filter(isNumberEntry)),
    }),
  };
}

function isNumberEntry(entry: readonly [string, unknown]): entry is readonly [string, number | ExactNumber] {
  return isNumberOrExact(entry[1]);
}

export function hasTimeKey(groups: ResultGrouping | undefined): boolean {
  return groups?.keys.some(({ kind }) => kind === 'time') ?? false;
}

/** True for a field that, by its name, holds the IDs of devices. */
export function isDeviceIdField(field: string): boolean {
  return /(^|\.)device_?id$/i.test(field);
}

/**
 * Finds the key that holds the IDs of devices: the given field of the collection, otherwise a field with such a name.
 */
export function findDeviceIdKey({ keys }: ResultGrouping, deviceField?: string): ResultGroupKey | undefined {
  const values = keys.filter(({ kind }) => kind === 'value');
  return values.find(({ field }) => field === deviceField) ?? values.find(({ field }) => isDeviceIdField(field));
}

type DocumentsOptions = {
  /** Unit of a time field. Undefined if its times cannot be compared. */
  getTimeUnit: (field: string) => TimeUnit | undefined;
  hasOperators: boolean;
};

/**
 * Builds the pipeline that returns the documents of one group: the stages before the group, and a match of its keys.
 * @returns undefined if a key cannot be matched, such as a value that is not a time
 */
export function buildGroupDocumentsPipeline(
  pipeline: readonly OrderedJsonObject[],
  { at, keys }: ResultGrouping,
  group: JsonObject,
  { getTimeUnit, hasOperators }: DocumentsOptions,
): readonly OrderedJsonObject[] | undefined {
  const stages: OrderedJsonEntry[][] = [];
  for (const key of keys) {
    const value = Object.hasOwn(group, key.name) ? group[key.name] : undefined;
    const wanted = createKeyOperand(key, value, getTimeUnit);
    if (wanted === undefined || ('operators' in wanted && !hasOperators)) return undefined;
    const operand = 'operators' in wanted ? new OrderedJsonObject(wanted.operators) : wanted.value;
    // two keys of the same field need separate stages
    const free = stages.find((entries) => !entries.some(([field]) => field === key.field));
    if (free) free.push([key.field, operand]);
    else stages.push([[key.field, operand]]);
  }
  return [...pipeline.slice(0, at), ...stages.map((entries) => createStageObject('match', 'filter', entries))];
}

function createKeyOperand(
  key: ResultGroupKey,
  value: unknown,
  getTimeUnit: DocumentsOptions['getTimeUnit'],
): { value: OrderedJsonValue } | { operators: readonly OrderedJsonEntry[] } | undefined {
  if (key.kind === 'value') {
    return value === undefined
      ? { operators: [['$exists', false]] }
      : { value: parseOrderedJson(stringifyJson(value)) };
  }
  if (!isNumberOrExact(value)) return undefined;
  if (key.kind === 'bucket')
    return createRange(value, toNumberOrExact(addDecimals(toDecimal(value), toDecimal(key.per))));
  const unit = getTimeUnit(key.field);
  const start = Number(String(value));
  const end = createUnitStepper(key.per, key.zone)(start);
  if (unit === 'iso') return createRange(new Date(start).toISOString(), new Date(end).toISOString());
  // a group stage reads any number as ms
  return unit && createRange(start, end);
}

function createRange(start: OrderedJsonValue, end: OrderedJsonValue) {
  const operators: OrderedJsonEntry[] = Object.entries({ $gte: start, $lt: end });
  return { operators };
}
