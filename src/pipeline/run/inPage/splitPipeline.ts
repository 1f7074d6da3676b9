import { formatJsonPointer, formatMemberPath } from '#contract/stageErrors.ts';
import { findStageError } from '#contract/stages.ts';
import { isJsonObject, type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import type { PlainStage } from '#pipeline/draft/stages/stageBase.ts';
import { findGroupStageIndex } from './findGroupStageIndex.ts';

/** Stage that cannot run in the page. `at` is a JSON Pointer to its invalid member. */
export class InPageStageError extends Error {
  override readonly name = 'InPageStageError';
  readonly at: string;

  constructor(message: string, at: string) {
    super(message);
    this.at = at;
  }
}

/**
 * Splits a pipeline before its first group stage: the first part is sent to the service, the second part runs in the
 * page.
 * @throws InPageStageError if a stage of the second part is invalid
 */
export function splitPipeline(pipeline: readonly OrderedJsonObject[]): {
  sent: readonly OrderedJsonObject[];
  local: readonly PlainStage[];
} {
  const at = findGroupStageIndex(pipeline);
  return {
    sent: pipeline.slice(0, at),
    local: pipeline.slice(at).map((stage, index) => parseStage(stage, at + index)),
  };
}

function parseStage(stage: OrderedJsonObject, position: number): PlainStage {
  const plain = parseJson(stringifyJson(stage));
  const error = findStageError(plain);
  if (!error && isPlainStage(plain)) return plain;
  const path = ['pipeline', position, ...(error?.path ?? [])];
  throw new InPageStageError(`${formatMemberPath(path)}: ${error?.problem ?? 'invalid.'}`, formatJsonPointer(path));
}

function isPlainStage(stage: unknown): stage is PlainStage {
  return isJsonObject(stage);
}
