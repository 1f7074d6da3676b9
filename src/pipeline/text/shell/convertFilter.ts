import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import { operatorOf } from '#pipeline/draft/operators.ts';
import { stageOf } from '#pipeline/draft/stages/card.ts';
import type { Note } from '#pipeline/text/paste.ts';
import { isExtended, type Making, NotUnderstood, type Place, plainValue, startOf } from './plainValue.ts';
import { findRelativeRange } from './relativeRange.ts';

/** Converted conditions as match stages, and the unconverted rest. */
type Filter = { stages: readonly OrderedObject[]; conditions: number; left: readonly JsonEntry[] };

type Condition = { field: string; operator: string; value: OrderedJson };

/** Converts a filter; conditions are independent, so those not understood are reported and returned in `left`. */
export function convertFilter(filter: OrderedObject, making: Making): Filter {
  const { kept, ranges, left } = conditionsOf(filter, making);
  return { stages: [...ranges, ...matches(kept)], conditions: ranges.length + kept.length, left };
}

type Understood = { kept: Condition[]; ranges: OrderedObject[] };

export function ownName(field: string): string {
  return field === '_id' ? 'documentID' : field;
}

function conditionsOf(filter: OrderedObject, making: Making): Understood & { left: JsonEntry[] } {
  const kept: Condition[] = [];
  const ranges: OrderedObject[] = [];
  const left: JsonEntry[] = [];
  for (const [index, [name, value]] of filter.entries.entries()) {
    const at = startOf(filter, index);
    if (name === '$and' && Array.isArray(value) && value.every((part) => part instanceof OrderedObject)) {
      for (const part of value) {
        const inner = conditionsOf(part, making);
        kept.push(...inner.kept);
        ranges.push(...inner.ranges);
        left.push(...inner.left);
      }
    } else if (name.startsWith('$')) {
      if (name !== '$comment') left.push([name, value]);
      tellLost(making, name, at, name === '$comment' ? 'left out' : undefined);
    } else {
      const field = ownName(name);
      if (field !== name) making.notes.push({ from: name, to: field, fate: 'changed', at });
      const found = conditionsOn(value, { field, name, at }, making);
      kept.push(...found.kept);
      ranges.push(...found.ranges);
      if (found.left) left.push([field, found.left]);
    }
  }
  return { kept, ranges, left };
}

/** Converts the conditions on one field; `left` is the unconverted rest. */
function conditionsOn(
  value: OrderedJson,
  place: Place,
  making: Making,
): Understood & { left: OrderedJson | undefined } {
  const { field } = place;
  const operates = value instanceof OrderedObject && value.entries.some(([name]) => name.startsWith('$'));
  if (!operates || isExtended(value)) {
    const plain = tried(value, place, making);
    return plain === undefined
      ? { kept: [], ranges: [], left: value }
      : { kept: [{ field, operator: '$eq', value: plain }], ranges: [], left: undefined };
  }
  const kept: Condition[] = [];
  const left: JsonEntry[] = [];
  const range = findRelativeRange(value, place, making);
  for (const [index, entry] of value.entries.entries()) {
    if (range && !range.rest.includes(entry)) continue;
    const [operator, operand] = entry;
    const at = startOf(value, index) ?? place.at;
    const isKnown = operatorOf(operator) !== undefined;
    const plain = isKnown
      ? tried(operandOf(operator, operand), { ...place, name: `${place.name}.${operator}`, at }, making)
      : undefined;
    if (plain !== undefined) kept.push({ field, operator, value: plain });
    else left.push([operator, operand]);
    // $options belongs to $regex
    if (!isKnown && operator !== '$options') tellLost(making, operator, at, undefined, place.name);
  }
  return { kept, ranges: range ? [range.stage] : [], left: left.length > 0 ? new OrderedObject(left) : undefined };
}

function tried(value: OrderedJson, place: Place, making: Making): OrderedJson | undefined {
  const notes: Note[] = [];
  const asked = new Set<string>();
  const plain = plainValue(value, place, { ...making, notes, asked });
  if (plain instanceof NotUnderstood) {
    tellLost(making, plain.name, place.at, `${plain.because}; stays as JSON, switched off`, place.name);
    return undefined;
  }
  making.notes.push(...notes);
  for (const field of asked) making.asked.add(field);
  return plain;
}

/** MongoDB accepts numbers as booleans, the API does not. */
function operandOf(operator: string, operand: OrderedJson): OrderedJson {
  if (operator !== '$exists' || typeof operand === 'boolean') return operand;
  return operand instanceof ExactNumber ? Number(operand.text) !== 0 : Boolean(operand);
}

function tellLost({ notes }: Making, from: string, at: number | undefined, words?: string, field?: string): void {
  const because = words ?? `${BECAUSE[from] ?? 'there is no such operator here'}; stays as JSON, switched off`;
  notes.push({ from, to: field === undefined ? because : `on ${field}: ${because}`, fate: 'not understood', at });
}

const BECAUSE: Readonly<Record<string, string>> = {
  $or: 'only conditions that all hold can be asked for',
  $nor: 'only conditions that all hold can be asked for',
  $regex: 'the interface has no search by pattern',
  $text: 'the interface has no search for words',
  $where: 'code is not run',
  $expr: 'nothing is reckoned here',
};

/** Groups conditions into as few match stages as possible, with each operator once per field. */
function matches(conditions: readonly Condition[]): OrderedObject[] {
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
    stageOf(
      'match',
      'filter',
      [...group].map(([field, operators]) => {
        const [only] = operators;
        return operators.length === 1 && only?.[0] === '$eq' ? [field, only[1]] : [field, new OrderedObject(operators)];
      }),
    ),
  );
}
