import type { JsonObject } from '#lib/json/json.ts';
import type { Draft } from '#pipeline/draft/draft.ts';

/** The draft up to the stage with this key, itself included. */
export function upTo(draft: Draft, key: string): Draft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, at + 1) };
}

/** The draft up to the stage before the one with this key. */
export function before(draft: Draft, key: string): Draft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, Math.max(0, at)) };
}

/** What a stage does to the fields of the documents seen: how many go in and out, which are gone, which are new. */
export type FieldChange = { in: number; out: number; gone: readonly string[]; added: readonly string[] };

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
