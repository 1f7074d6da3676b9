import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import {
  createFailingStageTaskRegistry,
  type FailingStageWithError,
  locateQueryError,
  type QueryPartError,
} from '#features/datastore/emptyResult/queryErrors.ts';
import type { ResultPage } from '#features/datastore/results/useResultPage.ts';
import { formatBytes } from '#lib/formatNumber.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { announceProgress } from '#lib/tasks/announce.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import type { ObservedFields } from '#pipeline/documents/observedFields.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { type CompileResult, compileDraft, getResultSort } from '#pipeline/draft/compileDraft.ts';
import { getPipelineQueryKey, type PipelineQuery, type QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { addRecentCollection } from '#pipeline/draft/recentCollections.ts';
import type { DraftError } from '#pipeline/draft/stages/stageBase.ts';
import type { StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { hasRelativeTimeRange } from '#pipeline/draft/timeRange.ts';
import type { PipelineSyntaxError } from '#pipeline/text/pipelineText.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useTaskState } from '#session/useBackgroundTask.ts';
import { focusAfter } from '#ui/browser/focus/focusAfter.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { createDraftStore, type InvalidPipelineText, type QueryEditorKind } from './draftStore.ts';
import { useObservedFields } from './observedFieldsStore.ts';
import {
  createQueryEditorState,
  type DraftUpdate,
  getRunBlockedReason,
  type QueryEditorAction,
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

/** Query being edited, with its runs. */
type QueryEditorContext = {
  draft: QueryDraft;
  /** Query of the draft, or what is wrong with it. */
  compiled: CompileResult;
  /** True if the draft differs from the query that was last run. */
  edited: boolean;
  /** Replaces the draft. `typing` identifies the input, so that consecutive keystrokes are one undo step. */
  change: (next: DraftUpdate, typing?: string) => void;
  /** Replaces the draft and runs it. Without `display`, the display follows from the query. */
  apply: (next: QueryDraft, display?: Partial<QueryDisplay>) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Fields of the documents seen in the draft's collection. */
  observedFields: ObservedFields;
  getError: (place: string) => DraftError | undefined;
  runs: {
    run: () => void;
    cancel: () => void;
    /** True if the last request was canceled, and the results are the same since. */
    wasCancelled: boolean;
    count: number;
    blockedReason: string | undefined;
    handleKeyDown: (event: PageKeyEvent, isOverPage: boolean) => void;
  };
  failure: {
    /** Part of the query that the service rejected. */
    rejected: QueryPartError | undefined;
    /** Stage that a search has found to fail, and the key of that search. */
    failing: FailingStageWithError | undefined;
    searchKey: string;
  };
  pane: {
    root: RefObject<HTMLElement | null>;
    opened: boolean;
    setOpened: (isOpen: boolean) => void;
    editor: QueryEditorKind;
    setEditor: (editor: QueryEditorKind) => void;
    editStage: (stage: StageDraft) => void;
    /** Text of the JSON editor that is not a pipeline. */
    invalidText: InvalidPipelineText | undefined;
    setInvalidText: (text: InvalidPipelineText | undefined) => void;
    setFault: (fault: PipelineSyntaxError | undefined) => void;
  };
};

export function useQueryEditor(applied: AppliedQuery): QueryEditorContext {
  const { savedConnectionId, state: resolved, urlQuery, pages } = applied;
  const [state, dispatch] = useQueryEditorReducer(savedConnectionId, urlQuery);
  const { undoHistory, sent, editor, invalidText } = state.stored;
  const draft = undoHistory.present;
  const compiled = useMemo(() => compileDraft(draft), [draft]);
  const root = useRef<HTMLElement>(null);
  const { apply, ...commands } = useRunCommands(applied, state, dispatch);
  const { searchKey, failing } = useFailingStage(savedConnectionId, resolved, pages);
  const rejected = locateQueryError(pages.current.error, { ...resolved, stageKeys: sent }, draft, failing);
  const complaints = state.showsErrors && !('query' in compiled) ? compiled.complaints : undefined;
  return {
    draft,
    compiled,
    edited: !('query' in compiled) || getPipelineQueryKey(compiled.query) !== state.stored.applied,
    change: useCallback((next: DraftUpdate, typing?: string) => dispatch({ type: 'change', next, typing }), [dispatch]),
    apply,
    undo: undoHistory.past.length > 0 ? () => dispatch({ type: 'undo' }) : undefined,
    redo: undoHistory.future.length > 0 ? () => dispatch({ type: 'redo' }) : undefined,
    observedFields: useObservedFields(savedConnectionId, draft.collection.trim()),
    getError: (place) => complaints?.get(place) ?? (rejected?.part === place ? toDraftError(rejected) : undefined),
    runs: {
      ...commands,
      wasCancelled: state.keptAt === getReceiptTime(pages),
      count: state.runCount,
      blockedReason: getRunBlockedReason(state),
    },
    failure: { rejected, failing, searchKey },
    pane: {
      root,
      opened: state.isOpen,
      setOpened: (isOpen) => dispatch({ type: 'setOpen', isOpen }),
      editor,
      setEditor: (editor) => dispatch({ type: 'setEditor', editor }),
      editStage: (stage) => focusAfter(() => dispatch({ type: 'showStage', stage }), ...INVALID_EDITOR_SELECTORS),
      invalidText,
      setInvalidText: (text) => dispatch({ type: 'setInvalidText', invalidText: text }),
      setFault: (fault) => dispatch({ type: 'setFault', fault }),
    },
  };
}

/** Time at which the displayed results were received, or 0 without results. */
const getReceiptTime = ({ current }: ResultPage) => current.data?.fetchedAt ?? 0;

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
  const searchKey = JSON.stringify([savedConnectionId, getPipelineQueryKey(state), state.page, current.error?.message]);
  return { searchKey, failing: useTaskState(createFailingStageTaskRegistry, searchKey).result };
}

function useRunCommands(applied: AppliedQuery, state: QueryEditorState, dispatch: DispatchAction) {
  const { savedConnectionId, urlQuery, runAt, noteRun, show, pages, shownQuery } = applied;
  const { current } = pages;
  const isPhone = useIsPhone();

  const run = (draft = state.stored.undoHistory.present, display?: Partial<QueryDisplay>) => {
    if (state.fault) return;
    const compiled = compileDraft(draft);
    if (!('query' in compiled)) {
      const isStageError = draft.stages.some(({ key }) => compiled.complaints.has(key));
      const invalidInput = '[data-query-editor] [aria-invalid="true"]';
      const refuse = () => dispatch({ type: 'refuseIncomplete', isStageError });
      return focusAfter(refuse, invalidInput, ...INVALID_EDITOR_SELECTORS);
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
      show({ ...query, ...chooseView(query, urlQuery), ...display, page: 1, off: undefined });
    else if (!isRelative) void current.refetch();
  };
  const cancel = () => {
    void pages.cancel();
    // the rows are still those of the previous query, so the URL returns to it
    const shown = current.isPlaceholderData ? shownQuery : undefined;
    dispatch({ type: 'cancel', shown: shown?.urlQuery, keptAt: getReceiptTime(pages) });
    if (!shown) return;
    if (hasRelativeTimeRange(shown.urlQuery.pipeline)) runAt(shown.urlQuery, shown.at);
    show(shown.urlQuery, true);
  };
  return {
    run: () => run(),
    apply: (next: QueryDraft, display?: Partial<QueryDisplay>) => {
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

export type QueryDisplay = ReturnType<typeof pickDisplay>;

/** Returns how a link or a saved query shows its result. */
export function pickDisplay({ view, plot, over, by, per, draw, top, sort }: DatastoreState) {
  return { view, plot, over, by, per, draw, top, sort };
}

/**
 * Shows groups as a chart at first, and documents as a table after groups. Axes of the other kind are dropped, and the
 * order of the rows if the query has a new one or another collection.
 */
function chooseView(query: PipelineQuery, before: DatastoreState): Partial<DatastoreState> {
  const [isGrouped, wasGrouped] = [query, before].map(({ pipeline }) => findResultGrouping(pipeline) !== undefined);
  if (isGrouped === wasGrouped) {
    const [order, oldOrder] = [query, before].map(({ collection, pipeline }) =>
      stringifyJson([collection, getResultSort(pipeline)]),
    );
    return order === oldOrder ? {} : { sort: undefined };
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

/** Finds the input of the stage that is wrong, or the JSON editor. */
export const INVALID_EDITOR_SELECTORS = [
  '[data-invalid] [data-focus]',
  '[data-invalid] [data-fold]',
  '[data-json-editor] [contenteditable]',
];
