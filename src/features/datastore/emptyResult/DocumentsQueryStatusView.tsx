import { upperFirst } from '@mantine/hooks';
import { useMemo } from 'react';
import type { ApiError } from '#api/apiError.ts';
import { createRequestSnippets } from '#api/requestSnippets.ts';
import { useDatastore, useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import results from '#features/datastore/results/Results.module.css';
import { useDocumentColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { applyColumnChoice } from '#pipeline/documents/columnChoice.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { type QueryDraft, replaceStage } from '#pipeline/draft/queryDraft.ts';
import { getExpectedColumns } from '#pipeline/run/stageFieldChanges.ts';
import { useBackgroundTask } from '#session/useBackgroundTask.ts';
import { useConnection } from '#session/useSession.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyAsButtons } from '#ui/controls/CopyAsButtons.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import { formatErrorReference } from '#ui/states/ErrorDetails.tsx';
import { isInitialLoading, QueryStatusView } from '#ui/states/QueryStatusView.tsx';
import { ErrorState } from '#ui/states/States.tsx';
import { isInvalidQueryError } from './parseErrorLocation.ts';
import {
  createFailingStageTaskRegistry,
  createFailingStageTaskSpec,
  type FailingStageWithError,
  isUnlocatedStageError,
  type QueryPartError,
} from './queryErrors.ts';

export function DocumentsQueryStatusView() {
  const { state, pages, observedFields } = useDatastore();
  const { rejected, failing } = useQueryEditorContext().failure;
  const columns = useMemo(
    () => getExpectedColumns(createDraftFromQuery(state).stages, observedFields),
    [state, observedFields],
  );
  const { current } = pages;
  const { data, error, isFetching } = current;
  if (rejected) return <RejectedQueryState rejected={rejected} />;
  // a stage that was already found and then removed is not searched for again
  const found = failing !== undefined && failing.at >= 0;
  if (isUnlocatedStageError(error) && !found && !isFetching && data === undefined && state.pipeline.length > 0) {
    return <FailingStageSearch key={current.errorUpdatedAt} error={error} />;
  }
  const awaited = isInitialLoading(current);
  if (awaited && columns.length > 0) return <DocumentsSkeleton columns={columns} />;
  return (
    <div className={results['state']} data-awaited={awaited || undefined}>
      <QueryStatusView query={current} subject="the documents" />
    </div>
  );
}

function RejectedQueryState({ rejected }: { rejected: QueryPartError }) {
  const { error, refetch } = useDatastore().pages.current;
  const { draft, apply, pane } = useQueryEditorContext();
  const { part, label, message, failing } = rejected;
  const isServiceFailure = !isInvalidQueryError(error);
  const stage = draft.stages.find(({ key }) => key === part);
  const curl = useCopyAsCurl();
  return (
    <ErrorState
      silent
      title={stage ? `${upperFirst(label)} failed` : `The service rejected ${label}`}
      detail={formatErrorReference(error)}
      action={stage && { label: `Edit ${label}`, run: () => pane.editStage(stage) }}
      extraActions={
        stage && (
          <>
            <Button variant="plain" onClick={() => apply(replaceStage(draft, { ...stage, enabled: false }))}>
              Run without it
            </Button>
            {isServiceFailure && (
              <Button variant="plain" onClick={() => void refetch()}>
                Retry
              </Button>
            )}
            {curl}
          </>
        )
      }
    >
      {stage ? <p>“{message}”</p> : <p>See the message in the editor. Fix it and run the query again.</p>}
      {failing && <p>{describeFailingStage(failing, rejected, draft, isServiceFailure)}</p>}
    </ErrorState>
  );
}

function FailingStageSearch({ error }: { error: ApiError }) {
  const { state, pages } = useDatastore();
  const { fetchPage } = useQueryService();
  const { searchKey } = useQueryEditorContext().failure;
  const isRejection = isInvalidQueryError(error);
  const task = createFailingStageTaskSpec(fetchPage, state, error);
  const search = useBackgroundTask(createFailingStageTaskRegistry, searchKey, task, {
    autoStartSpec: isRejection ? task : undefined,
  });
  const { running, progress = 0, result, error: failure, start, cancel } = search;
  const curl = useCopyAsCurl();
  const verb = isRejection ? 'is rejected' : 'fails';
  return (
    <ErrorState
      silent={isRejection || running}
      title={isRejection ? 'The service rejected this query' : 'Could not load the documents'}
      detail={formatErrorReference(error)}
      action={{ label: 'Retry', run: () => void pages.current.refetch() }}
      extraActions={
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
      {running && <p>{`Finding the failing stage, ${describeRequestCount(progress)} …`}</p>}
      {failure && <p>{`Could not find the failing stage: ${failure.message}`}</p>}
      {result && (
        <p>
          {`The query ${verb} even without stages. Checked with ${describeRequestCount(result.requests, !isRejection)}.`}
        </p>
      )}
    </ErrorState>
  );
}

function describeFailingStage(
  { at, requests }: FailingStageWithError,
  { part: key, label }: QueryPartError,
  draft: QueryDraft,
  failure: boolean,
): string {
  const position = draft.stages.findIndex((stage) => stage.key === key);
  const before = draft.stages.slice(0, position).findLastIndex(({ enabled }) => enabled);
  const workingPart =
    at === 0 || before < 0 ? 'The query runs without stages' : `The pipeline up to stage ${before + 1} runs`;
  return `${workingPart}, but fails with ${label}. Checked with ${describeRequestCount(requests, failure)}.`;
}

function useCopyAsCurl() {
  const { request } = useDatastore().pages;
  const choices = createRequestSnippets(useConnection(), 'pipeline', request).filter(({ label }) => label === 'curl');
  return <CopyAsButtons formats={choices} />;
}

function describeRequestCount(requests: number, isRetried = false): string {
  const words = formatCountWithNoun(requests, 'request');
  return isRetried ? `${words}, failed ones sent twice` : words;
}

function DocumentsSkeleton({ columns: expected }: { columns: readonly DocumentColumn[] }) {
  const { savedConnectionId, state } = useDatastore();
  const { choice } = useDocumentColumnChoice(savedConnectionId, state.collection);
  const columns = useMemo(() => applyColumnChoice(expected, choice).visible, [expected, choice]);
  return (
    <DataGrid
      label="Loading documents"
      columns={{ all: columns }}
      rows={{ count: 0, getCellValue: getEmptyCell, version: columns, loading: true, busy: true }}
    />
  );
}

function getEmptyCell(): undefined {}
