import type { Expression, MemberExpression, SpreadElement } from 'acorn';
import { JsonSyntaxError, toOrderedObjectList } from '#lib/json/json.ts';
import { extractCurlBody } from '#pipeline/text/extractCurlBody.ts';
import {
  type ConversionNote,
  extractQueryFromJson,
  isMongoStage,
  type ParsedQuery,
  type PastedQuery,
  parseJsonOrError,
} from '#pipeline/text/parsePastedQuery.ts';
import {
  type CallArgument,
  type ConvertedCall,
  createIgnoredOptionNote,
  type MethodCall,
  parseArguments,
  toNamedArguments,
} from './callArguments.ts';
import type { ConversionContext } from './convertExtendedJsonToApiValue.ts';
import { convertFindCall, isConvertibleMethod } from './convertFindCall.ts';
import { renameGroupKeys } from './convertMongoGroup.ts';
import { convertMongoStage } from './convertMongoStage.ts';
import { parseStatements, type ShellStatement } from './parseStatements.ts';
import { PositionedObject, toExtendedJson } from './toExtendedJson.ts';

/** Converted paste. `fieldsWithoutUnit` lists fields that are compared with times and whose unit is unknown. */
export type ConvertedQuery = PastedQuery & { fieldsWithoutUnit: readonly string[] };

const POSITIONED_MAX = 1_000_000;

/**
 * Parses pasted text in JSON or shell syntax.
 * @returns the query, or the syntax error
 */
