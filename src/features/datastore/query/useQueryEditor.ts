import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { failingStageTasks, locateQueryError } from '#features/datastore/emptyResult/queryErrors.ts';
import type { ResultPages } from '#features/datastore/results/useResultPages.ts';
import { type DraftState, getQueryKey, useDraft } from '#features/datastore/useDraft.ts';
import { formatBytes } from '#lib/formatNumber.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { announceProgress } from '#lib/tasks/announce.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { compileDraft } from '#pipeline/draft/compileDraft.ts';
import { type PipelineQuery, type QueryDraft, replaceStage } from '#pipeline/draft/draft.ts';
import { addRecentCollection } from '#pipeline/draft/recentCollections.ts';
import type { DraftError } from '#pipeline/draft/stages/stageBase.ts';
import type { StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { hasRelativeTimeRange } from '#pipeline/draft/timeRange.ts';
import type { PipelineSyntaxError } from '#pipeline/text/pipelineText.ts';
import { useTaskState } from '#session/useBackgroundTask.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { useKnownFields } from './fieldsStore.ts';

export function useQueryEditor(applied: AppliedQuery) {
  const { savedId, state, linked, pages } = applied;
  const editing = useDraft(savedId, linked);
  const { draft, compiled, change, sent } = editing;
  const pane = useQueryPane();
  const { showsErrors, ...run } = useQueryRun(applied, editing, pane);
  const seen = useKnownFields(savedId, draft.collection.trim());
  const { taskKey, failing } = useFailingStage(savedId, state, pages);
  const rejected = locateQueryError(pages.current.error, { ...state, stageKeys: sent }, draft, failing);
  const complaints = showsErrors && !('query' in compiled) ? compiled.complaints : undefined;
  return {
    ...editing,
    ...run,
    pane,
    seen,
    rejected,
    failing,
    searched: taskKey,
    /** Returns the error of `collection`, of `documentID`, or of the stage with this key. */
    getError: (place: string): DraftError | undefined =>
      complaints?.get(place) ?? (rejected?.part === place ? { message: rejected.message } : undefined),
    editStage: (stage: StageDraft) =>
      pane.focusInvalidStage(() => {
        if (stage.collapsed) change(replaceStage(draft, { ...stage, collapsed: false }));
      }),
  };
}

function useFailingStage(savedId: string, state: DatastoreState, { current }: ResultPages) {
  const taskKey = JSON.stringify([savedId, getQueryKey(state), state.page, current.error?.message]);
  return { taskKey, failing: useTaskState(failingStageTasks, taskKey).result };
}

/** Maximum size of a pipeline, in characters: no service accepts more, and no URL holds more. */
const PIPELINE_LENGTH_MAX = 1_000_000;

type AppliedQuery = {
  savedId: string;
  state: DatastoreState;
  linked: DatastoreState;
  runAt: (query: PipelineQuery, at: number) => void;
  noteRun: () => void;
  show: (change: Partial<DatastoreState>, replace?: boolean) => void;
  pages: ResultPages;
  onScreen: { linked: DatastoreState; at: number } | undefined;
};

function useQueryRun(applied: AppliedQuery, editing: DraftState, pane: QueryPaneState) {
  const { savedId, linked, runAt, noteRun, show, pages, onScreen } = applied;
  const { current } = pages;
  const { draft } = editing;
  const [showsErrors, setShowsErrors] = useState(false);
  const [fault, setFault] = useState<PipelineSyntaxError>();
  const [cancelled, setCancelled] = useState(false);
  const [runCount, setRunCount] = useState(0);
  const [tooLarge, setTooLarge] = useState<{ draft: QueryDraft; sizeError: string }>();

  const run = (next = draft) => {
    if (fault) return;
    const compiled = compileDraft(next);
    if (!('query' in compiled)) {
      // the error of a stage is visible only on its card
      const isStageError = next.stages.some(({ key }) => compiled.complaints.has(key));
      return pane.focusFirstError(() => setShowsErrors(true), isStageError);
    }
    const { query, cards } = compiled;
    const words = getSizeError(query);
    if (words) return setTooLarge({ draft: next, sizeError: words });
    setCancelled(false);
    setRunCount(runCount + 1);
    announceProgress('Running the query', 'results');
    noteRun();
    pane.showResults();
    addRecentCollection(savedId, query.collection);
    editing.expectQuery(query, cards);
    const isRelative = hasRelativeTimeRange(query.pipeline);
    if (isRelative) runAt(query, getServiceTime());
    if (getQueryKey(query) !== getQueryKey(linked) || linked.page !== 1) show({ ...query, page: 1, off: undefined });
    else if (!isRelative) void current.refetch();
  };
  const cancel = () => {
    void pages.cancel();
    setCancelled(true);
    if (!current.isPlaceholderData || !onScreen) return;
    // the rows are still those of the previous query, so the URL returns to it
    editing.expectQuery(onScreen.linked, editing.sent);
    if (hasRelativeTimeRange(onScreen.linked.pipeline)) runAt(onScreen.linked, onScreen.at);
    show(onScreen.linked, true);
  };
  return {
    run: () => run(),
    apply: (next: QueryDraft) => {
      editing.change(next);
      run(next);
    },
    cancel,
    cancelled,
    runCount,
    /** True after a run was refused because the draft is incomplete. */
    showsErrors: showsErrors,
    blockedReason: fault ? `fix line ${fault.line} to run` : tooLarge?.draft === draft ? tooLarge.sizeError : undefined,
    /** Sets the error of the JSON text; while it is set, Run is disabled. */
    setFault,
    handleKeyDown: (event: PageKeyEvent, isOverPage: boolean) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
      else if (event.key === 'Escape' && current.isFetching && !event.defaultPrevented && !isOverPage) cancel();
      else return;
      event.preventDefault();
    },
  };
}

function getSizeError({ pipeline }: PipelineQuery): string | undefined {
  const { length } = stringifyJson(pipeline);
  return length > PIPELINE_LENGTH_MAX ? `${formatBytes(length)} of stages is too large to send` : undefined;
}

type PageKeyEvent = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>;

type QueryPaneState = ReturnType<typeof useQueryPane>;

function useQueryPane() {
  const root = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(false);
  const [editor, setEditor] = useState<'builder' | 'json'>('builder');
  const phone = useIsPhone();
  const openAfter = (change: () => void) =>
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
    focusFirstError: (change: () => void, inCard: boolean) => {
      openAfter(() => {
        change();
        if (inCard) setEditor('builder');
      });
      (root.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? findInvalidField(root.current))?.focus();
    },
    /** Opens the pane and focuses the invalid stage. */
    focusInvalidStage: (change: () => void) => {
      openAfter(change);
      findInvalidField(root.current)?.focus();
    },
  };
}

/** Returns the element that edits the invalid stage. */
export function findInvalidField(root: HTMLElement | null): HTMLElement | null | undefined {
  const findElement = (selector: string) => root?.querySelector<HTMLElement>(selector);
  return (
    findElement('[data-invalid] [data-focus]') ??
    findElement('[data-invalid] [data-fold]') ??
    findElement('[aria-label="Pipeline as JSON"]')
  );
}
