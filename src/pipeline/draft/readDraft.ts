import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import type { Draft, StageDraft } from './draft.ts';
import { OPERATORS } from './operators.ts';
import { VALUE_TYPES } from './value.ts';

/** A draft that was written as JSON, or none where it is not what this console writes. */
export function readDraft(value: unknown): Draft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { collection, documentID, stages } = value;
  if (!areTexts(collection, documentID) || !Array.isArray(stages) || !stages.every(isStage)) return undefined;
  return value as Draft; // every part was just looked at
}

function isStage(value: unknown): value is StageDraft {
  if (!isJsonObject(value)) return false;
  const { key, enabled, collapsed, kind, conditions, fields, keep, documentID, text } = value;
  if (!areTexts(key) || !areFlags(enabled, collapsed)) return false;
  if (kind === 'match') return isListOf(conditions, isCondition);
  if (kind === 'project') return isListOf(fields, (one) => areTexts(one)) && areFlags(keep, documentID);
  if (kind === 'sort') return isListOf(fields, isSortField);
  return kind === 'raw' && areTexts(text);
}

function isCondition(one: unknown): boolean {
  if (!isJsonObject(one)) return false;
  const { key, field, operator, value } = one;
  return (
    areTexts(key, field) &&
    OPERATORS.some((known) => known === operator) &&
    isJsonObject(value) &&
    areTexts(value['text']) &&
    VALUE_TYPES.some((known) => known === value['type'])
  );
}

function isSortField(one: unknown): boolean {
  return isJsonObject(one) && areTexts(one['key'], one['field']) && areFlags(one['descending']);
}

function isListOf(list: JsonObject[string], is: (one: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(is);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function areFlags(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'boolean');
}
