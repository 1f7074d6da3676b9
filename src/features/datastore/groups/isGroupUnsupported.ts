import { ApiError } from '#api/apiError.ts';
import { parseErrorLocation } from '#features/datastore/emptyResult/parseErrorLocation.ts';
import type { OrderedJsonObject } from '#lib/json/json.ts';
import { findGroupStageIndex } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { InPageStageError, splitPipeline } from '#pipeline/run/inPage/splitPipeline.ts';

/** Codes of errors about the amount of work, which another way to group does not avoid. */
const COST_CODES: readonly (string | undefined)[] = ['QUERY-TOO-COSTLY', 'QUERY-TIMEOUT', 'PAGE-TOO-LARGE'];

/**
 * True if the service does not run group stages at all, although it claims so. False if it rejects a part of a stage,
 * which is then shown on its card.
 */
export function isGroupUnsupported(error: unknown, pipeline: readonly OrderedJsonObject[]): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'invalid' || COST_CODES.includes(error.code)) return false;
  if (!isValidInPage(pipeline)) return false;
  const { part, path } = parseErrorLocation(error);
  if (part === undefined) return !/^(pipeline|nPage|pageSize)\b/.test(error.message);
  if (part !== findGroupStageIndex(pipeline)) return false;
  if (error.at !== undefined) return path.length === 0 || path.join() === 'type';
  return !/^pipeline\[\d+\]\.(?!type\b)/.test(error.message);
}

function isValidInPage(pipeline: readonly OrderedJsonObject[]): boolean {
  try {
    splitPipeline(pipeline);
    return true;
  } catch (error) {
    if (error instanceof InPageStageError) return false;
    throw error;
  }
}
