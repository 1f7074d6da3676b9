import type { JsonObject } from '#lib/json/json.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { toFieldKey } from '#pipeline/documents/fieldPath.ts';
import type { ObservedField, ObservedFields } from '#pipeline/documents/observedFields.ts';
import type { QueryDraft } from '#pipeline/draft/draft.ts';
import { getStageDefinition, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';

export type StageFieldChange = { in: number; out: number; removed: readonly string[]; added: readonly string[] };

/**
 * Effect of each stage on the known fields, by stage key, as far as it can be derived: up to the first stage only the service
 * understands. Disabled stages have none.
 */
export function getStageFieldChanges(
  { stages }: QueryDraft,
  seen: ObservedFields,
): ReadonlyMap<string, StageFieldChange> {
  const changes = new Map<string, StageFieldChange>();
  if (seen.fields.size === 0) return changes;
  let fields = [...seen.fields.keys()].filter((name) => !seen.fields.has(getParentName(name)));
  for (const stage of stages) {
    if (!stage.enabled) continue;
    const { fields: kept } = getStageDefinition(stage);
    if (!kept) break;
    const out = kept === 'all' ? fields : fields.filter((name) => kept.keeps(stage, name));
    const gone = fields.filter((name) => !out.includes(name));
    changes.set(stage.key, { in: fields.length, out: out.length, removed: gone, added: [] });
    fields = out;
  }
  return changes;
}

/** Columns expected of a result; empty if unknown. */
export function getExpectedColumns(stages: readonly StageDraft[], seen: ObservedFields): DocumentColumn[] {
  if (stages.some((stage) => !getStageDefinition(stage).fields)) return [];
  const keeps = (stage: StageDraft, name: string) => {
    const { fields: kept } = getStageDefinition(stage);
    return typeof kept !== 'object' || kept.keepsValue(stage, name);
  };
  const fields = [...seen.fields.values()].filter(({ types }) => !types.has('json'));
  const left = fields.filter(({ name }) => stages.every((stage) => keeps(stage, name)));
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

/** Effect of a stage, derived from documents before and after it. */
export function computeFieldChange(into: readonly JsonObject[], out: readonly JsonObject[]): StageFieldChange {
  const [old, now] = [into, out].map((documents) => new Set(documents.flatMap((document) => Object.keys(document))));
  const [from, to] = [[...(old ?? [])], [...(now ?? [])]];
  return {
    in: from.length,
    out: to.length,
    removed: from.filter((name) => !now?.has(name)),
    added: to.filter((name) => !old?.has(name)),
  };
}
