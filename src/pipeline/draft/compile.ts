import { type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import { JsonError } from '#lib/json/jsonError.ts';
import { parseOrdered } from '#lib/json/jsonText.ts';
import type { Condition, Draft, MatchDraft, ProjectDraft, Query, SortDraft, StageDraft } from './draft.ts';
import { OPERATOR_WORDS, readOperand } from './operators.ts';

/** What keeps a draft from being run: where it is (`collection`, or a stage's key), and which row of the stage. */
export type Complaint = { message: string; row?: string };

type Complaints = ReadonlyMap<string, Complaint>;

/** `cards` are the keys of the stages that are sent, in the order they are sent. */
export type Compiled = { query: Query; cards: readonly string[] } | { complaints: Complaints };

/** The query that a draft says, of its enabled stages, or what is wrong with it. */
export function compile(draft: Draft): Compiled {
  const complaints = new Map<string, Complaint>();
  const collection = draft.collection.trim();
  if (!collection) complaints.set('collection', { message: 'Name the collection to query.' });
  const sent = draft.stages.filter(({ enabled }) => enabled);
  const pipeline: OrderedObject[] = [];
  for (const stage of sent) {
    const said = compileStage(stage);
    if (said instanceof OrderedObject) pipeline.push(said);
    else complaints.set(stage.key, said);
  }
  if (complaints.size > 0) return { complaints };
  const query = { collection, documentID: draft.documentID.trim(), pipeline };
  return { query, cards: sent.map(({ key }) => key) };
}

/** Drafts never change, and the same card is asked for with every key that is typed into another. */
const compiled = new WeakMap<StageDraft, OrderedObject | Complaint>();

/** The stage that a card says, or what is wrong with it. */
export function compileStage(stage: StageDraft): OrderedObject | Complaint {
  const known = compiled.get(stage) ?? compileCard(stage);
  compiled.set(stage, known);
  return known;
}

function compileCard(stage: StageDraft): OrderedObject | Complaint {
  if (stage.kind === 'match') return compileMatch(stage);
  if (stage.kind === 'project') return compileProject(stage);
  if (stage.kind === 'sort') return compileSort(stage);
  return compileRaw(stage.text);
}

/** Conditions on one field become one entry: several operators, or the value alone where there is only `is`. */
function compileMatch({ conditions }: MatchDraft): OrderedObject | Complaint {
  const byField = new Map<string, { condition: Condition; value: OrderedJson }[]>();
  for (const [row, condition] of conditions.entries()) {
    const complain = (message: string) => ({ message: `Condition ${row + 1}${message}`, row: condition.key });
    const name = condition.field.trim();
    if (!name) return complain(': name the field.');
    const read = readOperand(condition.operator, condition.value);
    if ('complaint' in read) return complain(` (${name}): ${read.complaint}`);
    const known = byField.get(name) ?? [];
    if (known.some(({ condition: { operator } }) => operator === condition.operator)) {
      return complain(`: ${name} ${OPERATOR_WORDS[condition.operator].sign} … stands there already.`);
    }
    byField.set(name, [...known, { condition, value: read.value }]);
  }
  const filter = [...byField].map(([field, found]): JsonEntry => {
    const [only] = found;
    if (found.length === 1 && only?.condition.operator === 'is') return [field, only.value];
    const operators = found.map(({ condition, value }): JsonEntry => [OPERATOR_WORDS[condition.operator].wire, value]);
    return [field, new OrderedObject(operators)];
  });
  return stageOf('match', 'filter', filter);
}

function compileProject({ keep, fields, documentID }: ProjectDraft): OrderedObject | Complaint {
  if (fields.length === 0) return { message: `Name at least one field to ${keep ? 'keep' : 'drop'}.` };
  const flags = fields.map((field): JsonEntry => [field, keep ? 1 : 0]);
  return stageOf('project', 'specs', keep && !documentID ? [...flags, ['documentID', 0]] : flags);
}

function compileSort({ fields }: SortDraft): OrderedObject | Complaint {
  if (fields.length === 0) return { message: 'Name a field to sort by.' };
  const specs: JsonEntry[] = [];
  for (const [row, { key, field, descending }] of fields.entries()) {
    const name = field.trim();
    if (!name) return { message: `Field ${row + 1}: name the field.`, row: key };
    if (specs.some(([other]) => other === name)) return { message: `${name} stands there already.`, row: key };
    specs.push([name, descending ? -1 : 1]);
  }
  return stageOf('sort', 'specs', specs);
}

function compileRaw(text: string): OrderedObject | Complaint {
  try {
    const stage = parseOrdered(text);
    if (!(stage instanceof OrderedObject)) {
      return { message: 'A stage is a JSON object such as {"type": "match", "filter": {}}.' };
    }
    const typed = stage.entries.some(([name, value]) => name === 'type' && typeof value === 'string');
    return typed ? stage : { message: 'A stage needs a "type", a text.' };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { message: `This is not JSON: ${error.message} in line ${error.line}, column ${error.column}.` };
  }
}

function stageOf(type: string, name: string, entries: readonly JsonEntry[]): OrderedObject {
  return new OrderedObject([
    ['type', type],
    [name, new OrderedObject(entries)],
  ]);
}
