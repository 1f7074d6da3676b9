import { upperFirst } from '@mantine/hooks';
import { useMemo } from 'react';
import type { ApiError } from '#api/apiError.ts';
import { snippets } from '#api/snippets.ts';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import results from '#features/datastore/results/Results.module.css';
import { useColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { knownColumns } from '#pipeline/ask/standingFields.ts';
import { arranged } from '#pipeline/documents/columnChoice.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { type Draft, replaceStage } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/query.ts';
import { useConnection } from '#session/session.ts';
import { useKeptWork } from '#session/useKeptWork.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyAs } from '#ui/controls/CopyAs.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import { problemDetail } from '#ui/states/Problem.tsx';
import { isAwaited, QueryState } from '#ui/states/QueryState.tsx';
import { FailedState } from '#ui/states/States.tsx';
import { createFailureSearch, type Failing, failings, isRefusal, isUnplaced, type Rejection } from './rejection.ts';

export function Trouble() {
  const { state, pages, seen } = useDatastore();
  const { rejected, failing } = useEditing();
  const columns = useMemo(() => knownColumns(draftOf(state).stages, seen), [state, seen]);
  const { current } = pages;
  const { data, error, isFetching } = current;
  if (rejected) return <Rejected rejected={rejected} />;
  // a stage that was already found and then removed is not searched for again
  const found = failing !== undefined && failing.at >= 0;
  if (isUnplaced(error) && !found && !isFetching && data === undefined && state.pipeline.length > 0) {
    return <Unplaced key={current.errorUpdatedAt} error={error} />;
  }
  const awaited = isAwaited(current);
  if (awaited && columns.length > 0) return <AwaitedTable columns={columns} />;
  return (
    <div className={results['state']} data-awaited={awaited || undefined}>
      <QueryState query={current} subject="the documents" />
    </div>
  );
}

function Rejected({ rejected }: { rejected: Rejection }) {
  const { error, refetch } = useDatastore().pages.current;
  const { draft, apply, edit } = useEditing();
  const { at, name, message, failing } = rejected;
  const failure = !isRefusal(error);
  const stage = draft.stages.find(({ key }) => key === at);
  const curl = useCurl();
  return (
    <FailedState
      quiet
      title={stage ? `${upperFirst(name)} failed` : `The service rejected ${name}`}
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

/** Finds the stage behind an error that names none: automatically for a rejection, on demand for a service failure. */
function Unplaced({ error }: { error: ApiError }) {
  const { state, pages, ask } = useDatastore();
  const { searched } = useEditing();
  const refused = isRefusal(error);
  const wish = createFailureSearch(ask, state, error);
  const search = useKeptWork(failings, searched, wish, { byItself: refused ? wish : undefined });
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

/** Disabled stages were not sent, so the sentence skips them. */
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

/** `repeated`: a request that fails with a service error is retried before it counts as failed. */
function requestsWords(requests: number, repeated = false): string {
  const words = pluralize(requests, 'request');
  return repeated ? `${words}, each tried again where it failed` : words;
}

/** Skeleton grid of pending documents, with the columns known from other documents of the collection. */
function AwaitedTable({ columns: expected }: { columns: readonly DocumentColumn[] }) {
  const { savedId, state } = useDatastore();
  const { choice } = useColumnChoice(savedId, state.collection);
  const columns = useMemo(() => arranged(expected, choice).visible, [expected, choice]);
  return (
    <DataGrid
      label="Documents to come"
      columns={{ all: columns }}
      rows={{ count: 0, cell: nothing, version: columns, waiting: true, busy: true }}
    />
  );
}

function nothing(): undefined {}
