import type { CallExpression, Expression, MemberExpression, SpreadElement } from 'acorn';
import { JsonError, type OrderedJson, OrderedObject, objectsIn } from '#lib/json/json.ts';
import { type Note, type Written, writtenIn } from '#pipeline/text/paste.ts';
import { withNamed } from './namedValues.ts';
import { parsed } from './parsed.ts';
import { PlacedObject, writtenValue } from './shellValue.ts';

/** A call within a chain of them: `.sort({ time: -1 })`. */
type Step = { method: string; given: CallExpression['arguments']; start: number };

/** A value that was given, and where it stands. */
type Given = { value: OrderedJson; start: number };

/**
 * Reads what is written in a shell or a script: a call with its chain, a list of stages, or a request. Stages and values
 * are in extended JSON, placed in the text.
 * @throws JsonError
 */
export function readShell(text: string): Written {
  const { statements, rest } = parsed(text);
  for (const [index, statement] of [...statements.entries()].toReversed()) {
    const used = withNamed(statement.node, statements.slice(0, index));
    const written = writtenBy(statement.node, text);
    if (!written) continue;
    const others = statements
      .filter((other) => other !== statement && !used.has(other))
      .map(({ start, end }) => ({ start, end }));
    if (rest !== undefined) others.push({ start: rest, end: text.length });
    return { ...written, notes: [...written.notes, ...others.map(({ start, end }) => besideNote(text, start, end))] };
  }
  throw new JsonError('this is no query, and no list of stages', text, statements[0]?.start ?? 0);
}

function writtenBy(node: Expression, text: string): Written | undefined {
  const steps = stepsOf(node);
  if (steps) return calledIn(steps, text);
  const value = writtenValue(node, text);
  // code that is no value is no stage either
  return Array.isArray(value) || value instanceof PlacedObject ? writtenIn(value) : undefined;
}

/** So much of a statement says which one it is, in characters. */
const STATEMENT_SHOWN = 40;

function besideNote(text: string, start: number, end: number): Note {
  const [first = ''] = text.slice(start, end).split('\n');
  const from = first.length > STATEMENT_SHOWN ? `${first.slice(0, STATEMENT_SHOWN)}…` : first;
  return { from, to: 'left out: of several statements the last query is taken', fate: 'not understood', at: start };
}

/** The calls of a chain from the one that asks on, the collection's own first; undefined of what asks nothing. */
function stepsOf(node: Expression): [Expression, ...Step[]] | undefined {
  const steps: Step[] = [];
  let at = node;
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    const { object, property, computed } = at.callee;
    if (object.type === 'Super' || computed || property.type !== 'Identifier') return undefined;
    steps.unshift({ method: property.name, given: at.arguments, start: property.start });
    if (/^(?:aggregate|find|findOne|find_one)$/.test(property.name)) return [object, ...steps];
    at = object;
  }
  return undefined;
}

function calledIn([source, asked, ...chain]: [Expression, ...Step[]], text: string): Written | undefined {
  if (!asked) return undefined;
  const collection = collectionOf(source);
  const from = text.slice(source.start, source.end);
  const named: Note[] = collection ? [{ from, to: `Collection ${collection}, as it is`, fate: 'kept' }] : [];
  const said = asked.method === 'aggregate' ? aggregated(asked, text) : found(asked, chain, text);
  if (!said) return undefined;
  const left = chain.filter(({ method }) => !SILENT.has(method) && (asked.method === 'aggregate' || !isStep(method)));
  const notes = left.map(({ method, start }) => leftNote(`.${method}`, start));
  return { ...said, collection, documentID: undefined, notes: [...named, ...said.notes, ...notes] };
}

type Said = Pick<Written, 'title' | 'stages' | 'notes' | 'names'>;

/** A list of stages, or the stages themselves, and options. */
function aggregated({ given }: Step, text: string): Said | undefined {
  const { values, named } = argumentsOf(given, text);
  const pipeline = named.get('pipeline') ?? values[0];
  const listed = Array.isArray(pipeline?.value);
  const stages = listed ? objectsIn(pipeline?.value) : objectsIn(values.map(({ value }) => value));
  if (!stages) return undefined;
  const options = listed ? membersOf(values[named.has('pipeline') ? 0 : 1]?.value) : new Map<string, Given>();
  const notes = [...named, ...options].filter(([name]) => name !== 'pipeline');
  return {
    title: 'A Mongo-style pipeline',
    stages,
    notes: notes.map(([name, { start }]) => leftNote(name, start)),
  };
}

function leftNote(from: string, at: number): Note {
  return { from, to: 'left out: a query here has no such option', fate: 'not understood', at };
}

/** Methods after `find` that say stages, and what their stages are. */
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

/** Methods that only say how the answer is taken. */
const SILENT = new Set(['toArray', 'pretty', 'next', 'forEach', 'map', 'exec', 'lean', 'to_list', 'batchSize']);

/**
 * A filter, what is kept of each document, and whatever else is asked in the chain, or by options: as stages in the
 * order in which the database applies them.
 */
