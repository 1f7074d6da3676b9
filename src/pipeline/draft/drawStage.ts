import { OrderedObject, stringify } from '#lib/json/json.ts';
import { compileStage } from './compile.ts';
import { type Draft, newCard, newKey, type Query, type StageDraft } from './draft.ts';
import { operandDraft, operatorsIn } from './operators.ts';
import { valueDraft } from './value.ts';

/** Longest stage that is drawn, in characters of its JSON: a card of a thousand rows is of use to nobody. */
const DRAWN_MAX = 10_000;

/** Of more stages than these each is folded to its sentence. */
const UNFOLDED_MAX = 20;

/** A draft that says a query, a card for each of its stages. */
export function draftOf({ collection, documentID, pipeline }: Query): Draft {
  return { collection, documentID, stages: drawStages(pipeline) };
}

/** A card for each stage; many are folded. */
export function drawStages(pipeline: readonly OrderedObject[]): StageDraft[] {
  const collapsed = pipeline.length > UNFOLDED_MAX;
  return pipeline.map((stage) => ({ ...drawStage(stage), collapsed }));
}

/** A card for a stage: drawn when that loses nothing of what is written, else its JSON. */
export function drawStage(stage: OrderedObject): StageDraft {
  const text = stringify(stage);
  const drawn = text.length > DRAWN_MAX ? undefined : (drawMatch(stage) ?? drawProject(stage) ?? drawSort(stage));
  const said = drawn && compileStage(drawn);
  if (drawn && said instanceof OrderedObject && stringify(said) === text) return drawn;
  return { ...newCard(), kind: 'raw', text: stringify(stage, 2) };
}

function drawMatch(stage: OrderedObject): StageDraft | undefined {
  const filter = partOf(stage, 'match', 'filter');
  if (!filter) return undefined;
  const conditions = filter.entries.flatMap(([field, value]) =>
    (operatorsIn(value) ?? [['is', value] as const]).map(([operator, operand]) => ({
      key: newKey(),
      field,
      operator,
      value: operator === 'is' ? valueDraft(operand) : operandDraft(operator, operand),
    })),
  );
  return { ...newCard(), kind: 'match', conditions };
}

function drawProject(stage: OrderedObject): StageDraft | undefined {
  const specs = partOf(stage, 'project', 'specs');
  if (!specs) return undefined;
  const flags = specs.entries.filter(([name]) => name !== 'documentID');
  const keep = flags[0]?.[1] === 1;
  const documentID = specs.entries.find(([name]) => name === 'documentID')?.[1];
  const hidden = keep && documentID === 0;
  const fields = hidden ? flags : specs.entries;
  return { ...newCard(), kind: 'project', keep, fields: fields.map(([name]) => name), documentID: !hidden };
}

function drawSort(stage: OrderedObject): StageDraft | undefined {
  const specs = partOf(stage, 'sort', 'specs');
  if (!specs) return undefined;
  const fields = specs.entries.map(([field, direction]) => ({ key: newKey(), field, descending: direction === -1 }));
  return { ...newCard(), kind: 'sort', fields };
}

/** The one object that a stage of this type consists of beside its type. */
function partOf({ entries }: OrderedObject, type: string, name: string): OrderedObject | undefined {
  const [first, second] = entries;
  if (first?.[0] !== 'type' || first[1] !== type || second?.[0] !== name || entries.length > 2) return undefined;
  return second[1] instanceof OrderedObject ? second[1] : undefined;
}
