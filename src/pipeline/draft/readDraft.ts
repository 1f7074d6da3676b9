import { isJsonObject } from '#lib/json/json.ts';
import { areFlags, areTexts } from '#pipeline/draft/stages/card.ts';
import { kindOf, STAGE_KINDS } from '#pipeline/draft/stages/kinds.ts';
import type { Draft } from './draft.ts';

/** A draft that was written as JSON, or none where it is not what this console writes. */
export function readDraft(value: unknown): Draft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { collection, documentID, stages } = value;
  if (!areTexts(collection, documentID) || !Array.isArray(stages) || !stages.every(isStage)) return undefined;
  return value as Draft; // every part was just looked at
}

function isStage(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { key, enabled, collapsed } = value;
  const kind = STAGE_KINDS.find((name) => name === value['kind']);
  return kind !== undefined && areTexts(key) && areFlags(enabled, collapsed) && kindOf({ kind }).isKept(value);
}
