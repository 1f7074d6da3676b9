import { useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import { announce, announceProgress, withdrawAnnouncement } from '#lib/tasks/announce.ts';
import { BackgroundTask, type TaskSpec, type TaskSummary } from '#lib/tasks/backgroundTask.ts';
import { addTabGuard, getSession, subscribeToSession } from './session.ts';

/** Running tasks and unread results. */
export type TaskTrayItem = TaskSummary & {
  id: number;
  pause: (paused: boolean) => void;
  cancel: () => void;
  dismiss: () => void;
};

type TrayTask = {
  readonly isShown: boolean;
  readonly isActive: boolean;
  getSummary: () => TaskSummary | undefined;
  pause: (paused: boolean) => void;
  cancel: () => void;
  discard: () => void;
};

const SHOW_DELAY_MS = 1000;

const UPDATE_DELAY_MS = 100;

const tasks = new Map<TrayTask, { id: number; savedId: string | undefined }>();
const listeners = new Emitter();
let items: readonly TaskTrayItem[] = [];
let lastId = 0;
let updateTimer: ReturnType<typeof setTimeout> | undefined;
let pendingLeave: (() => void) | undefined;

subscribeToSession(() => {
  const { connection, savedId, rejected } = getSession();
  if (!connection && rejected) return;
  for (const [work, { savedId: own }] of tasks) {
    if (connection && own === savedId) continue;
    tasks.delete(work);
    work.discard();
  }
  pendingLeave = undefined;
  updateItems();
});

type StartTaskOptions = {
  /** Tells whether the page shows the result, so that the tray need not. */
  isRead?: () => boolean;
  /** Asks for confirmation before the browser tab is left while the task runs. Default true. */
  isGuarded?: boolean;
};

export function startTask<Progress, Result>(
  spec: TaskSpec<Progress, Result>,
  { isRead = () => false, isGuarded = true }: StartTaskOptions = {},
): BackgroundTask<Progress, Result> {
  const task = new BackgroundTask(spec);
  const release = isGuarded ? addTabGuard() : () => undefined;
  tasks.set(task, { id: ++lastId, savedId: getSession().savedId });
  const moment = setTimeout(task.show, SHOW_DELAY_MS);
  const announceState = createTaskAnnouncer(task, spec.title);
  const stop = task.subscribe(() => {
    announceState();
    if (task.state.kind === 'running' && !task.state.paused) return scheduleUpdate();
    if (!task.isActive) {
      clearTimeout(moment);
      release();
      stop();
      if (task.state.kind === 'ended' || isRead()) tasks.delete(task);
    }
    updateItems();
  });
  return task;
}

/**
 * Announces a task to screen readers: start, progress (at most every 10 s), interruptions and end. Every task uses it, so no
 * other code announces tasks.
 */
function createTaskAnnouncer<Progress, Result>(work: BackgroundTask<Progress, Result>, title: string): () => void {
  const message = () => `${title}: ${work.getSummary()?.text ?? ''}`;
  let trouble: string | undefined;
  let paused = false;
  announceProgress(`${title}: started`, title);
  return () => {
    const { state } = work;
    if (state.kind === 'ended') {
      if (state.cancelled) announce(`${title}: cancelled`, title);
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

export function markTaskRead(work: TrayTask): void {
  if (!work.isActive && tasks.delete(work)) updateItems();
}

export function useTaskTray(): readonly TaskTrayItem[] {
  return useSyncExternalStore(listeners.subscribe, () => items);
}

/** Runs an action that ends the session, after confirmation if tasks are running. */
export function requestLeave(leave: () => void): void {
  if (!items.some(isRunningTask)) {
    leave();
    return;
  }
  pendingLeave = leave;
  listeners.emit();
}

export function isRunningTask({ kind }: TaskTrayItem): boolean {
  return kind === 'running' || kind === 'asking';
}

export function usePendingLeave(): (() => void) | undefined {
  return useSyncExternalStore(listeners.subscribe, () => pendingLeave);
}

export function cancelLeave(): void {
  pendingLeave = undefined;
  listeners.emit();
}

function scheduleUpdate(): void {
  updateTimer ??= setTimeout(updateItems, UPDATE_DELAY_MS);
}

function updateItems(): void {
  clearTimeout(updateTimer);
  updateTimer = undefined;
  items = [...tasks].flatMap(([work, { id }]) => {
    const summary = work.isShown || !work.isActive ? work.getSummary() : undefined;
    const { pause, cancel } = work;
    return summary ? { ...summary, id, pause, cancel, dismiss: () => markTaskRead(work) } : [];
  });
  listeners.emit();
}
