import { formatBytes } from '#lib/formatNumber.ts';
import { JsonSyntaxError, OrderedJsonObject, type OrderedJsonValue, toOrderedObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { toStageDrafts } from '#pipeline/draft/compileDraft.ts';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import type { StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { extractCurlBody } from './extractCurlBody.ts';

/**
 * Result of converting a part of pasted text: source, description and position. Parts that cannot be converted are kept
 * as disabled JSON.
 */
export type ConversionNote = {
  from: string;
  to: string;
  status: 'kept' | 'changed' | 'not understood';
  isExtension?: boolean;
  at?: number | undefined;
};

/**
 * Result of a paste. `title` describes the source, `notes` the non-trivial conversions. Undefined parts leave the draft
 * unchanged.
 */
export type PastedQuery = {
  title: string;
  notes: readonly ConversionNote[];
  collection: string | undefined;
  documentID: string | undefined;
  stages: readonly StageDraft[];
  convertedCount: number;
};

export type ParsedQuery = Pick<PastedQuery, 'title' | 'notes' | 'collection' | 'documentID'> & {
  stages: readonly OrderedJsonObject[];
  names?: readonly string[];
};

const TEXT_MAX = 8_000_000;

/** Maximum length of shell or script text, in characters. Longer queries are not written by hand. */
const SHELL_TEXT_MAX = 1_000_000;

const STAGES_MAX = 500;

/**
 * Parses a request body, a list of stages, a single stage, or a curl command. An object without operators counts as a
 * filter only when it is pasted on the page; in an input it may be a value.
 * @returns `shell` for text that requires the shell parser, `too long` if such text exceeds its limit, undefined for
 * other text
 */
export function parsePastedQuery(
  text: string,
  target: 'cards' | 'text' | 'page' = 'cards',
): PastedQuery | 'shell' | 'too long' | undefined {
  if (text.trim() === '') return undefined;
  if (text.length > TEXT_MAX) return isShellText(text) || isFilterText(text, target) ? 'too long' : undefined;
  const body = extractCurlBody(text);
  const json = parseJsonOrError(body ?? text);
  if (json instanceof JsonSyntaxError) {
    if (!isShellText(text) && !isFilterText(text, target)) return undefined;
    if (text.length > SHELL_TEXT_MAX) return 'too long';
    return target === 'text' && isBrokenJson(text, json) ? undefined : 'shell';
  }
  const written = extractQueryFromJson(json);
  if (!written && isFilter(json, target)) return text.length > SHELL_TEXT_MAX ? 'too long' : 'shell';
  if (!written) return undefined;
  if (written.stages.some(isMongoStage) || EXTENDED_JSON.test(text)) return 'shell';
  const title = body === undefined ? written.title : 'A curl command';
  return { ...written, title, stages: toStageDrafts(written.stages), convertedCount: written.stages.length };
}

export function applyPastedQuery(draft: QueryDraft, { collection, documentID, stages }: PastedQuery): QueryDraft {
  return {
    collection: collection ?? draft.collection,
    documentID: documentID ?? (collection === undefined ? draft.documentID : ''),
    stages,
  };
}

export function isMongoStage(stage: OrderedJsonObject): boolean {
  return stage.entries.length === 1 && stage.entries[0]?.[0].startsWith('$') === true;
}

const FILTER_OPERATORS = new Set(['$and', '$or', '$nor', '$expr', '$where', '$text', '$comment']);

export function extractQueryFromJson(value: OrderedJsonValue): ParsedQuery | undefined {
  if (Array.isArray(value)) return extractStages(value, 'A list of stages');
  if (!(value instanceof OrderedJsonObject)) return undefined;
  const body = new Map(value.entries);
  const isFilter = FILTER_OPERATORS.has(value.entries[0]?.[0] ?? '');
  if (typeof body.get('type') === 'string' || (isMongoStage(value) && !isFilter))
    return extractStages([value], 'One stage');
  const pipeline = body.get('pipeline');
  const collection = body.get('collection');
  if (pipeline === undefined && collection === undefined) return undefined;
  const written = extractStages(pipeline ?? [], 'A request');
  if (!written) return undefined;
  const index = body.get('index');
  const indexed =
    index instanceof OrderedJsonObject ? index.entries.find(([name]) => name === 'documentID')?.[1] : undefined;
  const left = value.entries.filter(([name]) => !['collection', 'index', 'pipeline', 'nPage'].includes(name));
  const notes: ConversionNote[] = left.map(([from]) => ({
    from,
    to: 'ignored: not part of a request',
    status: 'not understood',
  }));
  if (body.has('nPage')) {
    notes.unshift({ from: 'nPage', to: 'ignored: a query starts at the first page', status: 'changed' });
  }
  return {
    ...written,
    collection: typeof collection === 'string' ? collection : undefined,
    documentID: typeof indexed === 'string' ? indexed : '',
    notes,
  };
}

function extractStages(list: OrderedJsonValue, title: string): ParsedQuery | undefined {
  const stages = toOrderedObjectList(list);
  if (!stages || stages.length > STAGES_MAX) return undefined;
  return { title, notes: [], collection: undefined, documentID: undefined, stages };
}

export function parseJsonOrError(text: string): OrderedJsonValue | JsonSyntaxError {
  try {
    return parseOrderedJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

export function describeTooLongPaste(text: string): string {
  const limit = formatBytes(SHELL_TEXT_MAX);
  return `Could not paste: the query has ${formatBytes(text.length)}. Services reject queries larger than ${limit}. Use fewer values.`;
}

function isShellText(text: string): boolean {
  return (
    SHELL_QUERY_START.test(text.slice(0, CLASSIFIED_MAX)) || SHELL_QUERY_START.test(`\n${text.slice(-CLASSIFIED_MAX)}`)
  );
}

function isFilter(value: OrderedJsonValue, into: 'cards' | 'text' | 'page'): boolean {
  if (!(value instanceof OrderedJsonObject) || value.entries.length === 0 || into === 'text') return false;
  const operates = (member: OrderedJsonValue) =>
    member instanceof OrderedJsonObject && member.entries[0]?.[0].startsWith('$');
  return into === 'page' || value.entries.some(([name, member]) => name.startsWith('$') || operates(member));
}

function isFilterText(text: string, into: 'cards' | 'text' | 'page'): boolean {
  const beginning = text.slice(0, CLASSIFIED_MAX);
  // objects pasted into JSON stay text, unless they exceed the length limit
  if (into === 'text' && text.length <= SHELL_TEXT_MAX) return false;
  return OBJECT_START.test(beginning) && (into === 'page' || OPERATOR_MEMBER.test(beginning));
}

function isBrokenJson(text: string, { position }: JsonSyntaxError): boolean {
  const next = text.slice(position, position + 1);
  const commaBefore = /[}\]]/.test(next) && text.slice(0, position).trimEnd().endsWith(',');
  return !commaBefore && !/^[\w$'`/#+.-]/.test(next);
}

const CLASSIFIED_MAX = 10_000;

const EXTENDED_JSON = /"\$(?:oid|uuid|date|number(?:Long|Int|Double|Decimal))"\s*:/;

const SPACE_AND_COMMENTS = String.raw`(?:\s|(?://|#)[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*`;
const COLLECTION_PATH = String.raw`[\w$]+(?:\s*\.\s*[\w$]+|\[\s*["'][^"'\n]*["']\s*\]|\(\s*(?:["'][^"'\n]*["'])?\s*\))*?`;
const OBJECT_START = new RegExp(
  String.raw`^${SPACE_AND_COMMENTS}(?:(?:const|let|var)\s+)?(?:[A-Za-z_$][\w$]*\s*=\s*)?\{${SPACE_AND_COMMENTS}(?:["'][^"'\n]*["']|[\w$.]+)\s*:`,
);

const OPERATOR_MEMBER = /:\s*\{\s*["']?\$\w+["']?\s*:/;

const SHELL_QUERY_START = new RegExp(
  [
    `(?:^${SPACE_AND_COMMENTS}|\\n[ \\t]*)`,
    String.raw`(?:(?:const|let|var)\s+)?(?:[A-Za-z_$][\w$]*\s*=\s*)?(?:await\s+)?(?:`,
    String.raw`(?:(?:list|len|set|sorted|print|printjson)\s*\(\s*)?${COLLECTION_PATH}\s*\.\s*(?:aggregate|find|findOne|find_one|distinct|count|count_documents|countDocuments|estimatedDocumentCount|estimated_document_count)\s*\(`,
    String.raw`|(?:\[${SPACE_AND_COMMENTS})?\{${SPACE_AND_COMMENTS}(["']?)(?:\$\w+|type|collection|pipeline|index|nPage)\1\s*:`,
    ')',
  ].join(''),
);
