import { OrderedObject, stringifyJson } from '#lib/json/json.ts';
import { type Complaint, newCard } from '#pipeline/draft/stages/card.ts';
import { compileStage, kindOfType, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { nameZones } from '#pipeline/draft/stages/range.ts';
import type { Draft, Query } from './draft.ts';

type Complaints = ReadonlyMap<string, Complaint>;

/** `cards`: keys of the sent stages, in order. */
type Compiled = { query: Query; cards: readonly string[] } | { complaints: Complaints };

/** Compiles the enabled stages of a draft into a query, or lists what is wrong. */
export function compile(draft: Draft): Compiled {
  const complaints = new Map<string, Complaint>();
  const collection = draft.collection.trim();
  if (!collection) complaints.set('collection', { message: 'Name the collection to query.' });
  const sent = draft.stages.filter(({ enabled }) => enabled);
  const pipeline: OrderedObject[] = [];
  for (const stage of sent) {
    const named = stage.kind === 'range' ? nameZones(stage) : stage;
    const said = compileStage(named);
    if (said instanceof OrderedObject) pipeline.push(said);
    else complaints.set(stage.key, said);
  }
  if (complaints.size > 0) return { complaints };
  const query = { collection, documentID: draft.documentID.trim(), pipeline };
  return { query, cards: sent.map(({ key }) => key) };
}

/** Maximum JSON length of a stage shown as a form, as a form with a thousand rows is useless. */
const DRAWN_MAX = 10_000;

/** Above this number of stages, all are collapsed. */
const UNFOLDED_MAX = 20;

type Disabled = { at: number; stage: OrderedObject };

export function draftOf({ collection, documentID, pipeline }: Query, off: readonly Disabled[] = []): Draft {
  const stages = drawStages(pipeline);
  for (const { at, stage } of off) stages.splice(at, 0, { ...drawStage(stage), enabled: false });
  return { collection, documentID, stages };
}

export function listDisabled({ stages }: Draft): { off: Disabled[]; incomplete: number } {
  const all = stages.flatMap((stage, at) => (stage.enabled ? [] : { at, stage: compileStage(stage) }));
  const off = all.flatMap(({ at, stage }) => (stage instanceof OrderedObject ? { at, stage } : []));
  return { off, incomplete: all.length - off.length };
}

/** Converts stages to drafts. Many are collapsed, and so are time ranges, which have their own control. */
export function drawStages(pipeline: readonly OrderedObject[]): StageDraft[] {
  const collapsed = pipeline.length > UNFOLDED_MAX;
  return pipeline.map(drawStage).map((stage) => ({ ...stage, collapsed: collapsed || stage.kind === 'range' }));
}

/** Converts a stage to a form if that is lossless, else to raw JSON. */
export function drawStage(stage: OrderedObject): StageDraft {
  const text = stringifyJson(stage);
  const drawn = text.length > DRAWN_MAX ? undefined : drawnByKind(stage);
  const said = drawn && compileStage(drawn);
  if (drawn && said instanceof OrderedObject && stringifyJson(said) === text) return drawn;
  return { ...newCard(), kind: 'raw', text: stringifyJson(stage, 2) };
}

/** Parses a stage of a known type; undefined if it has other members. */
function drawnByKind({ entries }: OrderedObject): StageDraft | undefined {
  const [type, member, ...others] = entries;
  const kind = type?.[0] === 'type' ? kindOfType(type[1]) : undefined;
  if (!kind || !member || member[0] !== kind.member || others.length > 0) return undefined;
  const content = kind.draw?.(member[1]);
  return content && { ...newCard(), ...content };
}
