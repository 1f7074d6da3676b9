import { useInterval } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import type { PipelineResult } from '#api/fetchPipeline.ts';
import { isOutageError } from '#api/outageRecovery.ts';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { DocumentsQueryStatusView } from '#features/datastore/emptyResult/DocumentsQueryStatusView.tsx';
import { EmptyResult, PageOutOfRange } from '#features/datastore/emptyResult/EmptyResult.tsx';
import { BrowserGroupingStatus } from '#features/datastore/groups/BrowserGroupingStatus.tsx';
import { describePeriodBefore } from '#features/datastore/groups/usePeriodBefore.ts';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { describeQuery } from '#features/datastore/query/QueryPane.tsx';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { autoRefreshSetting } from '#lib/time/autoRefreshSetting.ts';
import { hasTimeKey } from '#pipeline/documents/resultGrouping.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { findDocumentIndex, LOADED_ROWS_MAX } from '#pipeline/run/loadedRows.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Notice } from '#ui/notices/Notice.tsx';
import { StatusBar } from '#ui/page/Bars.tsx';
import { withProvider } from '#ui/page/createProvider.tsx';
import { LinearProgress } from '#ui/states/LinearProgress.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { JsonViewer } from '#ui/viewers/JsonViewer.tsx';
import type { DatastoreView } from '#urls/datastore.ts';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import classes from './Results.module.css';
import { ResultsProvider, useResults } from './ResultsProvider.tsx';
import { ResultsToolbar } from './ResultsToolbar.tsx';
import { RowCounter } from './RowCounter.tsx';
import type { ResultPage } from './useResultPage.ts';
import type { ResultRows } from './useResultRows.ts';
import { timeHistogramSetting, useTimeHistogramField } from './useTimeHistogramField.ts';

const ResultChart = lazyComponent(async () => (await import('#features/datastore/chart/ResultChart.tsx')).ResultChart, {
  fallback: () => <Skeleton label="Loading the chart" rows={6} />,
});

const GroupBars = lazyComponent(async () => (await import('#features/datastore/groups/GroupBars.tsx')).GroupBars, {
  fallback: () => <Skeleton label="Loading the chart" rows={6} />,
});

const DocumentHistogram = lazyComponent(async () => (await import('./DocumentHistogram.tsx')).DocumentHistogram, {
  fallback: () => <div className={classes['histogram']} />,
});

export const Results = withProvider(ResultsProvider, ResultsContent);

function ResultsContent() {
  const { state, pages } = useDatastore();
  const { count: runCount, wasCancelled } = useQueryEditorContext().runs;
  const { rows, sorted, following } = useResults();
  const [refreshInterval] = useSetting(autoRefreshSetting);
  const { data, error, isFetching, isPlaceholderData } = pages.current;
  const [opened, setOpened] = useState<JsonObject>();
  // a refresh moves documents and replaces their objects
  const openedRow = useMemo(() => (opened ? findDocumentIndex(sorted, opened) : -1), [sorted, opened]);
  const settled = data !== undefined && !isPlaceholderData;
  const isEmpty = settled && data.documents.length === 0 && rows.documents.length === 0;
  // the rows of the previous query stay visible when the next query fails
  const showsPreviousRows = data === undefined && error !== null && rows.documents.length > 0;
  // the chart reads all pages and has its own status line
  const isRanked = useIsRanked();
  const showsChart = useShownView() === 'chart' && rows.documents.length > 0 && !isRanked;
  const isGrouped = useResultGroups() !== undefined;
  const lastPageRedirect = useLastPageRedirect();
  const newCount = rows.fresh?.size ?? 0;
  const isComplete = settled && !isFetching && !rows.loading.running;
  const message = isComplete ? getResultMessage(rows, state.page, pages, runCount) : undefined;
  const isCancelled = wasCancelled && !isFetching;
  useAnnouncement(isCancelled ? 'Canceled; the results are unchanged' : message, 'results', runCount);
  useAnnouncement(newCount > 0 ? formatCountWithNoun(newCount, 'new document') : '', 'new documents');
  return (
    <>
      {following && refreshInterval === 0 && <FollowRefresh />}
      {isFetching && <LinearProgress label="Running" />}
      <ResultsToolbar />
      <BrowserGroupingStatus />
      <DocumentsQueryStatusView />
      {showsPreviousRows && <PreviousQueryNotice />}
      {(data || showsPreviousRows) && (
        <div className={classes['split']}>
          <ResultsView onOpen={setOpened}>
            {isEmpty && state.page > 1 && <PageOutOfRange onFound={lastPageRedirect.redirectTo} />}
            {isEmpty && state.page === 1 && <EmptyResult />}
          </ResultsView>
          {openedRow >= 0 && (
            <DocumentDrawer
              row={openedRow}
              onRowChange={(row) => setOpened(sorted[row])}
              onClose={() => setOpened(undefined)}
            />
          )}
        </div>
      )}
      {settled && rows.documents.length > 0 && !showsChart && (
        <div className={`${classes['more']} ${shared['wrap']}`}>
          <LoadMore />
          {data.total === undefined && !(isGrouped && rows.more === 'no') && <RowCounter />}
        </div>
      )}
      {data && !showsChart && <ResultsStatus data={data} />}
      {settled && lastPageRedirect.notice}
    </>
  );
}

