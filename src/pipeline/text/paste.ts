import { JsonError, type OrderedJson, OrderedObject, objectsIn } from '#lib/json/json.ts';
import { parseOrdered } from '#lib/json/jsonText.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { drawStage, drawStages } from '#pipeline/draft/query.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { convertMongoStage, isMongoStage, type Note } from './mongo.ts';

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

/** Longest text that is looked at, in characters. */
const TEXT_MAX = 8_000_000;

/** Longest text that is read as people write it; nobody writes more by hand. */
const RELAXED_MAX = 1_000_000;

/** Stages that are taken over at most: what a service runs ends far below. */
const STAGES_MAX = 500;

/**
 * Understands a request body, a list of stages, one stage, a curl command, or a pipeline as Mongo writes it.
 * Undefined when the text is none of these.
 */
export function understand(text: string): Pasted | undefined {
  if (text.length > TEXT_MAX || text.trim() === '') return undefined;
  const curl = curlBody(text);
  const call =
    /^\s*db(?:\.getCollection\(\s*["']([^"']+)["']\s*\)|\.([\w$]+))\s*\.\s*aggregate\s*\(([\s\S]*)\)\s*;?\s*$/.exec(
      text,
    );
  const collection = call?.[1] ?? call?.[2];
  const value = read(curl ?? call?.[3] ?? text);
  if (value === undefined) return undefined;
  const pasted = pastedValue(value);
  if (!pasted) return undefined;
  if (curl !== undefined) return { ...pasted, title: 'A curl command' };
  if (collection === undefined) return pasted;
  const note = { from: `db.${collection}`, to: `Collection ${collection}, as it is` };
  return { ...pasted, collection, notes: [note, ...pasted.notes] };
}

/** The draft with what was pasted in it. */
export function withPasted(draft: Draft, { collection, documentID, stages }: Pasted): Draft {
  return {
    collection: collection ?? draft.collection,
    documentID: documentID ?? (collection === undefined ? draft.documentID : ''),
    stages,
  };
}

function pastedValue(value: OrderedJson): Pasted | undefined {
  if (Array.isArray(value)) return pastedStages(value, 'A list of stages');
  if (!(value instanceof OrderedObject)) return undefined;
  const body = new Map(value.entries);
  if (typeof body.get('type') === 'string' || isMongoStage(value)) return pastedStages([value], 'One stage');
  const pipeline = body.get('pipeline');
  const collection = body.get('collection');
  if (pipeline === undefined && collection === undefined) return undefined;
  const pasted = pastedStages(pipeline ?? [], 'A request');
  if (!pasted) return undefined;
  const index = body.get('index');
  const indexed =
    index instanceof OrderedObject ? index.entries.find(([name]) => name === 'documentID')?.[1] : undefined;
  const left = value.entries.filter(([name]) => !['collection', 'index', 'pipeline', 'nPage'].includes(name));
  const notes = [
    ...(body.has('nPage') ? [{ from: 'nPage', to: 'left out: a run begins at the first page' }] : []),
    ...left.map(([name]) => ({ from: name, to: 'left out: no part of a request here' })),
  ];
  return {
    ...pasted,
    collection: typeof collection === 'string' ? collection : undefined,
    documentID: typeof indexed === 'string' ? indexed : '',
    notes: [...pasted.notes, ...notes],
  };
}

function pastedStages(list: OrderedJson, title: string): Pasted | undefined {
  const objects = objectsIn(list);
  if (!objects || objects.length > STAGES_MAX) return undefined;
  const nothing = { collection: undefined, documentID: undefined };
  if (!objects.some(isMongoStage)) {
    return { ...nothing, title, notes: [], stages: drawStages(objects), converted: objects.length };
  }
  const converted = objects.map((stage) =>
    isMongoStage(stage) ? convertMongoStage(stage) : { stage, enabled: true, note: { from: 'stage', to: 'as it is' } },
  );
  return {
    ...nothing,
    title: 'A Mongo-style pipeline',
    notes: converted.map(({ note }) => note),
    stages: converted.map(({ stage, enabled }) => ({ ...drawStage(stage), enabled })),
    converted: converted.filter(({ enabled }) => enabled).length,
  };
}

function read(text: string): OrderedJson | undefined {
  for (const write of text.length > RELAXED_MAX ? [same] : [same, strictJson]) {
    try {
      return parseOrdered(write(text));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
    }
  }
  return undefined;
}

function same(text: string): string {
  return text;
}

/** What a curl command sends, its quotes read as a shell reads them. */
function curlBody(text: string): string | undefined {
  if (!/^\s*(?:\$\s*)?curl\s/.test(text)) return undefined;
  const words = shellWords(text);
  const flag = words.findIndex((word) => /^(?:-d|--data(?:-raw|-binary|-ascii)?|--json)$/.test(word));
  const joined = words.find((word) => /^--(?:data(?:-raw|-binary|-ascii)?|json)=/.test(word));
  return flag >= 0 ? words[flag + 1] : joined?.slice(joined.indexOf('=') + 1);
}

function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece] of text.matchAll(/\$?'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|\s+|[^\s'"\\]+/g)) {
    if (/^\s/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (piece !== '\\\n' && piece !== '\\\r') word = (word ?? '') + unquoted(piece);
  }
  return word === undefined ? words : [...words, word];
}

function unquoted(piece: string): string {
  if (piece.startsWith("$'")) return piece.slice(2, -1).replaceAll(/\\(['"\\])/g, '$1');
  if (piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.startsWith('"')) return piece.slice(1, -1).replaceAll(/\\(["\\$`])/g, '$1');
  return piece.startsWith('\\') ? piece.slice(1) : piece;
}

/**
 * JSON as people write it in a shell or a script, made into JSON: names without quotes, single quotes, trailing commas,
 * comments, `ISODate("…")` and its like. What is no such text comes out as it is, for the JSON reader to complain about.
 * Linear in the text, whatever stands in it.
 */
function strictJson(text: string): string {
  const out: string[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const token = match?.[0] ?? (text[at] as string); // below the length
    at += token.length;
    out.push(strictToken(token, text, at));
  }
  return out.join('');
}

/** A string, a comment, a word with its call, a run of anything else that means nothing here, a comma before an end. */
const TOKEN =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|-?\d[\w.+-]*|[A-Za-z_$][\w$.]*|,|[^"'/\w$,-]+/y;

const WORDS = new Set(['true', 'false', 'null']);
/** Calls that only say what kind of value stands in their brackets. */
const WRAPPERS = new Set(['ISODate', 'Date', 'ObjectId', 'NumberLong', 'NumberInt', 'NumberDecimal', 'new']);

function strictToken(token: string, text: string, end: number): string {
  if (token.startsWith('//') || token.startsWith('/*')) return '';
  if (token.startsWith("'")) return doubleQuoted(token);
  if (token === ',') return /^\s*[\]}]/.test(text.slice(end, end + 200)) ? '' : ',';
  if (/^[A-Za-z_$]/.test(token) && !WORDS.has(token)) return WRAPPERS.has(token) ? '' : JSON.stringify(token);
  // the brackets of a wrapper; no others stand in what is read here
  return /[()]/.test(token) ? token.replaceAll(/[()]/g, '') : token;
}

function doubleQuoted(token: string): string {
  const inner = token
    .slice(1, -1)
    .replaceAll(/\\'/g, "'")
    .replaceAll(/(\\[\s\S])|"/g, (_, escaped) => escaped ?? '\\"');
  return `"${inner}"`;
}
