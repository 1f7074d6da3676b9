import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { failings, rejectionOf } from '#features/datastore/noRows/rejection.ts';
import type { Pages } from '#features/datastore/results/usePages.ts';
import { type DraftState, identity, useDraft } from '#features/datastore/useDraft.ts';
import { formatBytes } from '#lib/formatNumber.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { announceProgress } from '#lib/tasks/announce.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { type Draft, type Query, replaceStage } from '#pipeline/draft/draft.ts';
import { compile } from '#pipeline/draft/query.ts';
import { rememberCollection } from '#pipeline/draft/recentCollections.ts';
import type { Complaint } from '#pipeline/draft/stages/card.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { movesOn } from '#pipeline/draft/timeRange.ts';
import type { TextFault } from '#pipeline/text/pipelineText.ts';
import { useKeptState } from '#session/useKeptWork.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { useKnownFields } from './fieldsStore.ts';

/** What is edited here: the draft, how it is run, and what is wrong with it. */
export function useEditingHere(applied: Applied) {
  const { savedId, state, linked, pages } = applied;
  const editing = useDraft(savedId, linked);
  const { draft, compiled, change, sent } = editing;
  const pane = useQueryPane();
  const { complained, ...run } = useQueryRun(applied, editing, pane);
  const seen = useKnownFields(savedId, draft.collection.trim());
  const { searched, failing } = useFailing(savedId, state, pages);
  const rejected = rejectionOf(pages.current.error, { ...state, sent }, draft, failing);
  const complaints = complained && !('query' in compiled) ? compiled.complaints : undefined;
  return {
    ...editing,
    ...run,
    pane,
    /** The fields of the collection that the draft names. */
    seen,
    rejected,
    /** The stage that the answer was found to fail with, and the search for it. */
    failing,
    searched,
    /** What is wrong with the `collection`, the `documentID`, or the stage of a key. */
    complaintAt: (place: string): Complaint | undefined =>
      complaints?.get(place) ?? (rejected?.at === place ? { message: rejected.message } : undefined),
    /** Leads to a stage that was rejected. */
    edit: (stage: StageDraft) =>
      pane.lead(() => {
        if (stage.collapsed) change(replaceStage(draft, { ...stage, collapsed: false }));
      }),
  };
}

/** What was found of the failure that there is now; one of other words has to be looked into anew. */
function useFailing(savedId: string, state: DatastoreState, { current }: Pages) {
  const searched = JSON.stringify([savedId, identity(state), state.page, current.error?.message]);
  return { searched, failing: useKeptState(failings, searched).result };
}

/** What no service takes, and no address holds, in characters. */
const PIPELINE_MAX = 1_000_000;

/** What was run last. */
type Applied = {
  savedId: string;
  state: DatastoreState;
  linked: DatastoreState;
  runAt: (query: Query, at: number) => void;
  noteRun: () => void;
  show: (change: Partial<DatastoreState>, replace?: boolean) => void;
  pages: Pages;
  onScreen: { linked: DatastoreState; at: number } | undefined;
};

/** Runs what was drafted, gives a run up, and says what became of the last one. */
function useQueryRun(applied: Applied, editing: DraftState, pane: QueryPaneState) {
  const { savedId, linked, runAt, noteRun, show, pages, onScreen } = applied;
  const { current } = pages;
  const { draft } = editing;
  const [complained, setComplained] = useState(false);
  const [fault, setFault] = useState<TextFault>();
  const [cancelled, setCancelled] = useState(false);
  const [runs, setRuns] = useState(0);
  const [tooLarge, setTooLarge] = useState<{ draft: Draft; words: string }>();

  const run = (next = draft) => {
    if (fault) return;
    const says = compile(next);
    if (!('query' in says)) {
      // of a stage its card alone says what is wrong
      const inCard = next.stages.some(({ key }) => says.complaints.has(key));
      return pane.complain(() => setComplained(true), inCard);
    }
    const { query, cards } = says;
    const words = tooMuch(query);
    if (words) return setTooLarge({ draft: next, words });
    setCancelled(false);
    setRuns(runs + 1);
    announceProgress('Running the query', 'results');
    noteRun();
    pane.showResults();
    rememberCollection(savedId, query.collection);
    editing.expect(query, cards);
    const moves = movesOn(query.pipeline);
    if (moves) runAt(query, getServiceTime());
    if (identity(query) !== identity(linked) || linked.page !== 1) show({ ...query, page: 1, off: undefined });
    else if (!moves) void current.refetch();
  };
  const cancel = () => {
    void pages.cancel();
    setCancelled(true);
    if (!current.isPlaceholderData || !onScreen) return;
    // what is shown is the query before: the link says so too
    editing.expect(onScreen.linked, editing.sent);
    if (movesOn(onScreen.linked.pipeline)) runAt(onScreen.linked, onScreen.at);
    show(onScreen.linked, true);
  };
  return {
    run: () => run(),
    /** Takes over a draft and runs it. */
    apply: (next: Draft) => {
      editing.change(next);
      run(next);
    },
    cancel,
    cancelled,
    /** Number of runs since the page was opened. */
    runs,
    /** Whether a run was refused because something is missing. */
    complained,
    /** Why nothing was or can be run. */
    waitsFor: fault ? `waits for line ${fault.line}` : tooLarge?.draft === draft ? tooLarge.words : undefined,
    /** The JSON is no pipeline, and why; nothing can be run meanwhile. */
    setFault,
    byKey: (event: PageKey, isOverPage: boolean) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
      else if (event.key === 'Escape' && current.isFetching && !event.defaultPrevented && !isOverPage) cancel();
      else return;
      event.preventDefault();
    },
  };
}

function tooMuch({ pipeline }: Query): string | undefined {
  const { length } = stringifyJson(pipeline);
  return length > PIPELINE_MAX ? `${formatBytes(length)} of stages are too much to be asked` : undefined;
}

/** A key as the browser or as React tells of it. */
type PageKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>;

type QueryPaneState = ReturnType<typeof useQueryPane>;

/** Where the query is written, on a narrow screen a drawer that is open or not; and the ways to what is wrong there. */
function useQueryPane() {
  const root = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(false);
  const [editor, setEditor] = useState<'builder' | 'json'>('builder');
  const phone = usePhone();
  const after = (change: () => void) =>
    flushSync(() => {
      change();
      setOpened(true);
    });
  return {
    root,
    opened,
    setOpened,
    /** Which of its two ways to write the pipeline is in use, also once the drawer was closed. */
    editor,
    setEditor,
    /** On a phone nothing of them is seen beside the drawer. */
    showResults: () => {
      if (phone) setOpened(false);
    },
    /** Has a complaint seen, be it about a card of the builder, and leads to it. */
    complain: (change: () => void, inCard: boolean) => {
      after(() => {
        change();
        if (inCard) setEditor('builder');
      });
      (root.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? failedField(root.current))?.focus();
    },
    /** Leads to the stage that something is wrong with. */
    lead: (change: () => void) => {
      after(change);
      failedField(root.current)?.focus();
    },
  };
}

/** Where the stage that something is wrong with is edited. */
export function failedField(root: HTMLElement | null): HTMLElement | null | undefined {
  const within = (selector: string) => root?.querySelector<HTMLElement>(selector);
  return (
    within('[data-invalid] [data-focus]') ??
    within('[data-invalid] [data-fold]') ??
    within('[aria-label="Pipeline as JSON"]')
  );
}
