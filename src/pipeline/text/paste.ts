import { formatBytes } from '#lib/formatNumber.ts';
import { JsonError, type OrderedJson, OrderedObject, toObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { drawStages } from '#pipeline/draft/query.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { curlBody } from './curl.ts';

/**
 * Conversion result of a part of pasted text: source, description, and position. Parts with the fate `not understood` are kept
 * as disabled JSON.
 */
export type Note = {
  from: string;
  to: string;
  fate: 'kept' | 'changed' | 'not understood';
  extension?: boolean;
  at?: number | undefined;
};

/**
 * Result of a paste. `title` describes the source, `notes` the non-trivial conversions. Undefined parts keep the draft's values.
 */
export type Pasted = {
  title: string;
  notes: readonly Note[];
  collection: string | undefined;
  documentID: string | undefined;
  stages: readonly StageDraft[];
  converted: number;
};

/** A parsed request or part of one; `names` are the source names of stages without a `$name`. */
export type Written = Pick<Pasted, 'title' | 'notes' | 'collection' | 'documentID'> & {
  stages: readonly OrderedObject[];
  names?: readonly string[];
};

const TEXT_MAX = 8_000_000;

/** Maximum length of shell or script text, in characters; longer queries are not written by hand. */
const SHELL_MAX = 1_000_000;

/** Maximum number of stages, far above what services accept. */
const STAGES_MAX = 500;

/**
 * Parses a request body, a list of stages, a single stage, or a curl command. Returns `shell` for shell or script code, a bare
 * filter, or MongoDB stages or values, which require the parser in shell/readPasted.ts; `too long` if such text exceeds its
 * limit; undefined for other text. Text pasted into a JSON editor may be broken JSON or part of a stage, which stays plain text.
 * An object without operators is a filter only when pasted on the page, as in an input it may be a value.
 */
export function understand(
  text: string,
  into: 'cards' | 'text' | 'page' = 'cards',
): Pasted | 'shell' | 'too long' | undefined {
  if (text.trim() === '') return undefined;
  if (text.length > TEXT_MAX) return isShell(text) || isFilterText(text, into) ? 'too long' : undefined;
  const body = curlBody(text);
  const json = readJson(body ?? text);
  if (json instanceof JsonError) {
    if (!isShell(text) && !isFilterText(text, into)) return undefined;
    if (text.length > SHELL_MAX) return 'too long';
    return into === 'text' && isBroken(text, json) ? undefined : 'shell';
  }
  const written = writtenIn(json);
  if (!written && isFilter(json, into)) return text.length > SHELL_MAX ? 'too long' : 'shell';
  if (!written) return undefined;
  if (written.stages.some(isMongoStage) || EXTENDED.test(text)) return 'shell';
  const title = body === undefined ? written.title : 'A curl command';
  return { ...written, title, stages: drawStages(written.stages), converted: written.stages.length };
}

export function withPasted(draft: Draft, { collection, documentID, stages }: Pasted): Draft {
  return {
    collection: collection ?? draft.collection,
    documentID: documentID ?? (collection === undefined ? draft.documentID : ''),
    stages,
  };
}

/** Tests for a MongoDB stage: a single member whose name begins with `$`. */
export function isMongoStage(stage: OrderedObject): boolean {
  return stage.entries.length === 1 && stage.entries[0]?.[0].startsWith('$') === true;
}

/** Operators that begin a filter, not a stage. */
const FILTER_OPERATORS = new Set(['$and', '$or', '$nor', '$expr', '$where', '$text', '$comment']);

/** Extracts a request, a list of stages or one stage; undefined for other values. */
export function writtenIn(value: OrderedJson): Written | undefined {
  if (Array.isArray(value)) return stagesIn(value, 'A list of stages');
  if (!(value instanceof OrderedObject)) return undefined;
  const body = new Map(value.entries);
  const isFilter = FILTER_OPERATORS.has(value.entries[0]?.[0] ?? '');
  if (typeof body.get('type') === 'string' || (isMongoStage(value) && !isFilter)) return stagesIn([value], 'One stage');
  const pipeline = body.get('pipeline');
  const collection = body.get('collection');
  if (pipeline === undefined && collection === undefined) return undefined;
  const written = stagesIn(pipeline ?? [], 'A request');
  if (!written) return undefined;
  const index = body.get('index');
  const indexed =
    index instanceof OrderedObject ? index.entries.find(([name]) => name === 'documentID')?.[1] : undefined;
  const left = value.entries.filter(([name]) => !['collection', 'index', 'pipeline', 'nPage'].includes(name));
  const notes: Note[] = left.map(([from]) => ({
    from,
    to: 'left out: no part of a request here',
    fate: 'not understood',
  }));
  if (body.has('nPage')) {
    notes.unshift({ from: 'nPage', to: 'left out: a run begins at the first page', fate: 'changed' });
  }
  return {
    ...written,
    collection: typeof collection === 'string' ? collection : undefined,
    documentID: typeof indexed === 'string' ? indexed : '',
    notes,
  };
}

function stagesIn(list: OrderedJson, title: string): Written | undefined {
  const stages = toObjectList(list);
  if (!stages || stages.length > STAGES_MAX) return undefined;
  return { title, notes: [], collection: undefined, documentID: undefined, stages };
}

export function readJson(text: string): OrderedJson | JsonError {
  try {
    return parseOrderedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

export function describeTooLong(text: string): string {
  const limit = formatBytes(SHELL_MAX);
  return `Nothing was taken: the query has ${formatBytes(text.length)}. A query of more than ${limit} is not read, because services refuse requests of that size. Ask for fewer values at once.`;
}

/** Tests whether a text begins or ends with a shell query; values in between may be long. */
function isShell(text: string): boolean {
  return SHELL.test(text.slice(0, BEGINNING_MAX)) || SHELL.test(`\n${text.slice(-BEGINNING_MAX)}`);
}

/** Tests for a filter: an object with operators, or any object pasted on the page. */
function isFilter(value: OrderedJson, into: 'cards' | 'text' | 'page'): boolean {
  if (!(value instanceof OrderedObject) || value.entries.length === 0 || into === 'text') return false;
  const operates = (member: OrderedJson) => member instanceof OrderedObject && member.entries[0]?.[0].startsWith('$');
  return into === 'page' || value.entries.some(([name, member]) => name.startsWith('$') || operates(member));
}

/** Like `isFilter` for text that is not JSON, by its beginning. */
function isFilterText(text: string, into: 'cards' | 'text' | 'page'): boolean {
  const beginning = text.slice(0, BEGINNING_MAX);
  // objects pasted into JSON stay text, unless they exceed the length limit
  if (into === 'text' && text.length <= SHELL_MAX) return false;
  return OBJECT.test(beginning) && (into === 'page' || OPERATION.test(beginning));
}

/** Distinguishes JSON with a mistake from text in another syntax. */
function isBroken(text: string, { position }: JsonError): boolean {
  const next = text.slice(position, position + 1);
  const commaBefore = /[}\]]/.test(next) && text.slice(0, position).trimEnd().endsWith(',');
  return !commaBefore && !/^[\w$'`/#+.-]/.test(next);
}

/** Number of characters inspected to classify a text. */
const BEGINNING_MAX = 10_000;

/** MongoDB Extended JSON values. */
const EXTENDED = /"\$(?:oid|uuid|date|number(?:Long|Int|Double|Decimal))"\s*:/;

const SPACE = String.raw`(?:\s|(?://|#)[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*`;
/** `db.logs`, `client["a"]["logs"]`, `db.getCollection("logs")`. */
const NAMED = String.raw`[\w$]+(?:\s*\.\s*[\w$]+|\[\s*["'][^"'\n]*["']\s*\]|\(\s*(?:["'][^"'\n]*["'])?\s*\))*?`;
/** Start of an object that is the whole text or is assigned to a name. */
const OBJECT = new RegExp(
  String.raw`^${SPACE}(?:(?:const|let|var)\s+)?(?:[A-Za-z_$][\w$]*\s*=\s*)?\{${SPACE}(?:["'][^"'\n]*["']|[\w$.]+)\s*:`,
);

const OPERATION = /:\s*\{\s*["']?\$\w+["']?\s*:/;

/** Start of a query at the top or on its own line: a call, or a list of stages or one stage, optionally assigned to a name. */
const SHELL = new RegExp(
  [
    `(?:^${SPACE}|\\n[ \\t]*)`,
    String.raw`(?:(?:const|let|var)\s+)?(?:[A-Za-z_$][\w$]*\s*=\s*)?(?:await\s+)?(?:`,
    String.raw`(?:(?:list|len|set|sorted|print|printjson)\s*\(\s*)?${NAMED}\s*\.\s*(?:aggregate|find|findOne|find_one|distinct|count|count_documents|countDocuments|estimatedDocumentCount|estimated_document_count)\s*\(`,
    String.raw`|(?:\[${SPACE})?\{${SPACE}(["']?)(?:\$\w+|type|collection|pipeline|index|nPage)\1\s*:`,
    ')',
  ].join(''),
);
