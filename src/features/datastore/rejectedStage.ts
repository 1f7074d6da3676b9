import { ApiError } from '#api/apiError.ts';
import type { StageDraft } from './queryDraft.ts';

/** A stage that the service rejected, and its words; `position` is where it was when the query was run. */
export type RejectedStage = { key: string; position: number; message: string };

/**
 * A rejection whose message starts with `pipeline[N]` belongs to that stage's card, for as long as there is such a card:
 * wherever `stages` has it now, of the stages that were run.
 */
export function rejectedStage(
  error: Error | null,
  ran: readonly StageDraft[],
  stages: readonly StageDraft[],
): RejectedStage | undefined {
  const named = error instanceof ApiError && error.kind === 'invalid' && /^pipeline\[(\d+)\]/.exec(error.message);
  const position = named ? Number(named[1]) : -1;
  const key = ran[position]?.key;
  if (!error || key === undefined || !stages.some((stage) => stage.key === key)) return undefined;
  return { key, position, message: error.message };
}
