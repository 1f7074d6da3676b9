import { useCallback, useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  createFailingStageTaskRegistry,
  locateQueryError,
  type QueryPartError,
} from '#features/datastore/emptyResult/queryErrors.ts';
import type { ResultPage } from '#features/datastore/results/useResultPage.ts';
import { createDraftStore, type UnappliedPipelineText } from '#features/datastore/savedQueries/draftStore.ts';
import { formatBytes } from '#lib/formatNumber.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { announceProgress } from '#lib/tasks/announce.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { compileDraft, getResultSort } from '#pipeline/draft/compileDraft.ts';
import { getPipelineQueryKey, type PipelineQuery, type QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { addRecentCollection } from '#pipeline/draft/recentCollections.ts';
import type { DraftError } from '#pipeline/draft/stages/stageBase.ts';
import type { StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { hasRelativeTimeRange } from '#pipeline/draft/timeRange.ts';
import type { PipelineSyntaxError } from '#pipeline/text/pipelineText.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useTaskState } from '#session/useBackgroundTask.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { useObservedFields } from './observedFieldsStore.ts';
import {
  createQueryEditorState,
  type DraftUpdate,
  getRunBlockedReason,
  type QueryEditorAction,
  type QueryEditorKind,
  type QueryEditorState,
  reduceQueryEditor,
} from './queryEditorState.ts';

type AppliedQuery = {
  savedConnectionId: string;
  state: DatastoreState;
  urlQuery: DatastoreState;
  runAt: (query: PipelineQuery, at: number) => void;
  noteRun: () => void;
  show: (change: Partial<DatastoreState>, replace?: boolean) => void;
  pages: ResultPage;
  shownQuery: { urlQuery: DatastoreState; at: number } | undefined;
};

export function useQueryEditor(applied: AppliedQuery) {
  const { savedConnectionId, state: resolved, urlQuery, pages } = applied;
  const [state, dispatch] = useQueryEditorReducer(savedConnectionId, urlQuery);
  const { undoHistory, sent, invalidText } = state.stored;
  const draft = undoHistory.present;
  const compiled = useMemo(() => compileDraft(draft), [draft]);
  const root = useRef<HTMLElement>(null);
  const commands = useRunCommands(applied, { state, dispatch, root });
  const observedFields = useObservedFields(savedConnectionId, draft.collection.trim());
  const { taskKey, failing } = useFailingStage(savedConnectionId, resolved, pages);
  const rejected = locateQueryError(pages.current.error, { ...resolved, stageKeys: sent }, draft, failing);
  const complaints = state.showsErrors && !('query' in compiled) ? compiled.complaints : undefined;
  return {
    ...commands,
    draft,
    compiled,
    edited: !('query' in compiled) || getPipelineQueryKey(compiled.query) !== state.stored.applied,
    change: useCallback((next: DraftUpdate, typing?: string) => dispatch({ type: 'change', next, typing }), [dispatch]),
    undo: undoHistory.past.length > 0 ? () => dispatch({ type: 'undo' }) : undefined,
    redo: undoHistory.future.length > 0 ? () => dispatch({ type: 'redo' }) : undefined,
    invalidText,
    setInvalidText: (text: UnappliedPipelineText | undefined) =>
      dispatch({ type: 'setInvalidText', invalidText: text }),
    setFault: (fault: PipelineSyntaxError | undefined) => dispatch({ type: 'setFault', fault }),
    cancelled: state.cancelled,
    runCount: state.runCount,
    blockedReason: getRunBlockedReason(state),
    pane: {
      root,
      opened: state.isOpen,
      setOpened: (isOpen: boolean) => dispatch({ type: 'setOpen', isOpen }),
      editor: state.editor,
      setEditor: (editor: QueryEditorKind) => dispatch({ type: 'setEditor', editor }),
    },
    observedFields,
    rejected,
    failing,
    searched: taskKey,
    getError: (place: string): DraftError | undefined =>
      complaints?.get(place) ?? (rejected?.part === place ? toDraftError(rejected) : undefined),
    editStage: (stage: StageDraft) =>
      focusAfter(
        () => dispatch({ type: 'showStage', stage }),
        () => findInvalidEditorElement(root.current),
      ),
  };
}

function toDraftError({ message, row }: QueryPartError): DraftError {
  return { message, ...(row !== undefined && { row }) };
}

type DispatchAction = (action: QueryEditorAction) => void;

function useQueryEditorReducer(
  savedConnectionId: string,
  urlQuery: DatastoreState,
): [QueryEditorState, DispatchAction] {
  const draftStore = useService(createDraftStore);
  const [state, update] = useDerivedState(
    () => createQueryEditorState(draftStore.get(savedConnectionId), urlQuery),
    (before) => reduceQueryEditor(before, { type: 'navigate', query: urlQuery }),
  );
  const dispatch: DispatchAction = useCallback(
    (action) => update((before) => reduceQueryEditor(before, action)),
    [update],
  );
  const { stored } = state;
  // stored outside React, so that it outlives the page and a reload
  useEffect(() => draftStore.set(savedConnectionId, stored), [draftStore, savedConnectionId, stored]);
  return [state, dispatch];
}

function useFailingStage(savedConnectionId: string, state: DatastoreState, { current }: ResultPage) {
  const taskKey = JSON.stringify([savedConnectionId, getPipelineQueryKey(state), state.page, current.error?.message]);
  return { taskKey, failing: useTaskState(createFailingStageTaskRegistry, taskKey).result };
}

type QueryEditor = {
  state: QueryEditorState;
  dispatch: DispatchAction;
  root: { readonly current: HTMLElement | null };
};

function useRunCommands(applied: AppliedQuery, { state, dispatch, root }: QueryEditor) {
  const { savedConnectionId, urlQuery, runAt, noteRun, show, pages, shownQuery } = applied;
  const { current } = pages;
  const isPhone = useIsPhone();

  const run = (draft = state.stored.undoHistory.present, display?: QueryDisplay) => {
    if (state.fault) return;
    const compiled = compileDraft(draft);
    if (!('query' in compiled)) {
      const isStageError = draft.stages.some(({ key }) => compiled.complaints.has(key));
      focusAfter(
        () => dispatch({ type: 'refuseIncomplete', isStageError }),
        () =>
          root.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? findInvalidEditorElement(root.current),
      );
      return;
    }
    const { query, cards } = compiled;
    const message = getSizeError(query);
    if (message) return dispatch({ type: 'refuseTooLarge', draft, message });
    announceProgress('Running the query', 'results');
    noteRun();
    addRecentCollection(savedConnectionId, query.collection);
    dispatch({ type: 'run', query, stageKeys: cards, closesDrawer: isPhone });
    const isRelative = hasRelativeTimeRange(query.pipeline);
    if (isRelative) runAt(query, getServiceTime());
    if (display || getPipelineQueryKey(query) !== getPipelineQueryKey(urlQuery) || urlQuery.page !== 1)
      show({
        ...query,
        ...(display ? { ...NO_DISPLAY, ...display } : chooseView(query, urlQuery)),
        page: 1,
        off: undefined,
      });
    else if (!isRelative) void current.refetch();
  };
  const cancel = () => {
    void pages.cancel();
    // the rows are still those of the previous query, so the URL returns to it
    const shown = current.isPlaceholderData ? shownQuery : undefined;
    dispatch({ type: 'cancel', shown: shown?.urlQuery });
    if (!shown) return;
    if (hasRelativeTimeRange(shown.urlQuery.pipeline)) runAt(shown.urlQuery, shown.at);
    show(shown.urlQuery, true);
  };
  return {
    run: () => run(),
    apply: (next: QueryDraft, display?: QueryDisplay) => {
      dispatch({ type: 'change', next });
      run(next, display);
    },
    cancel,
    handleKeyDown: (event: PageKeyEvent, isOverPage: boolean) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
      else if (event.key === 'Escape' && current.isFetching && !event.defaultPrevented && !isOverPage) cancel();
      else return;
      event.preventDefault();
    },
  };
}

/** How a saved query shows its result. */
export type QueryDisplay = Pick<DatastoreState, 'view' | keyof typeof NO_DISPLAY>;

const NO_DISPLAY = {
  plot: undefined,
  over: undefined,
  by: undefined,
  per: undefined,
  draw: undefined,
  top: undefined,
  sort: undefined,
};

/**
 * Shows groups as a chart at first, and documents as a table after groups. Axes of the other kind are dropped, and the
 * order of the rows if the query has a new one.
 */
function chooseView(query: PipelineQuery, before: DatastoreState): Partial<DatastoreState> {
  const [isGrouped, wasGrouped] = [query, before].map(({ pipeline }) => findResultGrouping(pipeline) !== undefined);
  if (isGrouped === wasGrouped) {
    const [sort, oldSort] = [query, before].map(({ pipeline }) => stringifyJson(getResultSort(pipeline)));
    return sort === oldSort ? {} : { sort: undefined };
  }
  const [from, to] = isGrouped ? (['table', 'chart'] as const) : (['chart', 'table'] as const);
  const view = before.view === from ? to : before.view;
  return { view, plot: undefined, by: undefined, sort: undefined, ...(!isGrouped && { top: undefined }) };
}

type PageKeyEvent = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'preventDefault'>;

const PIPELINE_LENGTH_MAX = 1_000_000;

function getSizeError({ pipeline }: PipelineQuery): string | undefined {
  const { length } = stringifyJson(pipeline);
  return length > PIPELINE_LENGTH_MAX ? `${formatBytes(length)} of stages is too large to send` : undefined;
}

/** Renders a change synchronously, then focuses an element that the change may have rendered. */
function focusAfter(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}

export function findInvalidEditorElement(root: HTMLElement | null): HTMLElement | null | undefined {
  const findElement = (selector: string) => root?.querySelector<HTMLElement>(selector);
  return (
    findElement('[data-invalid] [data-focus]') ??
    findElement('[data-invalid] [data-fold]') ??
    findElement('[aria-label="Pipeline as JSON"]')
  );
}
