import { useRef, useState } from 'react';
import type { PipelineAnswer } from '#api/pipeline.ts';
import { learnFields } from '#features/datastore/query/fieldsStore.ts';
import { identity } from '#features/datastore/useDraft.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { extended, GATHERED_MAX, type Gathered, loadRows, renewed } from '#pipeline/ask/gatheredRows.ts';
import { useWork } from '#ui/browser/useWork.ts';
import type { Ask, Pages } from './usePages.ts';

type Held = Gathered & {
  /** Query and page that they begin with. */
  subject: string;
  /** The answer that they were last renewed with. */
  answer: PipelineAnswer;
  /** The last page that is among them, and whether there is one behind it. */
  until: number;
  more: boolean;
};

type Asked = {
  savedId: string;
  state: DatastoreState;
  pages: Pages;
  ask: Ask;
  /** New rows are to come before those that are there, which stay. */
  following: boolean;
};

/** The rows that are shown: a page, and whatever was loaded behind it or has come before it since. */
export function useRows({ savedId, state, pages, ask, following }: Asked) {
  const { data: answer, isPlaceholderData } = pages.current;
  const subject = `${identity(state)} ${state.page}`;
  const [held, setHeld] = useState<Held>();
  let now = held;
  // while another query is under way, the rows of the one before stay
  if (answer && !isPlaceholderData && (held?.subject !== subject || held.answer !== answer)) {
    now = next(held, { subject, answer, page: state.page, following });
    setHeld(now);
  }
  const wanted = useRef(0);
  const loading = useWork<number, void>(subject, async (signal, tell) => {
    if (!now) return;
    let rows = now.documents;
    let shownAt = performance.now();
    const show = (until: number, behind: boolean) => {
      shownAt = performance.now();
      setHeld((old) => old && { ...old, documents: extended(old.documents, rows), until, more: behind });
    };
    let last = now.until;
    const more = await loadRows({
      ask: async (page, ended) => (await ask(state, page, ended, { once: true })).documents,
      until: now.until,
      rows: rows.length,
      wanted: wanted.current,
      signal,
      onPage: (documents, until) => {
        learnFields(savedId, state, documents);
        rows = [...rows, ...documents];
        last = until;
        tell(rows.length);
        if (performance.now() - shownAt > SHOW_MS) show(until, true);
      },
    });
    show(last, more);
  });
  return {
    documents: now?.documents ?? NO_DOCUMENTS,
    fresh: now?.fresh,
    subject: now?.subject,
    until: now?.until ?? state.page,
    more: !now || now.until === state.page ? pages.more : now.more ? ('yes' as const) : ('no' as const),
    full: (now?.documents.length ?? 0) >= GATHERED_MAX,
    loading,
    /** Loads pages behind these until there are so many rows. */
    load: (rows: number) => {
      wanted.current = rows;
      loading.start();
    },
  };
}

export type Rows = ReturnType<typeof useRows>;

/** How often rows are drawn while more are being loaded, in ms. */
const SHOW_MS = 500;

const NO_DOCUMENTS: Held['documents'] = [];

type Answered = { subject: string; answer: PipelineAnswer; page: number; following: boolean };

function next(held: Held | undefined, { subject, answer, page, following }: Answered): Held {
  const same = held?.subject === subject;
  if (!same || (!following && held.until === page)) {
    return { subject, answer, documents: answer.documents, fresh: new Set(), until: page, more: true };
  }
  return { ...held, answer, ...renewed(held, answer.documents) };
}