export function parsePastedText(text: string): ParsedQuery | JsonSyntaxError {
  try {
    const body = extractCurlBody(text);
    return body === undefined ? parseBody(text) : { ...parseBody(body), title: CURL_TITLE };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

const CURL_TITLE = 'A curl command';

function parseBody(text: string): ParsedQuery {
  const json = text.length > POSITIONED_MAX ? parseJsonOrError(text) : undefined;
  const written = json === undefined || json instanceof JsonSyntaxError ? undefined : extractQueryFromJson(json);
  return written ?? parseShell(text);
}

export function convertParsedMongoQuery(
  { stages, names, ...written }: ParsedQuery,
  getUnit: ConversionContext['getUnit'],
  chosen: ConversionContext['chosenUnits'] = new Map(),
): ConvertedQuery {
  const making: ConversionContext = { getUnit, chosenUnits: chosen, notes: [], fieldsWithoutUnit: new Set() };
  const cards = renameGroupKeys(stages).flatMap((stage, index) => convertMongoStage(stage, names?.[index], making));
  const isMongo = written.title === 'A list of stages' && stages.some(isMongoStage);
  const notes = [...written.notes, ...making.notes];
  return {
    ...written,
    title: isMongo ? 'A Mongo-style pipeline' : written.title,
    // positions in the body do not apply to the command
    notes: written.title === CURL_TITLE ? notes.map((note) => ({ ...note, at: undefined })) : notes,
    stages: cards,
    convertedCount: cards.filter(({ enabled }) => enabled).length,
    fieldsWithoutUnit: [...making.fieldsWithoutUnit],
  };
}

/**
 * Parses shell or script code: a call with its method chain, a list of stages, or a request. Stages and values are
 * Extended JSON with positions.
 * @throws JsonSyntaxError
 */
function parseShell(text: string): ParsedQuery {
  const { statements, rest } = parseStatements(text);
  // a filter by itself counts only if there is no query
  for (const read of [convertQueryExpression, convertFilterExpression]) {
    for (let index = statements.length - 1; index >= 0; index--) {
      const node = resolveAssignedNames(statements, index, text.length);
      const written = node && read(node, text);
      if (!written) continue;
      const others = statements.filter((_, other) => other !== index && !isValueUsed(statements, other, text, rest));
      const spans: { start: number; end: number }[] = [...others];
      if (rest !== undefined) spans.push({ start: rest, end: text.length });
      return {
        ...written,
        notes: [...written.notes, ...spans.map(({ start, end }) => createSkippedNote(text, start, end))],
      };
    }
  }
  throw new JsonSyntaxError('this is not a query or a list of stages', text, statements[0]?.start ?? 0);
}

function isValueUsed(
  statements: readonly ShellStatement[],
  index: number,
  text: string,
  rest: number | undefined,
): boolean {
  const node = statements[index]?.node;
  if (!node || getMethodChain(node)) return false;
  return isAssignedValueUsedLater(statements, index, rest === undefined ? '' : text.slice(rest));
}

function convertQueryExpression(node: Expression, text: string): ParsedQuery | undefined {
  const steps = getMethodChain(node);
  if (steps) return convertMethodChain(steps, text);
  const value = toExtendedJson(node, text);
  // code that is not a value is not a stage either
  return Array.isArray(value) || value instanceof PositionedObject ? extractQueryFromJson(value) : undefined;
}

function convertFilterExpression(node: Expression, text: string): ParsedQuery | undefined {
  if (node.type !== 'ObjectExpression' || node.properties.length === 0) return undefined;
  const value = toExtendedJson(node, text);
  return {
    title: 'A filter',
    notes: [],
    collection: undefined,
    documentID: undefined,
    stages: [new PositionedObject([['$match', value, node.start]])],
    names: ['filter'],
  };
}

const STATEMENT_LENGTH_MAX = 40;

function createSkippedNote(text: string, start: number, end: number): ConversionNote {
  const [first = ''] = text.slice(start, end).split('\n');
  const from = first.length > STATEMENT_LENGTH_MAX ? `${first.slice(0, STATEMENT_LENGTH_MAX)}…` : first;
  return { from, to: 'ignored: only the last query is used', status: 'not understood', at: start };
}

const QUERY_METHOD =
  /^(?:aggregate|find|findOne|find_one|distinct|count|countDocuments|count_documents|estimatedDocumentCount|estimated_document_count)$/;

/**
 * Returns the method calls of a query, starting with the query method.
 * @returns undefined if there is none
 */
function getMethodChain(node: Expression): [Expression, ...MethodCall[]] | undefined {
  const steps: MethodCall[] = [];
  let found: [Expression, ...MethodCall[]] | undefined;
  let at = node;
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    const { object, property, computed } = at.callee;
    if (object.type === 'Super' || computed || property.type !== 'Identifier') return found;
    steps.unshift({ method: property.name, args: at.arguments, start: property.start });
    if (QUERY_METHOD.test(property.name)) found = [object, ...steps];
    at = object;
  }
  return found;
}

function convertMethodChain(
  [source, asked, ...chain]: [Expression, ...MethodCall[]],
  text: string,
): ParsedQuery | undefined {
  if (!asked) return undefined;
  const collection = getCollectionName(source);
  const from = text.slice(source.start, source.end);
  const named: ConversionNote[] = collection
    ? [{ from, to: `Collection ${collection}, unchanged`, status: 'kept' }]
    : [];
  const said = asked.method === 'aggregate' ? convertAggregate(asked, text) : convertFindCall(asked, chain, text);
  if (!said) return undefined;
  const left = chain.filter(
    ({ method }) => !RESULT_METHODS.has(method) && (asked.method === 'aggregate' || !isConvertibleMethod(method)),
  );
  const notes = left.map(({ method, start }) => createIgnoredOptionNote(`.${method}`, start));
  return { ...said, collection, documentID: undefined, notes: [...named, ...said.notes, ...notes] };
}

const RESULT_METHODS = new Set(['toArray', 'pretty', 'next', 'forEach', 'map', 'exec', 'lean', 'to_list', 'batchSize']);

function convertAggregate({ args }: MethodCall, text: string): ConvertedCall | undefined {
  const { values, named } = parseArguments(args, text);
  const pipeline = named.get('pipeline') ?? values[0];
  const listed = Array.isArray(pipeline?.value);
  const stages = listed ? toOrderedObjectList(pipeline?.value) : toOrderedObjectList(values.map(({ value }) => value));
  if (!stages) return undefined;
  const options = listed
    ? toNamedArguments(values[named.has('pipeline') ? 0 : 1]?.value)
    : new Map<string, CallArgument>();
  const notes = [...named, ...options].filter(([name]) => name !== 'pipeline');
  return {
    title: 'A Mongo-style pipeline',
    stages,
    notes: notes.map(([name, { start }]) => createIgnoredOptionNote(name, start)),
  };
}

function getCollectionName(source: Expression): string | undefined {
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

/** Maximum nesting of substituted names. Deeper nesting is rejected when the value is read. */
const DEPTH_MAX = 250;

/**
 * Replaces names by the values assigned in earlier statements, such as `logs = db.logs`. `budget` limits the added text
 * in characters, because nested names could grow exponentially.
 */
function resolveAssignedNames(
  statements: readonly ShellStatement[],
  index: number,
  budget: number,
): Expression | undefined {
  let left = budget;
  const resolve = (node: Expression, before: number, depth: number): Expression => {
    if (depth > DEPTH_MAX) return node;
    const inner = (item: Expression) => resolve(item, before, depth + 1);
    const unlessSpread = (item: Expression | SpreadElement) => (item.type === 'SpreadElement' ? item : inner(item));
    switch (node.type) {
      case 'Identifier': {
        const at = statements.findLastIndex(({ name }, position) => position < before && name === node.name);
        const named = statements[at]?.node;
        if (!named || left < named.end - named.start) return node;
        left -= named.end - named.start;
        return resolve(named, at, depth + 1);
      }
      case 'AssignmentExpression':
        return { ...node, right: inner(node.right) };
      case 'UnaryExpression':
        return { ...node, argument: inner(node.argument) };
      case 'BinaryExpression':
        if (node.left.type === 'PrivateIdentifier') return node;
        return { ...node, left: inner(node.left), right: inner(node.right) };
      case 'SequenceExpression':
        return { ...node, expressions: node.expressions.map(inner) };
      case 'ArrayExpression':
        return { ...node, elements: node.elements.map((item) => item && unlessSpread(item)) };
      case 'ObjectExpression': {
        const properties = node.properties.map((member) =>
          member.type === 'Property' ? { ...member, value: inner(member.value) } : member,
        );
        return { ...node, properties };
      }
      case 'NewExpression':
        return { ...node, arguments: node.arguments.map(unlessSpread) };
      case 'CallExpression': {
        const { callee } = node;
        const given = { ...node, arguments: node.arguments.map(unlessSpread) };
        if (callee.type !== 'MemberExpression') return given;
        const { object } = callee;
        // names in a path such as `db.logs` are not variables
        if (object.type === 'Super' || object.type === 'MemberExpression') return given;
        return { ...given, callee: { ...callee, object: inner(object) } };
      }
      default:
        return node;
    }
  };
  const statement = statements[index];
  return statement && resolve(statement.node, index, 0);
}

/** True if an assigned value is used before the name is assigned again. */
function isAssignedValueUsedLater(statements: readonly ShellStatement[], index: number, rest: string): boolean {
  const name = statements[index]?.name;
  if (name === undefined) return false;
  for (const later of statements.slice(index + 1)) {
    if (isNameUsed(later.node, name)) return true;
    if (later.name === name) return false;
  }
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(rest);
}

function isNameUsed(root: Expression, name: string): boolean {
  // iterative, as the nesting may exceed the stack
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && node.type === 'Identifier' && 'name' in node && node.name === name) return true;
    const isComputed = 'computed' in node && node.computed === true;
    for (const [member, value] of Object.entries(node)) {
      if (isComputed || (member !== 'key' && member !== 'property')) waiting.push(value);
    }
  }
  return false;
}
