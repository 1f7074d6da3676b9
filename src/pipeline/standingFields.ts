import type { Draft, StageDraft } from './draft.ts';
import type { FieldsSeen } from './fieldsSeen.ts';
import type { FieldChange } from './peek.ts';

/**
 * What each stage does to the fields of the documents seen, by the stage's key, as far as that is known without asking:
 * not after a stage that only the service understands. One that is switched off does nothing.
 */
export function standingFields({ stages }: Draft, seen: FieldsSeen): ReadonlyMap<string, FieldChange> {
  const changes = new Map<string, FieldChange>();
  if (seen.fields.size === 0) return changes;
  let fields = [...seen.fields.keys()].filter((name) => !seen.fields.has(parentOf(name)));
  for (const stage of stages) {
    if (!stage.enabled) continue;
    if (stage.kind === 'raw') break;
    const out = stage.kind === 'project' ? fields.filter((name) => keeps(stage, name)) : fields;
    const gone = fields.filter((name) => !out.includes(name));
    changes.set(stage.key, { in: fields.length, out: out.length, gone, added: [] });
    fields = out;
  }
  return changes;
}

function keeps({ keep, fields, documentID }: Extract<StageDraft, { kind: 'project' }>, name: string): boolean {
  if (name === 'documentID' && keep) return documentID;
  // of an object some members may be named
  const named = fields.some((field) => field === name || (keep && field.startsWith(`${name}.`)));
  return keep ? named || fields.length === 0 : !named;
}

/** The name before the last dot; members of objects are seen by dotted names. */
function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
