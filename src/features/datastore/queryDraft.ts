import type { PipelineRequest, Stage } from '#contract/pipeline.ts';
import { isJsonObject, stringify } from '#lib/json.ts';
import { parse } from '#lib/jsonText.ts';
import { readValue, type ValueDraft, valueDraft } from './valueDraft.ts';

/** One row of a match: this field must have this value. */
export type Condition = { key: string; field: string; value: ValueDraft };

export type MatchDraft = { key: string; kind: 'match'; conditions: readonly Condition[] };

/** `keep` says what happens to the named fields; documentID stays in any case unless `documentID` is false. */
export type ProjectDraft = {
  key: string;
  kind: 'project';
  keep: boolean;
  fields: readonly string[];
  documentID: boolean;
};

/** Whatever the builder cannot draw, as its JSON text. */
export type RawDraft = { key: string; kind: 'raw'; text: string };

export type StageDraft = MatchDraft | ProjectDraft | RawDraft;

/** What is being edited, as against what was run last (the URL). */
export type QueryDraft = { collection: string; documentID: string; stages: readonly StageDraft[] };

export type Query = Pick<PipelineRequest, 'collection' | 'pipeline'> & { documentID: string };

/** What keeps a draft from being run, by where it is: `collection`, or a stage's key. */
export type Complaints = ReadonlyMap<string, string>;

let keys = 0;

/** An identity for a card or row that survives moving it. */
export function newKey(): string {
  keys += 1;
  return `k${keys}`;
}

export function emptyCondition(): Condition {
  return { key: newKey(), field: '', value: { type: 'text', text: '' } };
}

/** An empty stage; one of raw JSON starts as a sort where the service is known to run it. */
export function newStage(kind: StageDraft['kind'], extensions: readonly string[] = []): StageDraft {
  const key = newKey();
  if (kind === 'match') return { key, kind, conditions: [emptyCondition()] };
  if (kind === 'project') return { key, kind, keep: true, fields: [], documentID: true };
  const sorts = extensions.includes('sort');
  return { key, kind, text: sorts ? '{\n  "type": "sort",\n  "specs": { "documentID": 1 }\n}' : '{\n  "type": ""\n}' };
}

export function draftOf({ collection, documentID, pipeline }: Query): QueryDraft {
  return { collection, documentID, stages: pipeline.map(stageDraft) };
}

/** The query that a draft says, or what is wrong with it. */
export function compile(draft: QueryDraft): { query: Query } | { complaints: Complaints } {
  const complaints = new Map<string, string>();
  const collection = draft.collection.trim();
  if (!collection) complaints.set('collection', 'Name the collection to query.');
  const pipeline: Stage[] = [];
  for (const stage of draft.stages) {
    const compiled = compileStage(stage);
    if (typeof compiled === 'string') complaints.set(stage.key, compiled);
    else pipeline.push(compiled);
  }
  if (complaints.size > 0) return { complaints };
  return { query: { collection, documentID: draft.documentID.trim(), pipeline } };
}

/** A card for a stage: drawn when drawing loses nothing, else its JSON. */
function stageDraft(stage: Stage): StageDraft {
  const drawn = matchDraft(stage) ?? projectDraft(stage);
  return drawn ?? { key: newKey(), kind: 'raw', text: stringify(stage, 2) };
}

function matchDraft({ type, filter, ...rest }: Stage): MatchDraft | undefined {
  if (type !== 'match' || Object.keys(rest).length > 0 || !isJsonObject(filter)) return undefined;
  const conditions = Object.entries(filter).map(([field, value]) => ({
    key: newKey(),
    field,
    value: valueDraft(value),
  }));
  return { key: newKey(), kind: 'match', conditions };
}

function projectDraft({ type, specs, ...rest }: Stage): ProjectDraft | undefined {
  if (type !== 'project' || Object.keys(rest).length > 0 || !isJsonObject(specs)) return undefined;
  const { documentID, ...others } = specs;
  const flags = new Set(Object.values(others));
  const [flag = 1] = flags;
  if (flags.size > 1 || (flag !== 0 && flag !== 1)) return undefined;
  // a documentID flag that says what holds anyway would be lost by drawing it
  if (documentID !== undefined && (documentID !== 0 || flag === 0)) return undefined;
  return {
    key: newKey(),
    kind: 'project',
    keep: flag === 1,
    fields: Object.keys(others),
    documentID: documentID !== 0,
  };
}

function compileStage(stage: StageDraft): Stage | string {
  if (stage.kind === 'match') return compileMatch(stage);
  if (stage.kind === 'project') return compileProject(stage);
  return compileRaw(stage);
}

function compileMatch({ conditions }: MatchDraft): Stage | string {
  const filter: [string, unknown][] = [];
  for (const [row, { field, value }] of conditions.entries()) {
    const at = `Condition ${row + 1}`;
    const name = field.trim();
    if (!name) return `${at}: name the field.`;
    if (filter.some(([taken]) => taken === name)) return `${at}: ${name} has a condition already.`;
    const read = readValue(value);
    if ('complaint' in read) return `${at} (${name}): ${read.complaint}`;
    filter.push([name, read.value]);
  }
  return { type: 'match', filter: Object.fromEntries(filter) };
}

function compileProject({ keep, fields, documentID }: ProjectDraft): Stage | string {
  if (fields.length === 0) return `Name at least one field to ${keep ? 'keep' : 'drop'}.`;
  const specs = Object.fromEntries(fields.map((field) => [field, keep ? 1 : 0]));
  return { type: 'project', specs: keep && !documentID ? { ...specs, documentID: 0 } : specs };
}

function compileRaw({ text }: RawDraft): Stage | string {
  try {
    const stage = parse(text);
    if (!isJsonObject(stage)) return 'A stage is a JSON object such as {"type": "match", "filter": {}}.';
    return typeof stage['type'] === 'string' ? (stage as Stage) : 'A stage needs a "type", a text.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
