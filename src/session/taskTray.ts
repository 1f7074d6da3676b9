import { useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import { announce, announceProgress, withdrawAnnouncement } from '#lib/tasks/announce.ts';
import { BackgroundTask, type TaskDisplay, type TaskSpec } from '#lib/tasks/backgroundTask.ts';
import { useService } from '#services/ServicesProvider.tsx';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from './sessionStore.ts';

export type TaskTrayItem = TaskDisplay & {
  id: number;
  pause: (paused: boolean) => void;
  cancel: () => void;
  dismiss: () => void;
};

type TrayTask = {
  readonly isShown: boolean;
  readonly isActive: boolean;
  getSummary: () => TaskDisplay | undefined;
  pause: (paused: boolean) => void;
  cancel: () => void;
  discard: () => void;
};

const SHOW_DELAY_MS = 1000;

const UPDATE_DELAY_MS = 100;

type StartTaskOptions = {
  /** Returns true if the page shows the result. The tray then omits it. */
  isRead?: () => boolean;
  /** Requires confirmation before the browser tab is left while the task runs. Defaults to true. */
  isGuarded?: boolean;
};

/** Background tasks of a session. They are canceled when the session ends. */
export class TaskTrayStore {
  readonly #session: SessionStore;
  readonly #tasks = new Map<TrayTask, { id: number; savedConnectionId: string | undefined }>();
  readonly #listeners = new Emitter();
  #items: readonly TaskTrayItem[] = [];
  #lastId = 0;
  #updateTimer: ReturnType<typeof setTimeout> | undefined;
  #pendingLeave: (() => void) | undefined;

  constructor(session: SessionStore) {
    this.#session = session;
    session.subscribe(() => this.#discardEndedTasks());
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getItems = (): readonly TaskTrayItem[] => this.#items;

  /** Returns the action that waits for confirmation because it would end running tasks. */
  readonly getPendingLeave = (): (() => void) | undefined => this.#pendingLeave;

  start<Progress, Result>(
    spec: TaskSpec<Progress, Result>,
    { isRead = () => false, isGuarded = true }: StartTaskOptions = {},
  ): BackgroundTask<Progress, Result> {
    const task = new BackgroundTask(spec);
    const release = isGuarded ? this.#session.addUnloadGuard() : () => undefined;
    this.#tasks.set(task, { id: ++this.#lastId, savedConnectionId: this.#session.getSession().savedConnectionId });
    const moment = setTimeout(task.show, SHOW_DELAY_MS);
    const announceState = createTaskAnnouncer(task, spec.title);
    const stop = task.subscribe(() => {
      announceState();
      if (task.state.kind === 'running' && !task.state.paused) return this.#scheduleUpdate();
      if (!task.isActive) {
        clearTimeout(moment);
        release();
        stop();
        if (task.state.kind === 'ended' || isRead()) this.#tasks.delete(task);
      }
      this.#updateItems();
    });
    return task;
  }

  markRead(task: TrayTask): void {
    if (!task.isActive && this.#tasks.delete(task)) this.#updateItems();
  }

  /** Runs an action that ends the session. If tasks are running, asks for confirmation first. */
  requestLeave(leave: () => void): void {
    if (!this.#items.some(isRunningTask)) {
      leave();
      return;
    }
    this.#pendingLeave = leave;
    this.#listeners.emit();
  }

  readonly cancelLeave = (): void => {
    this.#pendingLeave = undefined;
    this.#listeners.emit();
  };

  #discardEndedTasks(): void {
    const { connection, savedConnectionId, rejected } = this.#session.getSession();
    if (!connection && rejected) return;
    for (const [task, { savedConnectionId: own }] of this.#tasks) {
      if (connection && own === savedConnectionId) continue;
      this.#tasks.delete(task);
      task.discard();
    }
    this.#pendingLeave = undefined;
    this.#updateItems();
  }

  #scheduleUpdate(): void {
    this.#updateTimer ??= setTimeout(() => this.#updateItems(), UPDATE_DELAY_MS);
  }

  #updateItems(): void {
    clearTimeout(this.#updateTimer);
    this.#updateTimer = undefined;
    this.#items = [...this.#tasks].flatMap(([task, { id }]) => {
      const summary = task.isShown || !task.isActive ? task.getSummary() : undefined;
      const { pause, cancel } = task;
      return summary ? { ...summary, id, pause, cancel, dismiss: () => this.markRead(task) } : [];
    });
    this.#listeners.emit();
  }
}

export function createTaskTrayStore(services: ServiceContainer): TaskTrayStore {
  return new TaskTrayStore(services.get(createSessionStore));
}

/**
 * Announces a task to screen readers: start, progress (at most every 10 s), interruptions and end. Every task uses this
 * announcer, so other code must not announce tasks.
 */
function createTaskAnnouncer<Progress, Result>(work: BackgroundTask<Progress, Result>, title: string): () => void {
  const message = () => `${title}: ${work.getSummary()?.text ?? ''}`;
  let trouble: string | undefined;
  let paused = false;
  announceProgress(`${title}: started`, title);
  return () => {
    const { state } = work;
    if (state.kind === 'ended') {
      if (state.cancelled) announce(`${title}: canceled`, title);
      else withdrawAnnouncement(title);
    } else if (state.kind === 'running' && state.trouble === trouble && state.paused === paused) {
      announceProgress(message, title);
    } else {
      const isResumed = state.kind === 'running' && paused && !state.paused;
      announce(isResumed ? `${title}: resumed` : message(), title);
      if (state.kind === 'running') ({ trouble, paused } = state);
    }
  };
}

export function useTaskTray(): TaskTrayStore {
  return useService(createTaskTrayStore);
}

export function useTaskTrayItems(): readonly TaskTrayItem[] {
  const { subscribe, getItems } = useTaskTray();
  return useSyncExternalStore(subscribe, getItems);
}

export function usePendingLeaveAction(): (() => void) | undefined {
  const { subscribe, getPendingLeave } = useTaskTray();
  return useSyncExternalStore(subscribe, getPendingLeave);
}

export function isRunningTask({ kind }: TaskTrayItem): boolean {
  return kind === 'running' || kind === 'asking';
}
