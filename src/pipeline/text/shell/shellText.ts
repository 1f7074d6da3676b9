import type { Expression, MemberExpression } from 'acorn';
import { JsonError, toObjectList } from '#lib/json/json.ts';
import { type Note, type Written, writtenIn } from '#pipeline/text/paste.ts';
import { type Given, leftNote, parseArguments, parseMembers, type Said, type Step } from './callArguments.ts';
import { found, isTaken } from './findStages.ts';
import { isUsedLater, resolveNames } from './namedValues.ts';
import { parsed, type Statement } from './parsed.ts';
import { PlacedObject, writtenValue } from './shellValue.ts';

/**
 * Parses shell or script code: a call with its chain, a list of stages, or a request. Stages and values are Extended JSON with
 * positions.
 * @throws JsonError
 */
export function readShell(text: string): Written {
  const { statements, rest } = parsed(text);
  // a bare filter only counts without a query
  for (const read of [readQuery, readFilter]) {
    for (let index = statements.length - 1; index >= 0; index--) {
      const node = resolveNames(statements, index, text.length);
      const written = node && read(node, text);
      if (!written) continue;
      const others = statements.filter((_, other) => other !== index && !isValueUsed(statements, other, text, rest));
      const spans: { start: number; end: number }[] = [...others];
      if (rest !== undefined) spans.push({ start: rest, end: text.length });
      return { ...written, notes: [...written.notes, ...spans.map(({ start, end }) => besideNote(text, start, end))] };
    }
  }
  throw new JsonError('this is no query, and no list of stages', text, statements[0]?.start ?? 0);
}

/** True for an assignment whose value is used later; queries that are not taken are reported. */
function isValueUsed(statements: readonly Statement[], index: number, text: string, rest: number | undefined): boolean {
  const node = statements[index]?.node;
  if (!node || stepsOf(node)) return false;
  return isUsedLater(statements, index, rest === undefined ? '' : text.slice(rest));
}

function readQuery(node: Expression, text: string): Written | undefined {
  const steps = stepsOf(node);
  if (steps) return calledIn(steps, text);
  const value = writtenValue(node, text);
  // code that is not a value is not a stage either
  return Array.isArray(value) || value instanceof PlacedObject ? writtenIn(value) : undefined;
}

function readFilter(node: Expression, text: string): Written | undefined {
  if (node.type !== 'ObjectExpression' || node.properties.length === 0) return undefined;
  const value = writtenValue(node, text);
  return {
    title: 'A filter',
    notes: [],
    collection: undefined,
    documentID: undefined,
    stages: [new PlacedObject([['$match', value, node.start]])],
    names: ['filter'],
  };
}

const STATEMENT_SHOWN = 40;

function besideNote(text: string, start: number, end: number): Note {
  const [first = ''] = text.slice(start, end).split('\n');
  const from = first.length > STATEMENT_SHOWN ? `${first.slice(0, STATEMENT_SHOWN)}…` : first;
  return { from, to: 'left out: of several statements the last query is taken', fate: 'not understood', at: start };
}

const ASKING =
  /^(?:aggregate|find|findOne|find_one|distinct|count|countDocuments|count_documents|estimatedDocumentCount|estimated_document_count)$/;

/** Calls from the query method on, after the collection; undefined if there is none. */
function stepsOf(node: Expression): [Expression, ...Step[]] | undefined {
  const steps: Step[] = [];
  let found: [Expression, ...Step[]] | undefined;
  let at = node;
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    const { object, property, computed } = at.callee;
    if (object.type === 'Super' || computed || property.type !== 'Identifier') return found;
    steps.unshift({ method: property.name, given: at.arguments, start: property.start });
    if (ASKING.test(property.name)) found = [object, ...steps];
    at = object;
  }
  return found;
}

function calledIn([source, asked, ...chain]: [Expression, ...Step[]], text: string): Written | undefined {
  if (!asked) return undefined;
  const collection = collectionOf(source);
  const from = text.slice(source.start, source.end);
  const named: Note[] = collection ? [{ from, to: `Collection ${collection}, as it is`, fate: 'kept' }] : [];
  const said = asked.method === 'aggregate' ? aggregated(asked, text) : found(asked, chain, text);
  if (!said) return undefined;
  const left = chain.filter(({ method }) => !SILENT.has(method) && (asked.method === 'aggregate' || !isTaken(method)));
  const notes = left.map(({ method, start }) => leftNote(`.${method}`, start));
  return { ...said, collection, documentID: undefined, notes: [...named, ...said.notes, ...notes] };
}

/** Methods that only process the result. */
const SILENT = new Set(['toArray', 'pretty', 'next', 'forEach', 'map', 'exec', 'lean', 'to_list', 'batchSize']);

function aggregated({ given }: Step, text: string): Said | undefined {
  const { values, named } = parseArguments(given, text);
  const pipeline = named.get('pipeline') ?? values[0];
  const listed = Array.isArray(pipeline?.value);
  const stages = listed ? toObjectList(pipeline?.value) : toObjectList(values.map(({ value }) => value));
  if (!stages) return undefined;
  const options = listed ? parseMembers(values[named.has('pipeline') ? 0 : 1]?.value) : new Map<string, Given>();
  const notes = [...named, ...options].filter(([name]) => name !== 'pipeline');
  return {
    title: 'A Mongo-style pipeline',
    stages,
    notes: notes.map(([name, { start }]) => leftNote(name, start)),
  };
}

/** Collection name: the last name of the path, or the argument of a call. */
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
  // collection names may contain dots
  return at.type === 'Identifier' && at.name === 'db' ? names.join('.') || undefined : names.at(-1);
}
