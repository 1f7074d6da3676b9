import { ApiError } from '#api/apiError.ts';
import type { Ask } from '#features/datastore/results/usePages.ts';
import { pluralize } from '#lib/formatNumber.ts';
import type { TaskSpec } from '#lib/tasks/backgroundTask.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { type FailingStage, failingStage } from '#pipeline/ask/failingStage.ts';
import type { Draft, Query } from '#pipeline/draft/draft.ts';
import { KeptWorks } from '#session/useKeptWork.ts';

/** What the service rejected of the query that was run last, and its words. */
export type Rejection = {
  /** Where it says so: `collection`, `documentID`, or a stage's key. */
  at: string;
  /** In a sentence, such as `stage 2`: a card is called by the number that it bears now. */
  name: string;
  message: string;
  /** What its card was found by, where the service had not named it. */
  failing?: Failing | undefined;
};

/** The stage that an error was found to be about. */
export type Failing = FailingStage & { error: Error };

/** The query that was run, and the keys of the cards that its stages were sent from. */
type Ran = { collection: string; documentID: string; sent: readonly string[] };

/** Whether the service refused what it was asked, not who asks; a service that fails or is away refuses nothing. */
export function isRefusal(error: unknown): error is ApiError {
  return mayBeAStage(error) && (error.status ?? 0) < 500;
}

/** Whether a part of the query may be to blame: refused, or failed over, which only another try tells. */
export function mayBeAStage(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'invalid' || error.kind === 'serviceFailed');
}

/**
 * A rejection that names a part of the query belongs to that part, for as long as it is there as it was run: `collection`
 * and `index.documentID` to their inputs, `pipeline[N]` to that stage's card, wherever it has been moved since. One that
 * names none belongs to the stage that was found to be `failing`.
 */
export function rejectionOf(error: Error | null, ran: Ran, draft: Draft, failing?: Failing): Rejection | undefined {
  if (!mayBeAStage(error)) return undefined;
  const { message } = error;
  const place = placeOf(error);
  if (place === 'collection' || place === 'documentID') {
    return draft[place].trim() === ran[place] ? { at: place, name: `the ${place}`, message } : undefined;
  }
  const searched = place === undefined && failing?.error.message === message ? failing : undefined;
  const key = ran.sent[place ?? searched?.at ?? -1];
  const position = draft.stages.findIndex((stage) => stage.key === key);
  if (key === undefined || position < 0) return undefined;
  return { at: key, name: `stage ${position + 1}`, message, failing: searched };
}

/** Whether it has to be found out which stage the service refused or fails over. */
export function isUnplaced(error: Error | null): error is ApiError {
  return mayBeAStage(error) && placeOf(error) === undefined && !isOfWhole(error);
}

/**
 * Finds the stage that a page of a query is refused for, or that the service fails over.
 * @throws ApiError when it could not be found out
 */
export function findFailing(
  ask: Ask,
  query: Query,
  page: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (requests: number) => void },
): Promise<FailingStage> {
  const { pipeline } = query;
  const refuses = async (first: number) => {
    try {
      await ask({ ...query, pipeline: pipeline.slice(0, first) }, page, signal);
      return false;
    } catch (error) {
      if (mayBeAStage(error)) return true;
      throw error;
    }
  };
  return failingStage({ stages: pipeline.length, refuses, signal, onProgress });
}

/** Searches for failing stages, by query and page. */
export const failings = new KeptWorks<number, Failing>();

/** The search for the stage that a page of a query fails with. */
export function searchOf(ask: Ask, query: DatastoreState, error: Error): TaskSpec<number, Failing> {
  return {
    title: `Failing stage of ${query.collection}`,
    run: async ({ signal, reportProgress: tell }) => ({
      ...(await findFailing(ask, query, query.page, { signal, onProgress: tell })),
      error,
    }),
    describeProgress: (requests) => ({ text: pluralize(requests, 'request') }),
    createReport: ({ at, requests }) => ({
      text: `${at < 0 ? 'It fails without its stages too.' : 'Datastore shows it.'} Found with ${pluralize(requests, 'request')}.`,
    }),
    describeError: ({ message }) => `It could not be found out: ${message}`,
  };
}

/** True for a refusal of the number of stages or of the page, which no single stage causes. */
function isOfWhole(error: ApiError): boolean {
  return isRefusal(error) && /^(pipeline(?!\[)|nPage)\b/.test(error.message);
}

/** What a refusal's message begins with the name of: an input, or the place of a stage among those sent. */
function placeOf(error: ApiError): 'collection' | 'documentID' | number | undefined {
  if (!isRefusal(error)) return undefined;
  const { message } = error;
  if (/^collection\b/i.test(message)) return 'collection';
  if (/^index\b/.test(message)) return 'documentID';
  const position = /^pipeline\[(\d+)\]/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
}
