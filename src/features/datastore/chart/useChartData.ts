import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isQueryRefusal } from '#api/apiError.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { createGroupsFetcher, type PageFetcher, type ResultPage } from '#features/datastore/results/useResultPage.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { TaskContext, TaskSpec } from '#lib/tasks/backgroundTask.ts';
import { getLocalZoneName } from '#lib/time/zones.ts';
import { type ChartOptions, DAY_MS } from '#pipeline/documents/chartOptions.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { createEmptyGroups } from '#pipeline/documents/emptyGroups.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { ChartReading } from '#pipeline/run/chartReading.ts';
import { type ChartGroupSource, getShownDocumentsMax } from '#pipeline/run/fetchChartGroups.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { createTaskRegistryFactory, useTaskState } from '#session/useBackgroundTask.ts';
import { getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import type { DatastoreState } from '#urls/datastore.ts';

const RENDER_INTERVAL_MS = 300;
const REFRESH_REQUESTS_MAX = 50;
/** Maximum number of fields aggregated in advance, so that they can be plotted without reading again. */
const AGGREGATED_FIELDS_MAX = 12;

const createChartTasks = createTaskRegistryFactory<ChartReading, ChartReading>();

export function useChartData({ plots, others, axis, by, step, groupUnit, maxGap }: ChartOptions) {
  const { savedConnectionId, state, pages, shownQuery } = useDatastore();
  const { fetchPage, bulkPageSize, supportsGroup, extensions } = useQueryService();
  const { charted, following, count } = useResults();
  const [, forceRender] = useState(0);
  const query = shownQuery?.state ?? state;
  const { data: answer, isPlaceholderData } = pages.current;
  const asOf = pages.version;
  const localZone = getAxisTimeZone(useTimeMode()) === 'local' ? 'local' : undefined;
  const dayZone = step === DAY_MS ? (axis?.zone ?? localZone) : undefined;
  const subject = JSON.stringify([savedConnectionId, getPipelineQueryKey(query), axis?.key, by?.key, step, dayZone]);
  const chartTasks = useService(createChartTasks);
  const work = useTaskState(createChartTasks, subject);
  const createReading = (before?: ChartReading) => {
    const fields = by ? plots : [...plots, ...others].slice(0, Math.max(plots.length, AGGREGATED_FIELDS_MAX));
    const now = new ChartReading(subject, asOf, { axis, by, fields, step, groupUnit, maxGap, dayZone });
    charted.current = { now, before };
    return now;
  };
  // a read that continued while the page was closed
  const kept = work.progress ?? work.result;
  if (kept && charted.current.now?.subject !== subject) charted.current = { now: kept };
  let reading = charted.current.now;
  if (!reading || reading.subject !== subject || !reading.hasFields(plots)) reading = createReading();
  else if (
    reading.isDone &&
    (!following || reading.isGrouped) &&
    reading.requestCount <= REFRESH_REQUESTS_MAX &&
    reading.asOf !== asOf &&
    answer &&
    !isPlaceholderData
  ) {
    reading = createReading(reading);
  }
  const now = reading;
  const total = answer?.total ?? count.result?.rows;
  const renewed = following ? answer?.documents : undefined;
  const canGroup = supportsGroup && !hasGroupStage(query.pipeline);
  // few documents are all on the displayed page, which the next one tells
  const isWaiting = canGroup && pages.more === 'unknown' && !pages.nextPageError;
  const start = () =>
    chartTasks.start(
      subject,
      createChartTask(now, {
        plots,
        query,
        pages,
        bulkPageSize,
        fetchPage,
        canGroup,
        canCompare: extensions.includes('operators'),
        total,
        refreshedDocuments: renewed,
      }),
    );
  const startedSubject = useRef<string>(undefined);
  const startAutomatically = useEffectEvent((_: string) => {
    // cancels the read of a chart that is no longer displayed
    if (startedSubject.current !== undefined && startedSubject.current !== subject)
      chartTasks.cancel(startedSubject.current);
    startedSubject.current = subject;
    if (isWaiting || work.paused || now.isStopped || (!following && (kept === now || now.isDone))) return;
    start();
  });
  // requests are side effects, so they start in an effect
  const cause = `${now.id} ${subject} ${following ? asOf : ''} ${isWaiting}`;
  useEffect(() => startAutomatically(cause), [cause]);
  const running = work.running && !now.isDone;
  const paused = !now.isDone && (work.paused || now.isStopped);
  return {
    shown: (running && (charted.current.before ?? now.sample?.reading)) || now,
    reading: now,
    running,
    paused,
    // reading starts shortly after the first render
    isReading: plots.length > 0 && (running || paused || (!work.error && now.pageCount === 0)),
    total,
    error: work.error,
    pause: () => chartTasks.pause(subject),
    resume: () => (work.paused ? chartTasks.resume(subject) : start()),
    outdated:
      now.isDone && !following && answer !== undefined && query.page === 1 && now.hasNewDocuments(answer.documents),
    restart: () => {
      createReading(now);
      forceRender((times) => times + 1);
    },
  };
}

type ChartTaskOptions = {
  plots: readonly DocumentColumn[];
  query: DatastoreState;
  pages: ResultPage;
  bulkPageSize: number | undefined;
  fetchPage: PageFetcher;
  canGroup: boolean;
  canCompare: boolean;
  total: number | undefined;
  refreshedDocuments: readonly JsonObject[] | undefined;
};

function createChartTask(reading: ChartReading, options: ChartTaskOptions): TaskSpec<ChartReading, ChartReading> {
  const { plots, query, pages, bulkPageSize, fetchPage, canGroup, total, refreshedDocuments } = options;
  const { documentID, collection } = query;
  const isOnePage = (pages.pageSize === undefined && documentID !== '') || (query.page === 1 && pages.more === 'no');
  const run = async ({ signal, reportProgress, waitWhilePaused }: TaskContext<ChartReading>) => {
    reading.isStopped = false;
    signal.addEventListener('abort', () => {
      reading.isStopped = true;
    });
    reportProgress(reading);
    if (refreshedDocuments && reading.pageCount > 0 && !reading.isGrouped)
      await reading.addRefreshedPage(refreshedDocuments);
    if (plots.length === 0) return reading;
    let shownAt = Number.NEGATIVE_INFINITY;
    await reading.load({
      // page 1 is in the query cache if the displayed page has the same size; the other pages are not cached
      fetchPage: async (page, ended, pageSize) =>
        (await fetchPage(query, page, ended, { fresh: page > 1 || pageSize !== pages.pageSize, once: true, pageSize }))
          .documents,
      groups:
        canGroup && !isOnePage && pages.more !== 'no'
          ? { source: createGroupSource(options), fields: plots }
          : undefined,
      pageSize: pages.pageSize ?? (isOnePage || pages.more === 'no' ? undefined : bulkPageSize),
      createEmptyGroups: isOnePage ? (groups) => createEmptyGroups(query.pipeline, groups) : undefined,
      until: isOnePage ? 1 : undefined,
      signal,
      waitWhilePaused,
      onPage: () => {
        if (performance.now() - shownAt < RENDER_INTERVAL_MS) return;
        shownAt = performance.now();
        reportProgress(reading);
      },
    });
    return reading;
  };
  return {
    title: `Chart of ${collection}`,
    run,
    describeProgress: ({ documentCount }) => ({
      text: formatCountWithNoun(documentCount, 'document'),
      share: total && Math.min(1, documentCount / total),
    }),
    createReport: ({ documentCount, requestCount }) => ({
      text: `Loaded ${formatCountWithNoun(documentCount, 'document')} in ${formatCountWithNoun(requestCount, 'request')}.`,
    }),
    describeError: ({ message }) => `Could not load all documents: ${message}`,
    pausable: true,
  };
}

function createGroupSource({ query, bulkPageSize, fetchPage, canCompare, total }: ChartTaskOptions): ChartGroupSource {
  return {
    pipeline: query.pipeline,
    fetchGroups: createGroupsFetcher(fetchPage, query),
    pageSize: bulkPageSize,
    total,
    canCompare,
    zone: getLocalZoneName(),
    documentsMax: getShownDocumentsMax(bulkPageSize),
    // documents are then read instead, with the same error if it is theirs
    isRefusal: isQueryRefusal,
  };
}
