import { formatBytes } from '#lib/formatNumber.ts';
import { JsonError, type OrderedJson, OrderedObject, toObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { drawStages } from '#pipeline/draft/query.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { curlBody } from './curl.ts';

/**
 * What became of one part of what was pasted: `from` as it was written, `to` in words, `at` where it stands in the text.
 * What is not understood stays as JSON, switched off.
 */
export type Note = {
  from: string;
  to: string;
  fate: 'kept' | 'changed' | 'not understood';
  extension?: boolean;
  at?: number | undefined;
};

/**
 * What a pasted text would make of the draft. `title` says what it is; `notes` what becomes of each part, where that is
 * not plain. Parts that the text does not name stay as the draft has them.
 */
export type Pasted = {
  title: string;
  notes: readonly Note[];
  collection: string | undefined;
  documentID: string | undefined;
  stages: readonly StageDraft[];
  /** How many of the stages are the console's own kind. */
  converted: number;
};

/** A request, or a part of one, as it was written; `names` are what its stages were written as, where that is no `$name`. */
export type Written = Pick<Pasted, 'title' | 'notes' | 'collection' | 'documentID'> & {
  stages: readonly OrderedObject[];
  names?: readonly string[];
};

/** Longest text that is looked at, in characters. */
const TEXT_MAX = 8_000_000;

/** Longest text that is read as people write it; nobody writes more by hand. */
const SHELL_MAX = 1_000_000;

/** Stages that are taken over at most: what a service runs ends far below. */
const STAGES_MAX = 500;

/**
 * Understands a request body, a list of stages, one stage, or a curl command. `shell` where the text is written as in a
 * shell or a script, is a filter alone, or holds stages or values of Mongo's: shell/readPasted.ts reads those, which takes
 * a parser. `too long` where it is so written and longer than that is read. What is pasted into a text may be JSON with a
 * mistake, or a part of a stage: text like any other there. An object without operators is a filter on the page alone:
 * in a field it may be a value. Undefined when the text is none of these.
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

/** The draft with what was pasted in it. */
export function withPasted(draft: Draft, { collection, documentID, stages }: Pasted): Draft {
  return {
    collection: collection ?? draft.collection,
    documentID: documentID ?? (collection === undefined ? draft.documentID : ''),
    stages,
  };
}

/** Whether a stage is written as Mongo does: one member, named with a `$`. */
export function isMongoStage(stage: OrderedObject): boolean {
  return stage.entries.length === 1 && stage.entries[0]?.[0].startsWith('$') === true;
}

/** Operators that begin a filter and are no stages. */
const FILTER_OPERATORS = new Set(['$and', '$or', '$nor', '$expr', '$where', '$text', '$comment']);

/** The request, the stages or the one stage that a value is; undefined of anything else. */
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

/** A description of why a text is too long, for the user. */
export function describeTooLong(text: string): string {
  const limit = formatBytes(SHELL_MAX);
  return `Nothing was taken: the query has ${formatBytes(text.length)}. A query of more than ${limit} is not read, because services refuse requests of that size. Ask for fewer values at once.`;
}

/** Whether a text begins or ends with a query as it is written in a shell; between may be values of any length. */
function isShell(text: string): boolean {
  return SHELL.test(text.slice(0, BEGINNING_MAX)) || SHELL.test(`\n${text.slice(-BEGINNING_MAX)}`);
}

/** Whether a value is a filter: an object that has operators, or any that is pasted on the page. */
function isFilter(value: OrderedJson, into: 'cards' | 'text' | 'page'): boolean {
  if (!(value instanceof OrderedObject) || value.entries.length === 0 || into === 'text') return false;
  const operates = (member: OrderedJson) => member instanceof OrderedObject && member.entries[0]?.[0].startsWith('$');
  return into === 'page' || value.entries.some(([name, member]) => name.startsWith('$') || operates(member));
}

/** The same of a text that is not JSON, by how it begins. */
function isFilterText(text: string, into: 'cards' | 'text' | 'page'): boolean {
  const beginning = text.slice(0, BEGINNING_MAX);
  // an object that goes into JSON stays as it is, however it is written, but for one that is refused for its length
  if (into === 'text' && text.length <= SHELL_MAX) return false;
  return OBJECT.test(beginning) && (into === 'page' || OPERATION.test(beginning));
}

/** Whether a text is JSON with a mistake, as against one that is written otherwise where it is no JSON any more. */
function isBroken(text: string, { position }: JsonError): boolean {
  const next = text.slice(position, position + 1);
  const commaBefore = /[}\]]/.test(next) && text.slice(0, position).trimEnd().endsWith(',');
  return !commaBefore && !/^[\w$'`/#+.-]/.test(next);
}

/** How much of a text tells what it is, in characters. */
const BEGINNING_MAX = 10_000;

/** Values of Mongo's in JSON. */
const EXTENDED = /"\$(?:oid|uuid|date|number(?:Long|Int|Double|Decimal))"\s*:/;

const SPACE = String.raw`(?:\s|(?://|#)[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*`;
/** `db.logs`, `client["a"]["logs"]`, `db.getCollection("logs")`. */
const NAMED = String.raw`[\w$]+(?:\s*\.\s*[\w$]+|\[\s*["'][^"'\n]*["']\s*\]|\(\s*(?:["'][^"'\n]*["'])?\s*\))*?`;
/** Where an object begins that is the whole text, or is given a name. */
const OBJECT = new RegExp(
  String.raw`^${SPACE}(?:(?:const|let|var)\s+)?(?:[A-Za-z_$][\w$]*\s*=\s*)?\{${SPACE}(?:["'][^"'\n]*["']|[\w$.]+)\s*:`,
);

const OPERATION = /:\s*\{\s*["']?\$\w+["']?\s*:/;

/** Where a query begins, at the top or at a line of its own: a call, or a list of stages or one of them, given a name or not. */
const SHELL = new RegExp(
  [
    `(?:^${SPACE}|\\n[ \\t]*)`,
    String.raw`(?:(?:const|let|var)\s+)?(?:[A-Za-z_$][\w$]*\s*=\s*)?(?:await\s+)?(?:`,
    String.raw`(?:(?:list|len|set|sorted|print|printjson)\s*\(\s*)?${NAMED}\s*\.\s*(?:aggregate|find|findOne|find_one|distinct|count|count_documents|countDocuments|estimatedDocumentCount|estimated_document_count)\s*\(`,
    String.raw`|(?:\[${SPACE})?\{${SPACE}(["']?)(?:\$\w+|type|collection|pipeline|index|nPage)\1\s*:`,
    ')',
  ].join(''),
);