const FOLLOW_INTERVAL_MS = 10_000;

/** Refreshes the results in follow mode, unless the user chose an interval. */
function FollowRefresh() {
  const { current } = useDatastore().pages;
  const refresh = () => {
    if (document.visibilityState === 'visible' && !isOutageError(current.error))
      void current.refetch({ cancelRefetch: false });
  };
  useInterval(refresh, FOLLOW_INTERVAL_MS, { autoInvoke: true });
  return null;
}

/** View of the displayed rows. The previous query keeps its view while the next one runs, so that its chart is not reloaded. */
function useShownView(): DatastoreView {
  const { state, shownQuery } = useDatastore();
  return (shownQuery?.urlQuery ?? state).view;
}

function useIsRanked(): boolean {
  const result = useResultGroups();
  return result !== undefined && !hasTimeKey(result.groups);
}

function getResultMessage(
  { documents, more }: ResultRows,
  page: number,
  { firstRow: first, current }: ResultPage,
  runs: number,
): string {
  if (documents.length === 0) return runs > 0 ? 'No documents' : '';
  const total = current.data?.total;
  const end = total !== undefined ? ` of ${formatCount(total)}` : more === 'no' ? ', the end' : '';
  if (first === undefined) return `Page ${formatCount(page)}, ${formatCountWithNoun(documents.length, 'row')}${end}`;
  return `rows ${formatCount(first)}–${formatCount(first + documents.length - 1)}${end}`;
}

function useLastPageRedirect() {
  const { state, show } = useDatastore();
  const { page } = state;
  const [redirect, setLanded] = useState<{ from: number; to: number }>();
  const redirectTo = (to: number) => {
    setLanded({ from: page, to });
    show({ page: to }, true);
  };
  const notice = redirect?.to === page && (
    <Notice title={`Page ${formatCount(redirect.from)} does not exist.`} onDismiss={() => setLanded(undefined)}>
      {`Showing the last page, ${formatCount(redirect.to)}.`}
    </Notice>
  );
  return { redirectTo, notice };
}

function ResultsView({ onOpen, children }: { onOpen: (document: JsonObject) => void; children: ReactNode }) {
  const { pages } = useDatastore();
  const view = useShownView();
  const { documents } = useResults().rows;
  const { data, isFetching, isPlaceholderData } = pages.current;
  const { invalidCount = 0 } = data ?? {};
  const isRanked = useIsRanked();
  const timeField = useTimeHistogramField();
  const [showsHistogram] = useSetting(timeHistogramSetting);
  const histogramField = showsHistogram ? timeField : undefined;
  return (
    <div
      className={classes['answer']}
      data-old={isPlaceholderData || data === undefined || undefined}
      aria-busy={isFetching}
    >
      {children}
      {documents.length > 0 && view === 'table' && histogramField && <DocumentHistogram field={histogramField} />}
      {documents.length > 0 && view === 'table' && <DocumentTable onOpen={onOpen} />}
      {documents.length > 0 && view === 'json' && <JsonViewer value={documents} label="documents" fill />}
      {documents.length > 0 && view === 'chart' && (isRanked ? <GroupBars /> : <ResultChart />)}
      {invalidCount > 0 && (
        <p className={classes['damaged']}>
          {invalidCount === 1
            ? '1 entry on this page is not a document and was skipped.'
            : `${invalidCount} entries on this page are not documents and were skipped.`}
        </p>
      )}
    </div>
  );
}

