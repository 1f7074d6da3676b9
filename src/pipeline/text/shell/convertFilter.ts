import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import { findOperator } from '#pipeline/draft/operators.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import type { ConversionNote } from '#pipeline/text/parsePastedQuery.ts';
import {
  type ConversionContext,
  convertValue,
  getMemberStart,
  isExtendedJson,
  UnsupportedValue,
  type ValueLocation,
} from './convertValue.ts';
import { findRelativeRange } from './findRelativeRange.ts';

/** Converted conditions as match stages, and the unconverted rest. */
type ConvertedFilter = { stages: readonly OrderedObject[]; conditions: number; left: readonly JsonEntry[] };

type ConvertedCondition = { field: string; operator: string; value: OrderedJson };

/** Converts a filter; conditions are independent, so those not understood are reported and returned in `left`. */
export function convertFilter(filter: OrderedObject, making: ConversionContext): ConvertedFilter {
  const { kept, ranges, left } = convertConditions(filter, making);
  return { stages: [...ranges, ...groupIntoMatches(kept)], conditions: ranges.length + kept.length, left };
}

type ConvertedConditions = { kept: ConvertedCondition[]; ranges: OrderedObject[] };

export function toApiFieldName(field: string): string {
  return field === '_id' ? 'documentID' : field;
}

function convertConditions(
  filter: OrderedObject,
  making: ConversionContext,
): ConvertedConditions & { left: JsonEntry[] } {
  const kept: ConvertedCondition[] = [];
  const ranges: OrderedObject[] = [];
  const left: JsonEntry[] = [];
  for (const [index, [name, value]] of filter.entries.entries()) {
    const at = getMemberStart(filter, index);
    if (name === '$and' && Array.isArray(value) && value.every((part) => part instanceof OrderedObject)) {
      for (const part of value) {
        const inner = convertConditions(part, making);
        kept.push(...inner.kept);
        ranges.push(...inner.ranges);
        left.push(...inner.left);
      }
    } else if (name.startsWith('$')) {
      if (name !== '$comment') left.push([name, value]);
      addUnsupportedNote(making, name, at, name === '$comment' ? 'ignored' : undefined);
    } else {
      const field = toApiFieldName(name);
      if (field !== name) making.notes.push({ from: name, to: field, status: 'changed', at });
      const found = convertFieldConditions(value, { field, name, at }, making);
      kept.push(...found.kept);
      ranges.push(...found.ranges);
      if (found.left) left.push([field, found.left]);
    }
  }
  return { kept, ranges, left };
}

/** Converts the conditions on one field; `left` is the unconverted rest. */
function convertFieldConditions(
  value: OrderedJson,
  place: ValueLocation,
  making: ConversionContext,
): ConvertedConditions & { left: OrderedJson | undefined } {
  const { field } = place;
  const operates = value instanceof OrderedObject && value.entries.some(([name]) => name.startsWith('$'));
  if (!operates || isExtendedJson(value)) {
    const plain = tryConvertValue(value, place, making);
    return plain === undefined
      ? { kept: [], ranges: [], left: value }
      : { kept: [{ field, operator: '$eq', value: plain }], ranges: [], left: undefined };
  }
  const kept: ConvertedCondition[] = [];
  const left: JsonEntry[] = [];
  const range = findRelativeRange(value, place, making);
  for (const [index, entry] of value.entries.entries()) {
    if (range && !range.rest.includes(entry)) continue;
    const [operator, operand] = entry;
    const at = getMemberStart(value, index) ?? place.at;
    const isKnown = findOperator(operator) !== undefined;
    const plain = isKnown
      ? tryConvertValue(convertOperand(operator, operand), { ...place, name: `${place.name}.${operator}`, at }, making)
      : undefined;
    if (plain !== undefined) kept.push({ field, operator, value: plain });
    else left.push([operator, operand]);
    // $options belongs to $regex
    if (!isKnown && operator !== '$options') addUnsupportedNote(making, operator, at, undefined, place.name);
  }
  return { kept, ranges: range ? [range.stage] : [], left: left.length > 0 ? new OrderedObject(left) : undefined };
}

function tryConvertValue(value: OrderedJson, place: ValueLocation, making: ConversionContext): OrderedJson | undefined {
  const notes: ConversionNote[] = [];
  const asked = new Set<string>();
  const plain = convertValue(value, place, { ...making, notes, fieldsWithoutUnit: asked });
  if (plain instanceof UnsupportedValue) {
    addUnsupportedNote(making, plain.name, place.at, `${plain.reason}; kept as JSON, switched off`, place.name);
    return undefined;
  }
  making.notes.push(...notes);
  for (const field of asked) making.fieldsWithoutUnit.add(field);
  return plain;
}

/** MongoDB accepts numbers as booleans, the API does not. */
function convertOperand(operator: string, operand: OrderedJson): OrderedJson {
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
  notes.push({ from, to: field === undefined ? because : `on ${field}: ${because}`, status: 'not understood', at });
}

const UNSUPPORTED_OPERATORS: Readonly<Record<string, string>> = {
  $or: 'only conditions joined with AND are supported',
  $nor: 'only conditions joined with AND are supported',
  $regex: 'the API does not support search by pattern',
  $text: 'the API does not support text search',
  $where: 'code is not supported',
  $expr: 'computed values are not supported',
};

/** Groups conditions into as few match stages as possible, with each operator once per field. */
function groupIntoMatches(conditions: readonly ConvertedCondition[]): OrderedObject[] {
  const groups: Map<string, JsonEntry[]>[] = [];
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
        return operators.length === 1 && only?.[0] === '$eq' ? [field, only[1]] : [field, new OrderedObject(operators)];
      }),
    ),
  );
}
