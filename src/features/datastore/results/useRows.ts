import { useEffect, useState } from 'react';
import type { PipelineAnswer } from '#api/pipeline.ts';
import { learnFields } from '#features/datastore/query/fieldsStore.ts';
import { identity } from '#features/datastore/useDraft.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import type { TaskContext, TaskSpec } from '#lib/tasks/backgroundTask.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { extended, GATHERED_MAX, loadRows, renewed } from '#pipeline/ask/gatheredRows.ts';
import { KeptWorks, useKeptState } from '#session/useKeptWork.ts';
import { type Held, leaveRows, leftRows, type Reached } from './leftRows.ts';
import type { Ask, Pages } from './usePages.ts';

type Asked = {
  savedId: string;
  state: DatastoreState;
  pages: Pages;
  ask: Ask;
  /** True to insert new rows above the existing ones instead of replacing them. */
  following: boolean;
};

export function useRows({ savedId, state, pages, ask, following }: Asked) {
  const { data: answer, isPlaceholderData } = pages.current;
  const subject = `${identity(state)} ${state.page}`;
  const key = JSON.stringify([savedId, subject]);
  const [held, setHeld] = useState<Held>();
  let now = held;
  // the previous rows stay while another query is pending
  if (answer && !isPlaceholderData && (held?.subject !== subject || held.answer !== answer)) {
    now = next(held ?? leftRows(key)?.held, { subject, answer, page: state.page, following });
    setHeld(now);
  }
  const loading = useKeptState(loads, key);
  const loaded = loading.progress ?? loading.result;
  // adds the pages of a running load, also those loaded while the page was closed
  if (loaded && now?.subject === subject && isFurther(loaded.reached, now.reached)) {
    const { documents, reached } = loaded;
    now = { ...now, documents: extended(now.documents, documents), reached };
    setHeld(now);
  }
  const keptAs = JSON.stringify([savedId, now?.subject]);
  // kept outside React, so that they outlive the page
  useEffect(() => {
    if (now) leaveRows(keptAs, { held: now });
  }, [keptAs, now]);
  return {
    documents: now?.documents ?? NO_DOCUMENTS,
    fresh: now?.fresh,
    subject: now?.subject,
    key: keptAs,
    until: now?.reached.until ?? state.page,
    more: !now || now.reached.until === state.page ? pages.more : now.reached.more ? ('yes' as const) : ('no' as const),
    full: (now?.documents.length ?? 0) >= GATHERED_MAX,
    loading: { ...loading, rows: loading.progress?.rows ?? now?.documents.length ?? 0 },
    load: (wanted: number) => now && loads.begin(key, loadingOf({ savedId, state, ask, held: now, wanted })),
  };
}

export type Rows = ReturnType<typeof useRows>;

/** Loaded rows to display, and `rows`, the current total including rows not displayed yet. */
type Loaded = { documents: Held['documents']; reached: Reached; rows: number };

const loads = new KeptWorks<Loaded, Loaded>();

type Loading = Pick<Asked, 'savedId' | 'state' | 'ask'> & { held: Held; wanted: number };

/** Creates the task that loads further pages; it continues after the page is left. */
function loadingOf({ savedId, state, ask, held, wanted }: Loading): TaskSpec<Loaded, Loaded> {
  const work = async ({ signal, reportProgress: tell, waitWhilePaused }: TaskContext<Loaded>) => {
    let shownAt = performance.now();
    let { documents } = held;
    let { until } = held.reached;
    let shown = { documents, reached: held.reached };
    const more = await loadRows({
      ask: async (page, ended) => {
        await waitWhilePaused();
        return (await ask(state, page, ended, { once: true })).documents;
      },
      until,
      rows: documents.length,
      wanted,
      signal,
      onPage: (page, last) => {
        learnFields(savedId, state, page);
        documents = [...documents, ...page];
        until = last;
        if (performance.now() - shownAt > SHOW_MS) {
          shownAt = performance.now();
          shown = { documents, reached: { until, more: true } };
        }
        tell({ ...shown, rows: documents.length });
      },
    });
    return { documents, reached: { until, more }, rows: documents.length };
  };
  return {
    title: `Rows of ${state.collection}`,
    run: work,
    describeProgress: ({ rows }) => ({
      text: `${formatCount(rows)} of ${formatCount(wanted)} rows`,
      share: rows / wanted,
    }),
    createReport: ({ rows }) => ({ text: `${pluralize(rows, 'row')} are loaded.` }),
    describeError: ({ message }) => `Not all were loaded: ${message}`,
    pausable: true,
  };
}

/** Interval between renders while rows are being loaded, in ms. */
const SHOW_MS = 500;

const NO_DOCUMENTS: Held['documents'] = [];

function isFurther(one: Reached, other: Reached): boolean {
  return one.until === other.until ? other.more && !one.more : one.until > other.until;
}

type Answered = { subject: string; answer: PipelineAnswer; page: number; following: boolean };

function next(held: Held | undefined, { subject, answer, page, following }: Answered): Held {
  const same = held?.subject === subject;
  if (!same || (!following && held.reached.until === page)) {
    return { subject, answer, documents: answer.documents, fresh: new Set(), reached: { until: page, more: true } };
  }
  return { ...held, answer, ...renewed(held, answer.documents) };
}
