import { isJsonObject, stringifyJson } from '#lib/json/json.ts';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { areBooleans, areStrings } from '#pipeline/draft/stages/stageBase.ts';
import { getStageDefinition, STAGE_KINDS, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { createUndoHistory, type UndoHistory } from '#pipeline/draft/undoHistory.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';

export type InvalidPipelineText = { text: string; draft: QueryDraft };

export type QueryEditorKind = 'builder' | 'json';

/** Draft with its undo history. `sent` holds the stage keys of the last run, `applied` the key of its query. */
export type DraftEntry = {
  undoHistory: UndoHistory<QueryDraft>;
  sent: readonly string[];
  applied: string;
  editor: QueryEditorKind;
  invalidText: InvalidPipelineText | undefined;
};

const STORAGE_KEY = 'draft';

/** Limits of the stored undo history, for undo and redo each: number of steps, and total characters. */
const UNDO_STEPS_MAX = 50;
const UNDO_LENGTH_MAX = 500_000;

const STORABLE_LENGTH_MAX = 1_000_000;

/** Drafts by saved connection. Kept after a reload and until sign-out. */
export class DraftStore {
  readonly #session: SessionStore;
  readonly #drafts = new Map<string, DraftEntry>();
  readonly #stageLengths = new WeakMap<StageDraft, number>();

  constructor(session: SessionStore) {
    this.#session = session;
    session.subscribe(() => {
      const { connection, rejected } = session.getSession();
      // rejected credentials keep the drafts for the next sign-in
      if (connection || rejected) return;
      this.#drafts.clear();
      session.setLargeWorkGuard(false);
    });
    session.registerUnloadData(STORAGE_KEY, (savedConnectionId) => this.#serialize(savedConnectionId));
  }

  get(savedConnectionId: string): DraftEntry | undefined {
    return this.#drafts.get(savedConnectionId) ?? parseStoredDraft(this.#session.restoreUnloadData(STORAGE_KEY));
  }

  set(savedConnectionId: string, draft: DraftEntry): void {
    this.#drafts.set(savedConnectionId, draft);
    const { undoHistory, invalidText } = draft;
    const length = this.#measureDraft(undoHistory.present) + (invalidText?.text.length ?? 0);
    this.#session.setLargeWorkGuard(length > STORABLE_LENGTH_MAX);
  }

  #measureDraft({ stages }: QueryDraft): number {
    return stages.reduce((sum, stage) => {
      const length = this.#stageLengths.get(stage) ?? stringifyJson(stage).length;
      this.#stageLengths.set(stage, length);
      return sum + length;
    }, 0);
  }

  #serialize(savedConnectionId: string): unknown {
    const draft = this.#drafts.get(savedConnectionId);
    if (!draft) return undefined;
    const { undoHistory, invalidText, ...rest } = draft;
    const [past, future] = [takeNearestSteps([...undoHistory.past].reverse()), takeNearestSteps(undoHistory.future)];
    // text that belongs to another draft is only a copy to restore, so it is not stored
    return { ...rest, draft: undoHistory.present, past, future, text: invalidText?.text };
  }
}

export function createDraftStore(services: ServiceContainer): DraftStore {
  return new DraftStore(services.get(createSessionStore));
}

function takeNearestSteps(steps: readonly QueryDraft[]): readonly QueryDraft[] {
  let length = 0;
  const end = steps.slice(0, UNDO_STEPS_MAX).findIndex((step) => {
    length += stringifyJson(step).length;
    return length > UNDO_LENGTH_MAX;
  });
  return steps.slice(0, end < 0 ? UNDO_STEPS_MAX : end);
}

function parseStoredDraft(left: unknown): DraftEntry | undefined {
  if (!isJsonObject(left)) return undefined;
  const { sent, applied, editor, text } = left;
  const draft = parseDraft(left['draft']);
  if (!draft || !Array.isArray(sent) || typeof applied !== 'string') return undefined;
  return {
    undoHistory: {
      ...createUndoHistory(draft),
      past: parseSteps(left['past']).reverse(),
      future: parseSteps(left['future']),
    },
    sent: sent.filter((key) => typeof key === 'string'),
    applied,
    editor: editor === 'json' ? editor : 'builder',
    invalidText: typeof text === 'string' ? { text, draft } : undefined,
  };
}

function parseSteps(value: unknown): QueryDraft[] {
  const steps = (Array.isArray(value) ? value : []).map(parseDraft);
  const end = steps.indexOf(undefined);
  return steps.slice(0, end < 0 ? undefined : end).filter((step) => step !== undefined);
}

function parseDraft(value: unknown): QueryDraft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { collection, documentID, stages } = value;
  if (!areStrings(collection, documentID) || !Array.isArray(stages) || !stages.every(isStage)) return undefined;
  return value as QueryDraft; // every part was checked above
}

function isStage(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { key, enabled, collapsed } = value;
  const kind = STAGE_KINDS.find((name) => name === value['kind']);
  return (
    kind !== undefined &&
    areStrings(key) &&
    areBooleans(enabled, collapsed) &&
    getStageDefinition({ kind }).isValidContent(value)
  );
}
