import { type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import type { Note } from '#pipeline/text/paste.ts';
import { type Given, leftNote, parseArguments, parseMembers, type Said, type Step } from './callArguments.ts';
import { PlacedObject } from './shellValue.ts';

const STEPS: Readonly<Record<string, string>> = {
  sort: '$sort',
  skip: '$skip',
  limit: '$limit',
  projection: '$project',
  project: '$project',
};

function isStep(name: string): boolean {
  return Object.hasOwn(STEPS, name);
}

export function isTaken(method: string): boolean {
  return isStep(method) || method === 'distinct' || COUNTING.test(method);
}

const COUNTING = /count/i;

/** Converts `find` and similar calls with their chains and options to stages, in the order in which MongoDB applies them. */
export function found(asked: Step, chain: readonly Step[], text: string): Said {
  const { values, named } = parseArguments(asked.given, text);
  const field = fieldAsked(asked, chain, text);
  const [filter, second] = asked.method === 'distinct' && !named.has('key') ? values.slice(1) : values;
  const options = second && isOptions(second.value) ? parseMembers(second.value) : new Map<string, Given>();
  const steps = new Map([...options, ...named, ...chain.map((step) => [step.method, stepValue(step, text)] as const)]);
  const projection =
    field ?? steps.get('projection') ?? steps.get('project') ?? (options.size > 0 ? undefined : second);
  const one = /^find(?:One|_one)$/.test(asked.method) ? { value: 1, start: asked.start } : undefined;
  const said: readonly [name: string, type: string, Given | undefined][] = [
    ['filter', '$match', steps.get('filter') ?? steps.get('query') ?? filter],
    ['sort', '$sort', sorting(steps.get('sort'))],
    ['skip', '$skip', steps.get('skip')],
    [one ? asked.method : 'limit', '$limit', one ?? steps.get('limit')],
    [field ? 'distinct' : 'projection', '$project', projecting(projection)],
  ];
  const wanted = said.flatMap(([name, type, given]) =>
    given && saysSomething(given.value) ? [{ name, type, given }] : [],
  );
  const notes = [...options, ...named].filter(([name]) => !FILTERS.has(name) && !isStep(name));
  const counting = [asked, ...chain].find(({ method }) => COUNTING.test(method));
  return {
    title: 'A Mongo-style query',
    stages: wanted.map(({ type, given }) => new PlacedObject([[type, given.value, given.start]])),
    names: wanted.map(({ name }) => name),
    notes: [
      ...(counting ? [changedNote(counting, 'finds the documents; use Count for their number')] : []),
      ...(field ? [changedNote(field, `Fields seen lists the values of ${field.name} with their counts`)] : []),
      ...notes.map(([name, { start }]) => leftNote(name, start)),
    ],
  };
}

/** Keyword arguments that are not options. */
const FILTERS = new Set(['filter', 'query', 'key']);

function changedNote({ method, start }: Pick<Step, 'method' | 'start'>, to: string): Note {
  return { from: method, to, fate: 'changed', at: start };
}

/** The field of `distinct`, as a projection. */
function fieldAsked(asked: Step, chain: readonly Step[], text: string) {
  const distinct = [asked, ...chain].find(({ method }) => method === 'distinct');
  if (!distinct) return undefined;
  const { values, named } = parseArguments(distinct.given, text);
  const name = named.get('key') ?? values[0];
  if (typeof name?.value !== 'string') return undefined;
  return { ...distinct, value: [name.value], name: name.value };
}

function stepValue({ given, start }: Step, text: string): Given {
  const values = parseArguments(given, text).values.map(({ value }) => value);
  // Python: sort(name, direction)
  return { value: values.length > 1 ? [values] : (values[0] ?? null), start };
}

function saysSomething(value: OrderedJson): boolean {
  return value !== null && !(value instanceof OrderedObject && value.entries.length === 0);
}

/** Distinguishes an options argument of drivers from the shell's projection. */
function isOptions(value: OrderedJson): boolean {
  if (!(value instanceof OrderedObject)) return false;
  return value.entries.some(
    ([name, option]) =>
      isStep(name) && (option instanceof OrderedObject || ((name === 'limit' || name === 'skip') && option !== 1)),
  );
}

/** Converts Python sort arguments: names or pairs of name and direction. */
function sorting(given: Given | undefined): Given | undefined {
  if (!given || given.value instanceof OrderedObject) return given;
  const pairs = Array.isArray(given.value) ? given.value : [given.value];
  const entries = pairs.map((pair) => {
    const [field, direction = 1] = Array.isArray(pair) ? pair : [pair];
    return [typeof field === 'string' ? field : '', directionOf(direction), given.start] as const;
  });
  return { ...given, value: new PlacedObject(entries) };
}

function directionOf(direction: OrderedJson): OrderedJson {
  const [entry] = direction instanceof OrderedObject ? direction.entries : [];
  if (entry?.[0] !== '$expression' || typeof entry[1] !== 'string') return direction;
  return /\bDESCENDING$/.test(entry[1]) ? -1 : /\bASCENDING$/.test(entry[1]) ? 1 : direction;
}

function projecting(given: Given | undefined): Given | undefined {
  if (!given || !Array.isArray(given.value)) return given;
  const names = given.value.filter((name) => typeof name === 'string');
  return { ...given, value: new PlacedObject(names.map((name) => [name, 1, given.start])) };
}
