import { ExactNumber, type OrderedJsonEntry, OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';
import { findOperatorByWireName } from '#pipeline/draft/operators.ts';
import { formatRelativePeriod } from '#pipeline/draft/stages/range.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import type { ConversionNote } from '#pipeline/text/parsePastedQuery.ts';
import {
  type ConversionContext,
  convertExtendedJsonToApiValue,
  getMemberStart,
  isExtendedJson,
  PATTERN_NOT_SUPPORTED,
  UnsupportedValueError,
  type ValueLocation,
} from './convertExtendedJsonToApiValue.ts';

/** Conditions that were converted to range and match stages, and the unconverted rest of the filter. */
type ConvertedFilter = { stages: readonly OrderedJsonObject[]; conditions: number; left: readonly OrderedJsonEntry[] };

type ConvertedCondition = { field: string; operator: string; value: OrderedJsonValue };

type FilterParts = { kept: ConvertedCondition[]; ranges: OrderedJsonObject[]; left: OrderedJsonEntry[] };

/** Converts a filter. Conditions are independent: unsupported ones are reported and returned in `left`. */
export function convertMongoFilter(filter: OrderedJsonObject, context: ConversionContext): ConvertedFilter {
  const parts: FilterParts = { kept: [], ranges: [], left: [] };
  addConditions(filter, context, parts);
  const { kept, ranges, left } = parts;
  return { stages: [...ranges, ...groupIntoMatches(kept)], conditions: ranges.length + kept.length, left };
}

export function toApiFieldName(field: string): string {
  return field === '_id' ? 'documentID' : field;
}

function addConditions(filter: OrderedJsonObject, making: ConversionContext, parts: FilterParts): void {
  for (const [index, [name, value]] of filter.entries.entries()) {
    const at = getMemberStart(filter, index);
    if (name === '$and' && Array.isArray(value) && value.every((part) => part instanceof OrderedJsonObject)) {
      for (const part of value) addConditions(part, making, parts);
    } else if (name.startsWith('$')) {
      if (name !== '$comment') parts.left.push([name, value]);
      addUnsupportedNote(making, name, at, name === '$comment' ? 'ignored' : undefined);
    } else {
      const field = toApiFieldName(name);
      if (field !== name) making.notes.push({ from: name, to: field, status: 'changed', at });
      addFieldConditions(value, { field, name, at }, making, parts);
    }
  }
}

function addFieldConditions(
  value: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
  { kept, ranges, left }: FilterParts,
): void {
  const { field } = place;
  const operates = value instanceof OrderedJsonObject && value.entries.some(([name]) => name.startsWith('$'));
  if (!operates || isExtendedJson(value)) {
    const plain = tryConvertValue(value, place, making);
    if (plain === undefined) left.push([field, value]);
    else kept.push({ field, operator: '$eq', value: plain });
    return;
  }
  const rest: OrderedJsonEntry[] = [];
  const range = findRelativeRange(value, place, making);
  if (range) ranges.push(range.stage);
  for (const [index, entry] of value.entries.entries()) {
    if (range && !range.rest.includes(entry)) continue;
    const [operator, operand] = entry;
    const at = getMemberStart(value, index) ?? place.at;
    const isKnown = findOperatorByWireName(operator) !== undefined;
    const plain = isKnown
      ? tryConvertValue(convertOperand(operator, operand), { ...place, name: `${place.name}.${operator}`, at }, making)
      : undefined;
    if (plain !== undefined) kept.push({ field, operator, value: plain });
    else rest.push(entry);
    // $options belongs to $regex
    if (!isKnown && operator !== '$options') addUnsupportedNote(making, operator, at, undefined, place.name);
  }
  if (rest.length > 0) left.push([field, new OrderedJsonObject(rest)]);
}

/** Converts a value. For an unsupported value, adds a note and returns undefined. */
function tryConvertValue(
  value: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
): OrderedJsonValue | undefined {
  const notes: ConversionNote[] = [];
  const fieldsWithoutUnit = new Set<string>();
  try {
    const plain = convertExtendedJsonToApiValue(value, place, { ...making, notes, fieldsWithoutUnit });
    making.notes.push(...notes);
    for (const field of fieldsWithoutUnit) making.fieldsWithoutUnit.add(field);
    return plain;
  } catch (error) {
    if (!(error instanceof UnsupportedValueError)) throw error;
    addUnsupportedNote(making, error.name, place.at, `${error.message}; kept as JSON, switched off`, place.name);
    return undefined;
  }
}

function convertOperand(operator: string, operand: OrderedJsonValue): OrderedJsonValue {
  if (operator !== '$exists' || typeof operand === 'boolean') return operand;
  return operand instanceof ExactNumber ? Number(operand.text) !== 0 : Boolean(operand);
}

function addUnsupportedNote(
  { notes }: ConversionContext,
  from: string,
  at: number | undefined,
  words?: string,
  field?: string,
): void {
  const because =
    words ?? `${UNSUPPORTED_OPERATORS[from] ?? 'this operator is not supported'}; kept as JSON, switched off`;
  notes.push({
    from,
    to: field === undefined ? because : `on ${field}: ${because}`,
    status: 'not understood',
    at,
  });
}

const ONLY_AND = 'only conditions joined with AND are supported';

const UNSUPPORTED_OPERATORS: Readonly<Record<string, string>> = {
  $or: ONLY_AND,
  $nor: ONLY_AND,
  $regex: PATTERN_NOT_SUPPORTED,
  $text: 'the API does not support text search',
  $where: 'code is not supported',
  $expr: 'computed values are not supported',
};

function groupIntoMatches(conditions: readonly ConvertedCondition[]): OrderedJsonObject[] {
  const groups: Map<string, OrderedJsonEntry[]>[] = [];
  for (const { field, operator, value } of conditions) {
    let group = groups.find((each) => !each.get(field)?.some(([other]) => other === operator));
    if (!group) {
      group = new Map();
      groups.push(group);
    }
    group.set(field, [...(group.get(field) ?? []), [operator, value]]);
  }
  return groups.map((group) =>
    createStageObject(
      'match',
      'filter',
      [...group].map(([field, operators]) => {
        const [only] = operators;
        return operators.length === 1 && only?.[0] === '$eq'
          ? [field, only[1]]
          : [field, new OrderedJsonObject(operators)];
      }),
    ),
  );
}

type ConvertedRange = { stage: OrderedJsonObject; rest: readonly OrderedJsonEntry[] };

/**
 * Finds a relative range such as `$gte: datetime.now() - timedelta(days=2)`.
 * @returns undefined if the field has another lower bound, or an upper bound other than now
 */
function findRelativeRange(
  conditions: OrderedJsonObject,
  place: ValueLocation,
  making: ConversionContext,
): ConvertedRange | undefined {
  const { entries } = conditions;
  const lower = entries.filter(([operator]) => operator === '$gte' || operator === '$gt');
  const upper = entries.filter(([operator]) => operator === '$lte' || operator === '$lt');
  const [since, ...others] = lower;
  const offset = since && getOffsetFromNow(since[1]);
  const last = offset && formatRelativePeriod(-offset.ms);
  if (!since || !last || others.length > 0 || upper.some(([, value]) => getOffsetFromNow(value)?.ms !== 0))
    return undefined;

  const known = making.getUnit(place.field) ?? (offset.isNumber ? 'ms' : undefined);
  if (!known) making.fieldsWithoutUnit.add(place.field);
  const unit = known ?? making.chosenUnits.get(place.field) ?? 'ms';
  const told = (entry: OrderedJsonEntry, to: string) =>
    making.notes.push({
      from: `${place.name}.${entry[0]}`,
      to,
      status: 'changed',
      at: getMemberStart(conditions, entries.indexOf(entry)) ?? place.at,
    });
  told(since, `range of the last ${last}, recalculated at each run`);
  for (const entry of upper) told(entry, 'ignored: the range has no end');
  return {
    stage: createStageObject('range', 'time', [
      ['field', place.field],
      ['unit', unit],
      ['zone', 'local'],
      ['last', last],
    ]),
    rest: entries.filter((entry) => entry !== since && !upper.includes(entry)),
  };
}

function getOffsetFromNow(value: OrderedJsonValue): { ms: number; isNumber: boolean } | undefined {
  const [type, ms] = (value instanceof OrderedJsonObject && value.entries[0]) || [];
  const isNumber = type === '$nowMs';
  return (isNumber || type === '$now') && typeof ms === 'number' ? { ms, isNumber } : undefined;
}
