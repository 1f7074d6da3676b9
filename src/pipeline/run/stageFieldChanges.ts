import type { JsonObject } from '#lib/json/json.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { toFieldKey } from '#pipeline/documents/fieldPath.ts';
import { NO_OBSERVED_FIELDS, type ObservedField, type ObservedFields } from '#pipeline/documents/observedFields.ts';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { listGroupResults } from '#pipeline/draft/stages/group.ts';
import { getStageDefinition, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';

export type StageFieldChange = { in: number; out: number; removed: readonly string[]; added: readonly string[] };

/**
 * Derives how each stage changes the known fields, by stage key. Ends at the first stage whose effect only the service
 * knows.
 */
export function getFieldChangesByStage(
  { stages }: QueryDraft,
  observed: ObservedFields,
): ReadonlyMap<string, StageFieldChange> {
  const changes = new Map<string, StageFieldChange>();
  if (observed.fields.size === 0) return changes;
  let fields = [...observed.fields.keys()].filter((name) => !observed.fields.has(getParentName(name)));
  for (const stage of stages) {
    if (!stage.enabled) continue;
    const out = applyStageToNames(fields, stage);
    if (!out) break;
    const removed = fields.filter((name) => !out.includes(name));
    const added = out.filter((name) => !fields.includes(name));
    changes.set(stage.key, { in: fields.length, out: out.length, removed, added });
    fields = out;
  }
  return changes;
}

function applyStageToNames(fields: string[], stage: StageDraft): string[] | undefined {
  const { fields: kept } = getStageDefinition(stage);
  if (!kept || kept === 'all') return kept && fields;
  return 'produces' in kept ? [...kept.produces(stage)] : fields.filter((name) => kept.keeps(stage, name));
}

/**
 * Returns the fields that a stage receives: those of the collection, or the results of the last group stage before it.
 */
export function getFieldsBeforeStage({ stages }: QueryDraft, key: string, observed: ObservedFields): ObservedFields {
  const before = stages.slice(
    0,
    stages.findIndex((stage) => stage.key === key),
  );
  return before.reduce(applyGroup, observed);
}

export function getResultFields(stages: readonly StageDraft[], observed: ObservedFields): ObservedFields {
  return stages.reduce(applyGroup, observed);
}

function applyGroup(seen: ObservedFields, stage: StageDraft): ObservedFields {
  if (stage.kind !== 'group' || !stage.enabled) return seen;
  const fields = new Map<string, ObservedField>();
  for (const { name, source, type, time } of listGroupResults(stage)) {
    const field = source === undefined ? undefined : seen.fields.get(source);
    fields.set(name, {
      name,
      path: [name],
      count: seen.documents,
      types: type || time ? new Map([[type ?? 'number', seen.documents]]) : (field?.types ?? new Map()),
      examples: type || time ? [] : (field?.examples ?? []),
      time: time ?? (type ? undefined : field?.time),
      times: time ? seen.documents : type ? 0 : (field?.times ?? 0),
      compared: time ?? (type ? undefined : field?.compared),
      zoneless: type || time ? undefined : field?.zoneless,
      exact: field?.exact ?? false,
    });
  }
  return { ...NO_OBSERVED_FIELDS, documents: seen.documents, fields };
}

export function getExpectedColumns(stages: readonly StageDraft[], observed: ObservedFields): DocumentColumn[] {
  if (stages.some((stage) => !getStageDefinition(stage).fields)) return [];
  const lastGroup = stages.findLastIndex(({ kind, enabled }) => kind === 'group' && enabled);
  const keeps = (stage: StageDraft, name: string) => {
    const { fields: kept } = getStageDefinition(stage);
    return typeof kept !== 'object' || 'produces' in kept || kept.keepsValue(stage, name);
  };
  const fields = [...getResultFields(stages, observed).fields.values()].filter(({ types }) => !types.has('json'));
  const left = fields.filter(({ name }) => stages.slice(lastGroup + 1).every((stage) => keeps(stage, name)));
  const order = ({ name }: ObservedField) => (name === 'documentID' ? 0 : 1);
  return left.sort((one, other) => order(one) - order(other)).map(createColumn);
}

function createColumn({ name, path, types, time }: ObservedField): DocumentColumn {
  const number = [...types.keys()].every((type) => type === 'number' || type === 'null');
  const id = name === 'documentID' || name === 'deviceID';
  const type = time ? 'time' : id ? 'id' : number ? 'number' : 'text';
  return { key: toFieldKey(path), label: name, path, time, type };
}

function getParentName(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

export function diffFieldNames(input: readonly JsonObject[], output: readonly JsonObject[]): StageFieldChange {
  const [old, now] = [input, output].map(
    (documents) => new Set(documents.flatMap((document) => Object.keys(document))),
  );
  const [from, to] = [[...(old ?? [])], [...(now ?? [])]];
  return {
    in: from.length,
    out: to.length,
    removed: from.filter((name) => !now?.has(name)),
    added: to.filter((name) => !old?.has(name)),
  };
}
