import { useState } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { useResults } from '#features/datastore/results/ResultsPlace.tsx';
import { identity } from '#features/datastore/useDraft.ts';
import { ChartReading } from '#pipeline/ask/chartReading.ts';
import { useWork } from '#ui/browser/useWork.ts';
import type { Chosen } from './chartChoice.ts';

/** How often the chart is drawn while it is being read, in ms. */
const SHOW_MS = 300;
/** What took no more requests is read again whenever its rows are. */
const SMALL = 50;
/** Fields that are added up beside those that are drawn, so that they can be drawn without reading anew. */
const FIELDS_MAX = 12;

/** The whole result, read for the chart: what there is of it, how far it is, and the ways to stop, go on and read anew. */
export function useChartReading({ plots, others, axis, by }: Chosen) {
  const { state, pages, onScreen, ask } = useDatastore();
  const { charted, following } = useResults();
  const [, drawAgain] = useState(0);
  const query = onScreen?.state ?? state;
  const { data: answer, isPlaceholderData } = pages.current;
  const asOf = answer?.fetchedAt ?? 0;
  const subject = `${identity(query)} over ${axis?.key ?? ''} by ${by?.key ?? ''}`;
  const begin = (before?: ChartReading) => {
    const fields = by ? plots : [...plots, ...others].slice(0, Math.max(plots.length, FIELDS_MAX));
    charted.current = { now: new ChartReading(subject, asOf, { axis, by, fields }), before };
  };
  const { now } = charted.current;
  if (!now || now.subject !== subject || !now.adds(plots)) begin();
  else if (now.done && !following && now.requests <= SMALL && now.asOf !== asOf && !isPlaceholderData) begin(now);
  const reading = charted.current.now ?? new ChartReading(subject, asOf, { axis, by, fields: plots });
  const { documentID } = query;
  const work = useWork<number, void>(
    `${reading.id} ${following ? asOf : ''}`,
    async (signal, tell) => {
      if (following && answer && reading.pages > 0) await reading.renew(answer.documents);
      if (reading.stopped) return;
      let shownAt = Number.NEGATIVE_INFINITY;
      await reading.read({
        // the first page is there already; of the others the cache keeps none
        ask: async (page, ended) => (await ask(query, page, ended, { fresh: page > 1, once: true })).documents,
        until: documentID === '' ? undefined : 1,
        signal,
        onPage: () => {
          if (performance.now() - shownAt < SHOW_MS) return;
          shownAt = performance.now();
          tell(reading.pages);
        },
      });
    },
    { atOnce: true },
  );
  const { before } = charted.current;
  return {
    /** What is drawn: while it is read anew, what was read before. */
    shown: before && work.running && !reading.done ? before : reading,
    reading,
    running: work.running && !reading.done,
    error: work.error,
    stop: () => {
      reading.stopped = true;
      work.cancel();
    },
    goOn: () => {
      reading.stopped = false;
      work.start();
    },
    /** Whether a first page that came since holds other documents. */
    outdated:
      reading.done && !following && answer !== undefined && query.page === 1 && reading.differs(answer.documents),
    again: () => {
      begin(reading);
      drawAgain((times) => times + 1);
    },
  };
}
