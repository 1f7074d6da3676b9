import type { ApiError } from '#api/apiError.ts';
import { snippets } from '#api/snippets.ts';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { identity } from '#features/datastore/useDraft.ts';
import { counted } from '#lib/counts.ts';
import type { FailingStage } from '#pipeline/ask/failingStage.ts';
import { type Draft, replaceStage } from '#pipeline/draft/draft.ts';
import { useConnection } from '#session/session.ts';
import { useWork } from '#ui/browser/useWork.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyAs } from '#ui/controls/CopyAs.tsx';
import { problemDetail } from '#ui/states/Problem.tsx';
import { FailedState } from '#ui/states/States.tsx';
import { type Failing, findFailing, isRefusal, type Rejection } from './rejection.ts';

/** The part of the query that the service refused, which says so itself too, and the ways on. */
export function Rejected({ rejected }: { rejected: Rejection }) {
  const { error, refetch } = useDatastore().pages.current;
  const { draft, apply, edit } = useEditing();
  const { at, name, message, failing } = rejected;
  const failure = !isRefusal(error);
  const stage = draft.stages.find(({ key }) => key === at);
  const curl = useCurl();
  return (
    <FailedState
      quiet
      title={stage ? `${capitalized(name)} failed` : `The service rejected ${name}`}
      detail={problemDetail(error)}
      action={stage && { label: `Edit ${name}`, run: () => edit(stage) }}
      further={
        stage && (
          <>
            <Button look="plain" onClick={() => apply(replaceStage(draft, { ...stage, enabled: false }))}>
              Run without it
            </Button>
            {failure && (
              <Button look="plain" onClick={() => void refetch()}>
                Retry
              </Button>
            )}
            {curl}
          </>
        )
      }
    >
      {stage ? <p>“{message}”</p> : <p>It says why there. Change it and run the query again.</p>}
      {failing && <p>{failingWords(failing, rejected, draft, failure)}</p>}
    </FailedState>
  );
}

/**
 * A refusal that names no part of the query: which stage it is about is found out. A service that fails is asked more than
 * to try again only by whoever wants it.
 */
export function Unplaced({ error }: { error: ApiError }) {
  const { state, pages, ask } = useDatastore();
  const { onFailing } = useEditing();
  const { page } = state;
  const refused = isRefusal(error);
  const search = useWork<number, FailingStage>(
    `${identity(state)} ${page}`,
    async (signal, tell) => {
      const failing = await findFailing(ask, state, page, { signal, onProgress: tell });
      onFailing({ ...failing, error });
      return failing;
    },
    { atOnce: refused },
  );
  const { running, progress = 0, result, error: failure, start, cancel } = search;
  const curl = useCurl();
  const how = refused ? 'is refused' : 'fails';
  return (
    <FailedState
      quiet={refused || running}
      title={refused ? 'The service refuses this query' : 'Could not load the documents'}
      detail={problemDetail(error)}
      action={{ label: 'Retry', run: () => void pages.current.refetch() }}
      further={
        <>
          {running ? (
            <Button onClick={cancel}>Cancel</Button>
          ) : (
            !result && <Button onClick={start}>Find the failing stage</Button>
          )}
          {curl}
        </>
      }
    >
      <p>“{error.message}”</p>
      {running && <p>Looking for the stage it fails with, {requestsWords(progress)} …</p>}
      {failure && <p>Which stage it fails with could not be found out: {failure.message}</p>}
      {result && (
        <p>
          It {how} without its stages too. Found with {requestsWords(result.requests, !refused)}.
        </p>
      )}
    </FailedState>
  );
}

/** The stages that are off were not sent, and are not spoken of. */
function failingWords({ at, requests }: Failing, { at: key, name }: Rejection, draft: Draft, failure: boolean): string {
  const position = draft.stages.findIndex((stage) => stage.key === key);
  const before = draft.stages.slice(0, position).findLastIndex(({ enabled }) => enabled);
  const runs =
    at === 0 || before < 0 ? 'Without any stage the query runs' : `The pipeline up to stage ${before + 1} runs`;
  return `${runs}; with ${name} it fails. Found with ${requestsWords(requests, failure)}.`;
}

function useCurl() {
  const { request } = useDatastore().pages;
  const choices = snippets(useConnection(), 'pipeline', request).filter(({ label }) => label === 'curl');
  return <CopyAs choices={choices} />;
}

/** A request that a service fails over is sent again before it counts as failed. */
function requestsWords(requests: number, repeated = false): string {
  const words = counted(requests, 'request');
  return repeated ? `${words}, each tried again where it failed` : words;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