function found(asked: Step, chain: readonly Step[], text: string): Said {
  const { values, named } = argumentsOf(asked.given, text);
  const [filter, second] = values;
  const options = second && isOptions(second.value) ? membersOf(second.value) : new Map<string, Given>();
  const steps = new Map([...options, ...named, ...chain.map((step) => [step.method, stepValue(step, text)] as const)]);
  const projection = steps.get('projection') ?? steps.get('project') ?? (options.size > 0 ? undefined : second);
  const one = asked.method === 'find' ? undefined : { value: 1, start: asked.start };
  const said: readonly [name: string, type: string, Given | undefined][] = [
    ['filter', '$match', steps.get('filter') ?? filter],
    ['sort', '$sort', sorting(steps.get('sort'))],
    ['skip', '$skip', steps.get('skip')],
    [one ? asked.method : 'limit', '$limit', one ?? steps.get('limit')],
    ['projection', '$project', projecting(projection)],
  ];
  const wanted = said.flatMap(([name, type, given]) =>
    given && saysSomething(given.value) ? [{ name, type, given }] : [],
  );
  const notes = [...options, ...named].filter(([name]) => name !== 'filter' && !isStep(name));
  return {
    title: 'A Mongo-style query',
    stages: wanted.map(({ type, given }) => new PlacedObject([[type, given.value, given.start]])),
    names: wanted.map(({ name }) => name),
    notes: notes.map(([name, { start }]) => leftNote(name, start)),
  };
}

function stepValue({ given, start }: Step, text: string): Given {
  const values = argumentsOf(given, text).values.map(({ value }) => value);
  // Python sorts by a name and a direction
  return { value: values.length > 1 ? [values] : (values[0] ?? null), start };
}

function saysSomething(value: OrderedJson): boolean {
  return value !== null && !(value instanceof OrderedObject && value.entries.length === 0);
}

/** The drivers' second argument, as against the shell's, which is what is kept. */
function isOptions(value: OrderedJson): boolean {
  if (!(value instanceof OrderedObject)) return false;
  return value.entries.some(
    ([name, option]) =>
      isStep(name) && (option instanceof OrderedObject || ((name === 'limit' || name === 'skip') && option !== 1)),
  );
}

/** A sort by pairs of a name and a direction, or by names, as Python writes it. */
function sorting(given: Given | undefined): Given | undefined {
  if (!given || given.value instanceof OrderedObject) return given;
  const pairs = Array.isArray(given.value) ? given.value : [given.value];
  const entries = pairs.map((pair) => {
    const [field, direction = 1] = Array.isArray(pair) ? pair : [pair];
    return [typeof field === 'string' ? field : '', directionOf(direction), given.start] as const;
  });
  return { ...given, value: new PlacedObject(entries) };
}

/** Python's names for them are no values of ours. */
function directionOf(direction: OrderedJson): OrderedJson {
  const [entry] = direction instanceof OrderedObject ? direction.entries : [];
  if (entry?.[0] !== '$expression' || typeof entry[1] !== 'string') return direction;
  return /\bDESCENDING$/.test(entry[1]) ? -1 : /\bASCENDING$/.test(entry[1]) ? 1 : direction;
}

/** Names alone are kept. */
function projecting(given: Given | undefined): Given | undefined {
  if (!given || !Array.isArray(given.value)) return given;
  const names = given.value.filter((name) => typeof name === 'string');
  return { ...given, value: new PlacedObject(names.map((name) => [name, 1, given.start])) };
}

/** What a call is given: in order, and by names as Python does. */
function argumentsOf(given: readonly (Expression | SpreadElement)[], text: string) {
  const values: Given[] = [];
  const named = new Map<string, Given>();
  for (const argument of given) {
    const { start } = argument;
    if (argument.type === 'AssignmentExpression' && argument.left.type === 'Identifier') {
      named.set(argument.left.name, { value: writtenValue(argument.right, text), start });
    } else values.push({ value: writtenValue(argument, text), start });
  }
  return { values, named };
}

function membersOf(value: OrderedJson | undefined): Map<string, Given> {
  if (!(value instanceof PlacedObject)) return new Map();
  return new Map(
    value.entries.map(([name, member], index) => [name, { value: member, start: value.starts[index] ?? 0 }]),
  );
}

/** The name of a collection: the last of the names that lead to it, or what a call in their place is given. */
function collectionOf(source: Expression): string | undefined {
  if (source.type === 'CallExpression') {
    const [name] = source.arguments;
    return name?.type === 'Literal' && typeof name.value === 'string' ? name.value : undefined;
  }
  const names: string[] = [];
  let at: Expression = source;
  while (at.type === 'MemberExpression') {
    const { property, computed, object }: MemberExpression = at;
    if (!computed && property.type === 'Identifier') names.unshift(property.name);
    else if (property.type === 'Literal') names.unshift(String(property.value));
    if (object.type === 'Super') break;
    at = object;
  }
  // the database's own names may hold dots
  return at.type === 'Identifier' && at.name === 'db' ? names.join('.') || undefined : names.at(-1);
}
