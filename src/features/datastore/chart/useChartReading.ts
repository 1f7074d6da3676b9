import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import type { Ask } from '#features/datastore/results/usePages.ts';
import { identity } from '#features/datastore/useDraft.ts';
import { pluralize } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { TaskContext, TaskSpec } from '#lib/tasks/backgroundTask.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { ChartReading } from '#pipeline/ask/chartReading.ts';
import { KeptWorks, useKeptState } from '#session/useKeptWork.ts';
import { zoneOf } from '#ui/charts/timeScale.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { type Chosen, DAY_MS } from './chartChoice.ts';

/** Interval between renders while the chart's data is being read, in ms. */
const SHOW_MS = 300;
/** A result read in at most this many requests is read again whenever the rows are refreshed. */
const SMALL = 50;
/** Maximum number of fields that are aggregated ahead, so that they can be plotted without another read. */
const FIELDS_MAX = 12;

const readings = new KeptWorks<ChartReading, ChartReading>();

/** Reads the whole result for the chart. Returns the data so far, its progress, and functions to stop, resume and restart. */
export function useChartReading({ plots, others, axis, by, step }: Chosen) {
  const { savedId, state, pages, onScreen, ask } = useDatastore();
  const { charted, following, count } = useResults();
  const [, drawAgain] = useState(0);
  const query = onScreen?.state ?? state;
  const { data: answer, isPlaceholderData } = pages.current;
  const asOf = answer?.fetchedAt ?? 0;
  const isLocalDay = useIsLocalDay(step);
  const subject = JSON.stringify([savedId, identity(query), axis?.key, by?.key, step, isLocalDay]);
  const work = useKeptState(readings, subject);
  const begin = (before?: ChartReading) => {
    const fields = by ? plots : [...plots, ...others].slice(0, Math.max(plots.length, FIELDS_MAX));
    const now = new ChartReading(subject, asOf, { axis, by, fields, step, isLocalDay });
    charted.current = { now, before };
    return now;
  };
  // a read that continued while the page was closed
  const kept = work.progress ?? work.result;
  if (kept && charted.current.now?.subject !== subject) charted.current = { now: kept };
  let reading = charted.current.now;
  if (!reading || reading.subject !== subject || !reading.adds(plots)) reading = begin();
  else if (
    reading.done &&
    !following &&
    reading.requests <= SMALL &&
    reading.asOf !== asOf &&
    answer &&
    !isPlaceholderData
  ) {
    reading = begin(reading);
  }
  const now = reading;
  const total = answer?.total ?? count.result?.rows;
  const renewed = following ? answer?.documents : undefined;
  const start = (stopped = false) =>
    readings.begin(subject, readingOf(now, { plots, query, ask, total, renewed, stopped }));
  const begun = useRef<string>(undefined);
  const beginByItself = useEffectEvent((_: string) => {
    // cancels the read of a chart that is no longer displayed
    if (begun.current !== undefined && begun.current !== subject) readings.cancel(begun.current);
    begun.current = subject;
    if (kept === now && !following) return;
    if (following || !(now.stopped || now.done)) start(now.stopped);
  });
  // requests are side effects, so they start in an effect
  const cause = `${now.id} ${subject} ${following ? asOf : ''}`;
  useEffect(() => beginByItself(cause), [cause]);
  const running = work.running && !now.done;
  return {
    /** The displayed data: the previous read until a repeated one is done. */
    shown: (running && charted.current.before) || now,
    reading: now,
    running,
    paused: running && work.paused,
    total,
    error: work.error,
    stop: work.cancel,
    goOn: () => (work.paused ? readings.goOn(subject) : start()),
    /** True if a later first page contains other documents than the ones read. */
    outdated: now.done && !following && answer !== undefined && query.page === 1 && now.differs(answer.documents),
    again: () => {
      begin(now);
      drawAgain((times) => times + 1);
    },
  };
}

/** True for day buckets in the local zone; buckets follow the zone in which times are displayed. */
function useIsLocalDay(step: number | undefined): boolean {
  return zoneOf(useTimeMode()) === 'local' && step === DAY_MS;
}

type Reading = {
  /** The plotted fields; empty if the link names only unknown fields. */
  plots: readonly unknown[];
  query: DatastoreState;
  ask: Ask;
  total: number | undefined;
  /** The latest first page, whose new documents are added to the read. */
  renewed: readonly JsonObject[] | undefined;
  stopped: boolean;
};

function readingOf(
  reading: ChartReading,
  { plots, query, ask, total, renewed, stopped }: Reading,
): TaskSpec<ChartReading, ChartReading> {
  const { documentID, collection } = query;
  const work = async ({ signal, reportProgress: tell, waitWhilePaused }: TaskContext<ChartReading>) => {
    reading.stopped = stopped;
    signal.addEventListener('abort', () => {
      reading.stopped = true;
    });
    tell(reading);
    if (renewed && reading.pages > 0) await reading.renew(renewed);
    if (stopped || plots.length === 0) return reading;
    let shownAt = Number.NEGATIVE_INFINITY;
    await reading.read({
      // page 1 is in the query cache; the other pages are not cached
      ask: async (page, ended) => (await ask(query, page, ended, { fresh: page > 1, once: true })).documents,
      until: documentID === '' ? undefined : 1,
      signal,
      waitWhilePaused,
      onPage: () => {
        if (performance.now() - shownAt < SHOW_MS) return;
        shownAt = performance.now();
        tell(reading);
      },
    });
    return reading;
  };
  return {
    title: `Chart of ${collection}`,
    run: work,
    describeProgress: ({ documents }) => ({
      text: pluralize(documents, 'document'),
      share: total && Math.min(1, documents / total),
    }),
    createReport: ({ documents, requests }) => ({
      text: `${pluralize(documents, 'document')} are read, ${pluralize(requests, 'request')}.`,
    }),
    describeError: ({ message }) => `Not all was read: ${message}`,
    pausable: true,
  };
}
