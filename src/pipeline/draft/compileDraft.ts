import { OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { resolveLocalTimeZone } from '#pipeline/draft/stages/range.ts';
import { createStageBase, type DraftError } from '#pipeline/draft/stages/stageBase.ts';
import { compileStage, findStageDefinition, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import type { PipelineQuery, QueryDraft, ResultSort } from './queryDraft.ts';

type DraftErrors = ReadonlyMap<string, DraftError>;

/** Compiled query, or errors. `cards` holds the keys of the sent stages, in order. */
export type CompileResult = { query: PipelineQuery; cards: readonly string[] } | { complaints: DraftErrors };

export function compileDraft(draft: QueryDraft): CompileResult {
  const complaints = new Map<string, DraftError>();
  const collection = draft.collection.trim();
  if (!collection) complaints.set('collection', { message: 'Enter the collection to query.' });
  const sent = draft.stages.filter(({ enabled }) => enabled);
  const pipeline: OrderedJsonObject[] = [];
  for (const stage of sent) {
    const named = stage.kind === 'range' ? resolveLocalTimeZone(stage) : stage;
    const said = compileStage(named);
    if (said instanceof OrderedJsonObject) pipeline.push(said);
    else complaints.set(stage.key, said);
  }
  if (complaints.size > 0) return { complaints };
  const query = { collection, documentID: draft.documentID.trim(), pipeline };
  return { query, cards: sent.map(({ key }) => key) };
}

/** Maximum JSON length of a stage that is shown as a form, in characters. Longer stages would have too many rows. */
const FORM_LENGTH_MAX = 10_000;

const EXPANDED_STAGES_MAX = 20;

type DisabledStage = { at: number; stage: OrderedJsonObject };

export function createDraftFromQuery(
  { collection, documentID, pipeline }: PipelineQuery,
  off: readonly DisabledStage[] = [],
): QueryDraft {
  const stages = toStageDrafts(pipeline);
  for (const { at, stage } of off) stages.splice(at, 0, { ...toStageDraft(stage), enabled: false });
  return { collection, documentID, stages };
}

export function listDisabledStages({ stages }: QueryDraft): { off: DisabledStage[]; incomplete: number } {
  const all = stages.flatMap((stage, at) => (stage.enabled ? [] : { at, stage: compileStage(stage) }));
  const off = all.flatMap(({ at, stage }) => (stage instanceof OrderedJsonObject ? { at, stage } : []));
  return { off, incomplete: all.length - off.length };
}

export function toStageDrafts(pipeline: readonly OrderedJsonObject[]): StageDraft[] {
  const collapsed = pipeline.length > EXPANDED_STAGES_MAX;
  return pipeline.map(toStageDraft).map((stage) => ({ ...stage, collapsed: collapsed || stage.kind === 'range' }));
}

/** Returns the fields by which the last stage sorts. None if it does not sort. */
export function getResultSort(pipeline: PipelineQuery['pipeline']): readonly ResultSort[] {
  const [last] = pipeline.slice(-1).map(toStageDraft);
  return last?.kind === 'sort' ? last.fields.map(({ field, descending }) => ({ field, descending })) : [];
}

export function toStageDraft(stage: OrderedJsonObject): StageDraft {
  const text = stringifyJson(stage);
  const drawn = text.length > FORM_LENGTH_MAX ? undefined : parseStageByType(stage);
  const said = drawn && compileStage(drawn);
  if (drawn && said instanceof OrderedJsonObject && stringifyJson(said) === text) return drawn;
  return { ...createStageBase(), kind: 'raw', text: stringifyJson(stage, 2) };
}

function parseStageByType({ entries }: OrderedJsonObject): StageDraft | undefined {
  const [type, ...members] = entries;
  const kind = type?.[0] === 'type' ? findStageDefinition(type[1]) : undefined;
  if (kind?.members?.join() !== members.map(([name]) => name).join()) return undefined;
  const content = kind?.parseMembers?.(...members.map(([, value]) => value));
  return content && { ...createStageBase(), ...content };
}
