import type { JsonObject } from '#lib/json/json.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { fieldKey } from '#pipeline/documents/fieldPath.ts';
import type { FieldsSeen, SeenField } from '#pipeline/documents/fieldsSeen.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { kindOf, type StageDraft } from '#pipeline/draft/stages/kinds.ts';

export type FieldChange = { in: number; out: number; gone: readonly string[]; added: readonly string[] };

/**
 * Effect of each stage on the known fields, by stage key, as far as it can be derived: up to the first stage only the service
 * understands. Disabled stages have none.
 */
export function standingFields({ stages }: Draft, seen: FieldsSeen): ReadonlyMap<string, FieldChange> {
  const changes = new Map<string, FieldChange>();
  if (seen.fields.size === 0) return changes;
  let fields = [...seen.fields.keys()].filter((name) => !seen.fields.has(parentOf(name)));
  for (const stage of stages) {
    if (!stage.enabled) continue;
    const { fields: kept } = kindOf(stage);
    if (!kept) break;
    const out = kept === 'all' ? fields : fields.filter((name) => kept.keeps(stage, name));
    const gone = fields.filter((name) => !out.includes(name));
    changes.set(stage.key, { in: fields.length, out: out.length, gone, added: [] });
    fields = out;
  }
  return changes;
}

/** Columns expected of a result; empty if unknown. */
export function knownColumns(stages: readonly StageDraft[], seen: FieldsSeen): DocumentColumn[] {
  if (stages.some((stage) => !kindOf(stage).fields)) return [];
  const keeps = (stage: StageDraft, name: string) => {
    const { fields: kept } = kindOf(stage);
    return typeof kept !== 'object' || kept.keepsValue(stage, name);
  };
  const fields = [...seen.fields.values()].filter(({ types }) => !types.has('json'));
  const left = fields.filter(({ name }) => stages.every((stage) => keeps(stage, name)));
  const order = ({ name }: SeenField) => (name === 'documentID' ? 0 : 1);
  return left.sort((one, other) => order(one) - order(other)).map(columnOf);
}

function columnOf({ name, path, types, time }: SeenField): DocumentColumn {
  const number = [...types.keys()].every((type) => type === 'number' || type === 'null');
  const id = name === 'documentID' || name === 'deviceID';
  const type = time ? 'time' : id ? 'id' : number ? 'number' : 'text';
  return { key: fieldKey(path), label: name, path, time, type };
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/** Effect of a stage, derived from documents before and after it. */
export function fieldChange(into: readonly JsonObject[], out: readonly JsonObject[]): FieldChange {
  const [old, now] = [into, out].map((documents) => new Set(documents.flatMap((document) => Object.keys(document))));
  const [from, to] = [[...(old ?? [])], [...(now ?? [])]];
  return {
    in: from.length,
    out: to.length,
    gone: from.filter((name) => !now?.has(name)),
    added: to.filter((name) => !old?.has(name)),
  };
}
