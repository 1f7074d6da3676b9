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

/** How often the chart is drawn while it is being read, in ms. */
const SHOW_MS = 300;
/** What took no more requests is read again whenever its rows are. */
const SMALL = 50;
/** Fields that are added up beside those that are drawn, so that they can be drawn without reading anew. */
const FIELDS_MAX = 12;

/** Readings that are under way, which go on where the page is left. */
const readings = new KeptWorks<ChartReading, ChartReading>();

/** The whole result, read for the chart: what there is of it, how far it is, and the ways to stop, go on and read anew. */
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
  // one that went on while the page was elsewhere
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
    // what is drawn here no more is of no use
    if (begun.current !== undefined && begun.current !== subject) readings.cancel(begun.current);
    begun.current = subject;
    if (kept === now && !following) return;
    if (following || !(now.stopped || now.done)) start(now.stopped);
  });
  // requests are the network's
  const cause = `${now.id} ${subject} ${following ? asOf : ''}`;
  useEffect(() => beginByItself(cause), [cause]);
  const running = work.running && !now.done;
  return {
    /** What is drawn: while it is read anew, what was read before. */
    shown: (running && charted.current.before) || now,
    reading: now,
    running,
    paused: running && work.paused,
    total,
    error: work.error,
    stop: work.cancel,
    goOn: () => (work.paused ? readings.goOn(subject) : start()),
    /** Whether a first page that came since holds other documents. */
    outdated: now.done && !following && answer !== undefined && query.page === 1 && now.differs(answer.documents),
    again: () => {
      begin(now);
      drawAgain((times) => times + 1);
    },
  };
}

/** Whether stretches are days of the local zone: days follow the zone that the page writes times in. */
function useIsLocalDay(step: number | undefined): boolean {
  return zoneOf(useTimeMode()) === 'local' && step === DAY_MS;
}

type Reading = {
  /** The fields that are drawn: a link may name some that no document has. */
  plots: readonly unknown[];
  query: DatastoreState;
  ask: Ask;
  /** How many documents there are, where that is known. */
  total: number | undefined;
  /** The first page as it is by now, where what is new on it is to be taken. */
  renewed: readonly JsonObject[] | undefined;
  /** Whether it is to read nothing else. */
  stopped: boolean;
};

/** Reading the result on, to its end. */
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
      // the first page is there already; of the others the cache keeps none
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
