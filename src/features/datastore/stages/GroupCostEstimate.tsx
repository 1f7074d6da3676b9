import { useDatastore, useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { compileDraft } from '#pipeline/draft/compileDraft.ts';
import { cutBeforeStage, getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { countRows } from '#pipeline/run/countRows.ts';
import { createTaskRegistryFactory, useBackgroundTask } from '#session/useBackgroundTask.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';

const GROUPED_IN_BROWSER =
  'The service cannot group, so your browser does: it reads all documents, with one request per page.';

const createGroupCostTasks = createTaskRegistryFactory<number, { requests: number }>();

export function GroupCostEstimate({ stageKey }: { stageKey: string }) {
  const { savedConnectionId, state, pages } = useDatastore();
  const { fetchPage } = useQueryService();
  const { draft } = useQueryEditorContext();
  const compiled = compileDraft(cutBeforeStage(draft, stageKey));
  const query = 'query' in compiled ? compiled.query : undefined;
  const key = JSON.stringify([savedConnectionId, query && getPipelineQueryKey(query)]);
  const estimate = useBackgroundTask(createGroupCostTasks, key, {
    title: `Estimate for ${query?.collection ?? ''}`,
    run: async ({ signal, reportProgress }) => {
      if (!query) return undefined;
      const fetchRowCount = async (page: number) => {
        const { documents, total } = await fetchPage(query, page, signal);
        return { rows: documents.length, total };
      };
      const { rows: size, total } = await fetchRowCount(1);
      if (size === 0) return { requests: 1 };
      if (total !== undefined) return { requests: Math.ceil(total / size) };
      const { rows } = await countRows({
        fetchRowCount,
        firstPageRows: size,
        requestsBefore: 1,
        signal,
        onProgress: ({ requests }) => reportProgress(requests),
      });
      return { requests: Math.ceil(rows / size) };
    },
    describeProgress: (requests) => ({ text: formatCountWithNoun(requests, 'request') }),
    createReport: ({ requests }) => ({ text: `About ${formatCountWithNoun(requests, 'request')}.` }),
  });
  // the last run shows the number of requests, so no estimate is needed
  const { inPage } = pages.current.data ?? {};
  const isLastRun = query !== undefined && inPage?.isComplete && state.collection === query.collection;
  const requests = estimate.result?.requests ?? (isLastRun ? inPage.requests : undefined);
  return (
    <p className={`${shared['hint']} ${shared['wrap']}`}>
      {requests === undefined
        ? GROUPED_IN_BROWSER
        : `${GROUPED_IN_BROWSER} About ${formatCountWithNoun(requests, 'request')}.`}
      {estimate.error && ` Could not estimate the requests: ${estimate.error.message}`}
      {requests === undefined && query && (
        <Button variant="link" size="row" loading={estimate.running} onClick={estimate.start}>
          Estimate requests
        </Button>
      )}
    </p>
  );
}
