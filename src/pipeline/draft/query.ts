import { OrderedObject, stringifyJson } from '#lib/json/json.ts';
import { type Complaint, newCard } from '#pipeline/draft/stages/card.ts';
import { compileStage, kindOfType, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { nameZones } from '#pipeline/draft/stages/range.ts';
import type { Draft, Query } from './draft.ts';

type Complaints = ReadonlyMap<string, Complaint>;

/** `cards` are the keys of the stages that are sent, in the order they are sent. */
type Compiled = { query: Query; cards: readonly string[] } | { complaints: Complaints };

/** The query that a draft says, of its enabled stages, or what is wrong with it. */
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

/** Longest stage that is drawn, in characters of its JSON: a card of a thousand rows is of use to nobody. */
const DRAWN_MAX = 10_000;

/** Of more stages than these each is folded to its sentence. */
const UNFOLDED_MAX = 20;

/** A stage that is switched off, with its position among all stages. */
type Disabled = { at: number; stage: OrderedObject };

/** A draft that says a query, a card for each of its stages and for those that are switched off. */
export function draftOf({ collection, documentID, pipeline }: Query, off: readonly Disabled[] = []): Draft {
  const stages = drawStages(pipeline);
  for (const { at, stage } of off) stages.splice(at, 0, { ...drawStage(stage), enabled: false });
  return { collection, documentID, stages };
}

/** The stages of a draft that are switched off, as far as they are complete. */
export function listDisabled({ stages }: Draft): { off: Disabled[]; incomplete: number } {
  const all = stages.flatMap((stage, at) => (stage.enabled ? [] : { at, stage: compileStage(stage) }));
  const off = all.flatMap(({ at, stage }) => (stage instanceof OrderedObject ? { at, stage } : []));
  return { off, incomplete: all.length - off.length };
}

/** A card for each stage; many are folded, and a range of time, which has its control over them all. */
export function drawStages(pipeline: readonly OrderedObject[]): StageDraft[] {
  const collapsed = pipeline.length > UNFOLDED_MAX;
  return pipeline.map(drawStage).map((stage) => ({ ...stage, collapsed: collapsed || stage.kind === 'range' }));
}

/** A card for a stage: drawn when that loses nothing of what is written, else its JSON. */
export function drawStage(stage: OrderedObject): StageDraft {
  const text = stringifyJson(stage);
  const drawn = text.length > DRAWN_MAX ? undefined : drawnByKind(stage);
  const said = drawn && compileStage(drawn);
  if (drawn && said instanceof OrderedObject && stringifyJson(said) === text) return drawn;
  return { ...newCard(), kind: 'raw', text: stringifyJson(stage, 2) };
}

/** The stage in the fields of its kind, where it is one member beside a type that the builder has. */
function drawnByKind({ entries }: OrderedObject): StageDraft | undefined {
  const [type, member, ...others] = entries;
  const kind = type?.[0] === 'type' ? kindOfType(type[1]) : undefined;
  if (!kind || !member || member[0] !== kind.member || others.length > 0) return undefined;
  const content = kind.draw?.(member[1]);
  return content && { ...newCard(), ...content };
}