function PreviousQueryNotice() {
  const { shownQuery } = useDatastore();
  if (!shownQuery) return null;
  return (
    <p className={`${classes['more']} ${shared['wrap']}`}>
      <Tag tone="attention">rows of the previous query</Tag>
      {describeQuery(createDraftFromQuery(shownQuery.urlQuery))}
    </p>
  );
}

function LoadMore() {
  const { documents, more, isFull, loading, loadMore } = useResults().rows;
  if (loading.running) {
    return (
      <>
        <span>{`${formatCount(loading.rows)} rows loaded`}</span>
        <Button onClick={loading.cancel} aria-label="Cancel loading">
          Cancel
        </Button>
      </>
    );
  }
  if (isFull) return <span>{`This view can hold up to ${formatCount(LOADED_ROWS_MAX)} rows.`}</span>;
  if (more !== 'yes' && !loading.error) return null;
  const amounts = [1000, LOADED_ROWS_MAX].filter((amount) => amount > documents.length);
  return (
    <>
      {loading.error && <span>{`Could not load all rows: ${loading.error.message}`}</span>}
      <Button variant="link" onClick={() => loadMore(documents.length + 1)}>
        Load more
      </Button>
      {amounts.map((amount) => (
        <Button key={amount} variant="link" onClick={() => loadMore(amount)}>
          <span data-spoken="phone">Load </span>up to {formatCount(amount)}
        </Button>
      ))}
    </>
  );
}

function ResultsStatus({ data }: { data: PipelineResult }) {
  const { page } = useDatastore().state;
  const { rows, totals, arrangement, following, count, periodBefore } = useResults();
  const { documents, until, more, fresh } = rows;
  // requests of the running or finished count
  const requests = (count.result ?? count.progress)?.requests;
  const pages = until > page ? `pages ${formatCount(page)}–${formatCount(until)}` : `page ${formatCount(page)}`;
  const nextPageText = more === 'yes' && until === page ? ` · page ${formatCount(page + 1)} is ready` : '';
  const groups = useResultGroups()?.groups;
  const { inPage } = data;
  const counted = groups?.values.find(({ operator }) => operator === '$count');
  const groupedCount = inPage?.documents ?? (counted && totals?.sums[counted.name]);
  const followText = following && fresh ? ` · following, ${formatCount(fresh.size)} new` : '';
  return (
    <StatusBar
      wraps
      aside={
        <span className={classes['cost']}>
          {groups && !inPage && 'grouped by the service · '}
          {inPage
            ? `grouped in your browser with ${formatCountWithNoun(inPage.requests, 'request')}`
            : `${formatCount(data.bytes)} bytes in ${Math.round(data.latency)} ms`}
          {nextPageText}
        </span>
      }
    >
      {groups ? (
        <>
          {formatCountWithNoun(documents.length, 'group')}
          {typeof groupedCount === 'number' && ` of ${formatCountWithNoun(groupedCount, 'document')}`}
        </>
      ) : (
        formatCountWithNoun(documents.length, 'document')
      )}
      , {arrangement.fieldCount} fields · {pages}
      {describePeriodBefore(periodBefore)}
      {followText}
      {requests !== undefined && (
        <span className={classes['narrow']} aria-hidden>
          {` · counted with ${formatCountWithNoun(requests, 'request')}`}
        </span>
      )}
    </StatusBar>
  );
}
