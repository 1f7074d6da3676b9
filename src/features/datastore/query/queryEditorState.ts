import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { getPipelineQueryKey, type PipelineQuery, type QueryDraft, replaceStage } from '#pipeline/draft/queryDraft.ts';
import type { StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { createUndoHistory, pushState, redo, undo } from '#pipeline/draft/undoHistory.ts';
import type { PipelineSyntaxError } from '#pipeline/text/pipelineText.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import type { DraftEntry, InvalidPipelineText, QueryEditorKind } from './draftStore.ts';

export type LinkedQuery = PipelineQuery & Pick<DatastoreState, 'off'>;

export type QueryEditorState = {
  stored: DraftEntry;
  /** Key of a query that was just run. The URL will change to it, which must not replace the draft. */
  expected: string | undefined;
  showsErrors: boolean;
  fault: PipelineSyntaxError | undefined;
  tooLarge: { draft: QueryDraft; message: string } | undefined;
  /** Time at which the results were received that were kept by a Cancel. 0 if there were none. */
  keptAt: number | undefined;
  runCount: number;
  isOpen: boolean;
};

export type QueryEditorAction =
  | { type: 'navigate'; query: LinkedQuery }
  /** `typing` identifies the input, so that consecutive keystrokes are one undo step. */
  | { type: 'change'; next: DraftUpdate; typing?: string | undefined }
  | { type: 'undo' | 'redo' }
  | { type: 'setInvalidText'; invalidText: InvalidPipelineText | undefined }
  | { type: 'setFault'; fault: PipelineSyntaxError | undefined }
  | { type: 'setEditor'; editor: QueryEditorKind }
  | { type: 'setOpen'; isOpen: boolean }
  | { type: 'showStage'; stage: StageDraft }
  /** Reports an incomplete draft. The error of a stage is visible only on its card. */
  | { type: 'refuseIncomplete'; isStageError: boolean }
  | { type: 'refuseTooLarge'; draft: QueryDraft; message: string }
  /** `closesDrawer` closes the query drawer, which covers the results on phones. */
  | { type: 'run'; query: PipelineQuery; stageKeys: readonly string[]; closesDrawer: boolean }
  /** `shown` is the query of the displayed rows, to which the URL may return. `keptAt` is as in the state. */
  | { type: 'cancel'; shown: PipelineQuery | undefined; keptAt: number };

export type DraftUpdate = QueryDraft | ((draft: QueryDraft) => QueryDraft);

/**
 * Creates the initial state. The stored draft is used if it belongs to the query of the URL, or if the URL has no
 * query.
 */
export function createQueryEditorState(entry: DraftEntry | undefined, query: LinkedQuery): QueryEditorState {
  const applied = getPipelineQueryKey(query);
  const isKept = entry && (query.collection === '' || entry.applied === applied);
  return {
    stored: isKept ? { ...entry, applied } : createDraftEntry(query, entry?.editor),
    expected: undefined,
    showsErrors: false,
    fault: undefined,
    tooLarge: undefined,
    keptAt: undefined,
    runCount: 0,
    isOpen: false,
  };
}

export function reduceQueryEditor(state: QueryEditorState, action: QueryEditorAction): QueryEditorState {
  const { stored } = state;
  const { undoHistory } = stored;
  const store = (change: Partial<DraftEntry>) => ({ ...state, stored: { ...stored, ...change } });
  switch (action.type) {
    case 'navigate': {
      const applied = getPipelineQueryKey(action.query);
      if (stored.applied === applied) return state;
      // a later navigation to the expected query replaces the draft again
      const next = { ...state, expected: undefined };
      if (state.expected === applied) return { ...next, stored: { ...stored, applied } };
      return { ...next, showsErrors: false, stored: replaceDraftEntry(stored, action.query) };
    }
    case 'change': {
      const { next, typing } = action;
      const draft = typeof next === 'function' ? next(undoHistory.present) : next;
      return store({ undoHistory: pushState(undoHistory, draft, typing) });
    }
    case 'undo':
      return store({ undoHistory: undo(undoHistory) });
    case 'redo':
      return store({ undoHistory: redo(undoHistory) });
    case 'setInvalidText':
      return store({ invalidText: action.invalidText });
    case 'setFault':
      return { ...state, fault: action.fault };
    case 'setEditor':
      // the cards can be run even if the JSON text is still invalid
      return { ...store({ editor: action.editor }), fault: action.editor === 'builder' ? undefined : state.fault };
    case 'setOpen':
      return { ...state, isOpen: action.isOpen };
    case 'showStage': {
      const { stage } = action;
      const next = { ...state, isOpen: true };
      if (!stage.collapsed) return next;
      const draft = replaceStage(undoHistory.present, { ...stage, collapsed: false });
      return { ...next, stored: { ...stored, undoHistory: pushState(undoHistory, draft) } };
    }
    case 'refuseIncomplete':
      return { ...store({ editor: action.isStageError ? 'builder' : stored.editor }), isOpen: true, showsErrors: true };
    case 'refuseTooLarge':
      return { ...state, tooLarge: { draft: action.draft, message: action.message } };
    case 'run':
      return {
        ...store({ sent: action.stageKeys }),
        expected: getPipelineQueryKey(action.query),
        showsErrors: false,
        keptAt: undefined,
        runCount: state.runCount + 1,
        isOpen: state.isOpen && !action.closesDrawer,
      };
    case 'cancel': {
      const expected = action.shown ? getPipelineQueryKey(action.shown) : state.expected;
      return { ...state, keptAt: action.keptAt, expected };
    }
  }
}

export function getRunBlockedReason({ fault, tooLarge, stored }: QueryEditorState): string | undefined {
  if (fault) return `fix line ${fault.line} to run`;
  return tooLarge?.draft === stored.undoHistory.present ? tooLarge.message : undefined;
}

function createDraftEntry(query: LinkedQuery, editor: QueryEditorKind = 'builder'): DraftEntry {
  const draft = createDraftFromQuery(query, query.off);
  return {
    undoHistory: createUndoHistory(draft),
    sent: getEnabledStageKeys(draft),
    applied: getPipelineQueryKey(query),
    editor,
    invalidText: undefined,
  };
}

function replaceDraftEntry({ undoHistory, editor, invalidText }: DraftEntry, query: LinkedQuery): DraftEntry {
  const replaced = createDraftEntry(query, editor);
  return { ...replaced, undoHistory: pushState(undoHistory, replaced.undoHistory.present), invalidText };
}

function getEnabledStageKeys({ stages }: QueryDraft): readonly string[] {
  return stages.flatMap(({ key, enabled }) => (enabled ? key : []));
}
