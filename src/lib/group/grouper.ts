import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { createJsonObject } from '#lib/json/parseJson.ts';
import { type AccumulatorState, createAccumulatorState, getAccumulatorFieldName } from './accumulators.ts';
import { createTimeTruncater, parseEpochOrIsoTime } from './dateTrunc.ts';
import { floorToMultiple, isNumberOrExact, toDecimal, toNumberOrExact } from './decimal.ts';
import type { GroupExpression, GroupStage } from './groupSpec.ts';
import { toCanonicalJson } from './toCanonicalJson.ts';

type Group = { keys: readonly unknown[]; states: readonly AccumulatorState[] };

/**
 * Runs a group stage in memory, with the same results as the service. Documents must come from `parseJson`, so that no
 * number is rounded. The stage must be valid.
 */
export class Grouper {
  private readonly groups = new Map<string, Group>();
  private readonly condition: [name: string, compute: (document: JsonObject) => unknown][];
  private readonly fields: { name: string; read: (document: JsonObject) => unknown; create: () => AccumulatorState }[];
  private readonly groupsMax: number;

  constructor({ condition, fields }: GroupStage, groupsMax = Number.POSITIVE_INFINITY) {
    this.condition = Object.entries(condition ?? {}).map(([name, expression]) => [name, createKey(expression)]);
    this.fields = Object.entries(fields ?? {}).map(([name, accumulator]) => {
      const field = getAccumulatorFieldName(accumulator);
      const read = field === undefined ? () => undefined : createFieldReader(field);
      return { name, read, create: () => createAccumulatorState(accumulator) };
    });
    this.groupsMax = groupsMax;
  }

  get size(): number {
    return this.groups.size;
  }

  /**
   * Adds a document to its group.
   * @returns false, without adding it, if the maximum number of groups would be exceeded
   */
  add(document: JsonObject): boolean {
    const keys = this.condition.map(([, compute]) => compute(document));
    const id = keys.length === 1 ? toCanonicalJson(keys[0]) : keys.map(toCanonicalJson).join();
    let group = this.groups.get(id);
    if (!group) {
      if (this.groups.size >= this.groupsMax) return false;
      group = { keys, states: this.fields.map(({ create }) => create()) };
      this.groups.set(id, group);
    }
    for (const [at, { read }] of this.fields.entries()) group.states[at]?.add(read(document));
    return true;
  }

  getResults(): JsonObject[] {
    return [...this.groups.values()].map(({ keys, states }) => {
      const present = this.condition.flatMap(([name], at) =>
        keys[at] === undefined ? [] : [[name, keys[at]] as const],
      );
      const results = this.fields.map(({ name }, at) => [name, states[at]?.getResult()] as const);
      const members = [...present, ...results];
      return createJsonObject(
        members.map(([name]) => name),
        members.map(([, value]) => value),
        true,
      );
    });
  }
}

function createKey(expression: GroupExpression): (document: JsonObject) => unknown {
  if (typeof expression === 'string') return createFieldReader(expression.slice(1));
  if ('$bucket' in expression) {
    const read = createFieldReader(expression.$bucket.of.slice(1));
    const width = toDecimal(expression.$bucket.by);
    return (document) => {
      const value = read(document);
      return isNumberOrExact(value) ? toNumberOrExact(floorToMultiple(toDecimal(value), width)) : null;
    };
  }
  const { date, unit, timezone } = expression.$dateTrunc;
  const read = createFieldReader(date.slice(1));
  const truncate = createTimeTruncater(unit, timezone ?? 'UTC');
  return (document) => {
    const time = parseEpochOrIsoTime(read(document));
    return time === undefined ? null : truncate(time);
  };
}

/** Creates a reader for a field. Dotted names refer to members of objects, never of lists. */
export function createFieldReader(field: string): (document: JsonObject) => unknown {
  const [first = '', ...path] = field.split('.');
  return (document) => path.reduce<unknown>(readMember, readMember(document, first));
}

function readMember(object: unknown, name: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}
