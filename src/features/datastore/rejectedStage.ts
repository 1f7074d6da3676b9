import { ApiError } from '#api/apiError.ts';
import type { Complaints, StageDraft } from './queryDraft.ts';

/** A rejection whose message starts with `pipeline[N]` belongs to that stage's card. */
export function rejectedStage(error: Error | null, stages: readonly StageDraft[]): Complaints {
  const position = error instanceof ApiError && error.kind === 'invalid' && /^pipeline\[(\d+)\]/.exec(error.message);
  const stage = position ? stages[Number(position[1])] : undefined;
  return new Map(stage && error ? [[stage.key, error.message]] : []);
}
