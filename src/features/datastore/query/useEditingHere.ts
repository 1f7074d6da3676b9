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
    seen,
    rejected,
    failing,
    searched,
    /** Returns the error of `collection`, of `documentID`, or of the stage with this key. */
    complaintAt: (place: string): Complaint | undefined =>
      complaints?.get(place) ?? (rejected?.at === place ? { message: rejected.message } : undefined),
    edit: (stage: StageDraft) =>
      pane.lead(() => {
        if (stage.collapsed) change(replaceStage(draft, { ...stage, collapsed: false }));
      }),
  };
}

function useFailing(savedId: string, state: DatastoreState, { current }: Pages) {
  const searched = JSON.stringify([savedId, identity(state), state.page, current.error?.message]);
  return { searched, failing: useKeptState(failings, searched).result };
}

/** Maximum size of a pipeline, in characters: no service accepts more, and no URL holds more. */
const PIPELINE_MAX = 1_000_000;

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
      // the error of a stage is visible only on its card
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
    // the rows are still those of the previous query, so the URL returns to it
    editing.expect(onScreen.linked, editing.sent);
    if (movesOn(onScreen.linked.pipeline)) runAt(onScreen.linked, onScreen.at);
    show(onScreen.linked, true);
  };
  return {
    run: () => run(),
    apply: (next: Draft) => {
      editing.change(next);
      run(next);
    },
    cancel,
    cancelled,
    runs,
    /** True after a run was refused because the draft is incomplete. */
    complained,
    waitsFor: fault ? `waits for line ${fault.line}` : tooLarge?.draft === draft ? tooLarge.words : undefined,
    /** Sets the error of the JSON text; while it is set, Run is disabled. */
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

type PageKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>;

type QueryPaneState = ReturnType<typeof useQueryPane>;

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
    editor,
    setEditor,
    /** On a phone the drawer covers the results, so it closes. */
    showResults: () => {
      if (phone) setOpened(false);
    },
    /** Opens the pane and focuses the first invalid field; switches to the builder if the error is on a card. */
    complain: (change: () => void, inCard: boolean) => {
      after(() => {
        change();
        if (inCard) setEditor('builder');
      });
      (root.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? failedField(root.current))?.focus();
    },
    /** Opens the pane and focuses the invalid stage. */
    lead: (change: () => void) => {
      after(change);
      failedField(root.current)?.focus();
    },
  };
}

/** Returns the element that edits the invalid stage. */
export function failedField(root: HTMLElement | null): HTMLElement | null | undefined {
  const within = (selector: string) => root?.querySelector<HTMLElement>(selector);
  return (
    within('[data-invalid] [data-focus]') ??
    within('[data-invalid] [data-fold]') ??
    within('[aria-label="Pipeline as JSON"]')
  );
}
