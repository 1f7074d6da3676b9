import { useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import { announce, announceProgress, withdrawAnnouncement } from '#lib/tasks/announce.ts';
import { BackgroundTask, type TaskSpec, type TaskSummary } from '#lib/tasks/backgroundTask.ts';
import { currentSession, guardTab, subscribe } from './session.ts';

/** Running tasks and unread results. */
export type TrayItem = TaskSummary & {
  id: number;
  pause: (paused: boolean) => void;
  cancel: () => void;
  dismiss: () => void;
};

type Work = {
  readonly isShown: boolean;
  readonly isActive: boolean;
  getSummary: () => TaskSummary | undefined;
  pause: (paused: boolean) => void;
  cancel: () => void;
  discard: () => void;
};

const MOMENT_MS = 1000;

const RENEWED_MS = 100;

const works = new Map<Work, { id: number; savedId: string | undefined }>();
const listeners = new Emitter();
let items: readonly TrayItem[] = [];
let begun = 0;
let renewal: ReturnType<typeof setTimeout> | undefined;
let leaving: (() => void) | undefined;

subscribe(() => {
  const { connection, savedId, rejected } = currentSession();
  if (!connection && rejected) return;
  for (const [work, { savedId: own }] of works) {
    if (connection && own === savedId) continue;
    works.delete(work);
    work.discard();
  }
  leaving = undefined;
  renew();
});

type BeginOptions = {
  /** Tells whether the page shows the result, so that the tray need not. */
  isRead?: () => boolean;
  /** Asks for confirmation before the browser tab is left while the task runs. Default true. */
  isGuarded?: boolean;
};

export function beginWork<Progress, Result>(
  wish: TaskSpec<Progress, Result>,
  { isRead = () => false, isGuarded = true }: BeginOptions = {},
): BackgroundTask<Progress, Result> {
  const work = new BackgroundTask(wish);
  const release = isGuarded ? guardTab() : () => undefined;
  works.set(work, { id: ++begun, savedId: currentSession().savedId });
  const moment = setTimeout(work.show, MOMENT_MS);
  const announceState = createTaskAnnouncer(work, wish.title);
  const stop = work.subscribe(() => {
    announceState();
    if (work.state.kind === 'running' && !work.state.paused) return renewSoon();
    if (!work.isActive) {
      clearTimeout(moment);
      release();
      stop();
      if (work.state.kind === 'ended' || isRead()) works.delete(work);
    }
    renew();
  });
  return work;
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

export function markRead(work: Work): void {
  if (!work.isActive && works.delete(work)) renew();
}

export function useTray(): readonly TrayItem[] {
  return useSyncExternalStore(listeners.subscribe, () => items);
}

/** Runs an action that ends the session, after confirmation if tasks are running. */
export function leaveSession(leave: () => void): void {
  if (!items.some(isAtWork)) {
    leave();
    return;
  }
  leaving = leave;
  listeners.emit();
}

export function isAtWork({ kind }: TrayItem): boolean {
  return kind === 'running' || kind === 'asking';
}

export function useLeaving(): (() => void) | undefined {
  return useSyncExternalStore(listeners.subscribe, () => leaving);
}

export function stayInSession(): void {
  leaving = undefined;
  listeners.emit();
}

function renewSoon(): void {
  renewal ??= setTimeout(renew, RENEWED_MS);
}

function renew(): void {
  clearTimeout(renewal);
  renewal = undefined;
  items = [...works].flatMap(([work, { id }]) => {
    const summary = work.isShown || !work.isActive ? work.getSummary() : undefined;
    const { pause, cancel } = work;
    return summary ? { ...summary, id, pause, cancel, dismiss: () => markRead(work) } : [];
  });
  listeners.emit();
}
