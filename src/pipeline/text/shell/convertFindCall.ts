import { OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';
import type { ConversionNote } from '#pipeline/text/parsePastedQuery.ts';
import {
  type CallArgument,
  type ConvertedCall,
  createIgnoredOptionNote,
  type MethodCall,
  parseArguments,
  toNamedArguments,
} from './callArguments.ts';
import { PositionedObject } from './toExtendedJson.ts';

const STAGE_BY_METHOD: Readonly<Record<string, string>> = {
  sort: '$sort',
  skip: '$skip',
  limit: '$limit',
  projection: '$project',
  project: '$project',
};

function isStageMethod(name: string): boolean {
  return Object.hasOwn(STAGE_BY_METHOD, name);
}

export function isConvertibleMethod(method: string): boolean {
  return isStageMethod(method) || method === 'distinct' || COUNT_METHOD.test(method);
}

const COUNT_METHOD = /count/i;

/** Converts `find` and similar calls to stages, in the order in which MongoDB applies them. */
export function convertFindCall(call: MethodCall, chain: readonly MethodCall[], text: string): ConvertedCall {
  const { values, named } = parseArguments(call.args, text);
  const field = findDistinctField(call, chain, text);
  const [filter, second] = call.method === 'distinct' && !named.has('key') ? values.slice(1) : values;
  const options = second && isOptions(second.value) ? toNamedArguments(second.value) : new Map<string, CallArgument>();
  const steps = new Map([
    ...options,
    ...named,
    ...chain.map((step) => [step.method, getArgumentValue(step, text)] as const),
  ]);
  const projection =
    field ?? steps.get('projection') ?? steps.get('project') ?? (options.size > 0 ? undefined : second);
  const one = /^find(?:One|_one)$/.test(call.method) ? { value: 1, start: call.start } : undefined;
  const said: readonly [name: string, type: string, CallArgument | undefined][] = [
    ['filter', '$match', steps.get('filter') ?? steps.get('query') ?? filter],
    ['sort', '$sort', toSortArgument(steps.get('sort'))],
    ['skip', '$skip', steps.get('skip')],
    [one ? call.method : 'limit', '$limit', one ?? steps.get('limit')],
    [field ? 'distinct' : 'projection', '$project', toProjectionArgument(projection)],
  ];
  const wanted = said.flatMap(([name, type, given]) =>
    given && isNonEmpty(given.value) ? [{ name, type, given }] : [],
  );
  const notes = [...options, ...named].filter(([name]) => !FILTER_ARGUMENTS.has(name) && !isStageMethod(name));
  const counting = [call, ...chain].find(({ method }) => COUNT_METHOD.test(method));
  return {
    title: 'A Mongo-style query',
    stages: wanted.map(({ type, given }) => new PositionedObject([[type, given.value, given.start]])),
    names: wanted.map(({ name }) => name),
    notes: [
      ...(counting ? [createChangedNote(counting, 'finds the documents; use Count to count them')] : []),
      ...(field ? [createChangedNote(field, `Fields seen lists the values of ${field.name} with their counts`)] : []),
      ...notes.map(([name, { start }]) => createIgnoredOptionNote(name, start)),
    ],
  };
}

const FILTER_ARGUMENTS = new Set(['filter', 'query', 'key']);

function createChangedNote({ method, start }: Pick<MethodCall, 'method' | 'start'>, to: string): ConversionNote {
  return { from: method, to, status: 'changed', at: start };
}

function findDistinctField(asked: MethodCall, chain: readonly MethodCall[], text: string) {
  const distinct = [asked, ...chain].find(({ method }) => method === 'distinct');
  if (!distinct) return undefined;
  const { values, named } = parseArguments(distinct.args, text);
  const name = named.get('key') ?? values[0];
  if (typeof name?.value !== 'string') return undefined;
  return { ...distinct, value: [name.value], name: name.value };
}

function getArgumentValue({ args, start }: MethodCall, text: string): CallArgument {
  const values = parseArguments(args, text).values.map(({ value }) => value);
  // Python: sort(name, direction)
  return { value: values.length > 1 ? [values] : (values[0] ?? null), start };
}

function isNonEmpty(value: OrderedJsonValue): boolean {
  return value !== null && !(value instanceof OrderedJsonObject && value.entries.length === 0);
}

/**
 * True for an options object, such as `{ sort, limit }`. MongoDB drivers take it as the second argument of `find`,
 * where the shell takes the projection.
 */
function isOptions(value: OrderedJsonValue): boolean {
  if (!(value instanceof OrderedJsonObject)) return false;
  return value.entries.some(
    ([name, option]) =>
      isStageMethod(name) &&
      (option instanceof OrderedJsonObject || ((name === 'limit' || name === 'skip') && option !== 1)),
  );
}

function toSortArgument(given: CallArgument | undefined): CallArgument | undefined {
  if (!given || given.value instanceof OrderedJsonObject) return given;
  const pairs = Array.isArray(given.value) ? given.value : [given.value];
  const entries = pairs.map((pair) => {
    const [field, direction = 1] = Array.isArray(pair) ? pair : [pair];
    return [typeof field === 'string' ? field : '', toSortDirection(direction), given.start] as const;
  });
  return { ...given, value: new PositionedObject(entries) };
}

function toSortDirection(direction: OrderedJsonValue): OrderedJsonValue {
  const [entry] = direction instanceof OrderedJsonObject ? direction.entries : [];
  if (entry?.[0] !== '$expression' || typeof entry[1] !== 'string') return direction;
  return /\bDESCENDING$/.test(entry[1]) ? -1 : /\bASCENDING$/.test(entry[1]) ? 1 : direction;
}

function toProjectionArgument(given: CallArgument | undefined): CallArgument | undefined {
  if (!given || !Array.isArray(given.value)) return given;
  const names = given.value.filter((name) => typeof name === 'string');
  return { ...given, value: new PositionedObject(names.map((name) => [name, 1, given.start])) };
}
