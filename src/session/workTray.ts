import { useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import { announce, announceProgress, withdrawAnnouncement } from '#lib/tasks/announce.ts';
import { BackgroundTask, type TaskSpec, type TaskSummary } from '#lib/tasks/backgroundTask.ts';
import { currentSession, guardTab, subscribe } from './session.ts';

/** What is at work, or came to something that nobody has read yet. */
export type TrayItem = TaskSummary & {
  id: number;
  pause: (paused: boolean) => void;
  cancel: () => void;
  dismiss: () => void;
};

/** Long work as far as the tray knows it, whatever it works with. */
type Work = {
  readonly isShown: boolean;
  readonly isActive: boolean;
  getSummary: () => TaskSummary | undefined;
  pause: (paused: boolean) => void;
  cancel: () => void;
  discard: () => void;
};

/** Work is seen once it takes longer than a moment, in ms. */
const MOMENT_MS = 1000;

/** How often what is said of work is renewed, in ms. */
const RENEWED_MS = 100;

const works = new Map<Work, { id: number; savedId: string | undefined }>();
const listeners = new Emitter();
let items: readonly TrayItem[] = [];
let begun = 0;
let renewal: ReturnType<typeof setTimeout> | undefined;
/** What somebody wants who was told that it ends what is at work. */
let leaving: (() => void) | undefined;

// it outlives its page and not its session; whoever was refused is to find it, on the same connection
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
  /** Whether the page shows the result, so that the tray need not. */
  isRead?: () => boolean;
  /** Whether leaving the browser's tab is confirmed while the task runs. */
  isGuarded?: boolean;
};

/** Begins a task that belongs to the session and not to its page. */
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
 * Announces a task: its start, its progress at most every 10 s, what it waits for, and its end. Every task of a page is one
 * of these, so that nothing else announces one.
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

/** What work came to was read: it leaves the tray. */
export function markRead(work: Work): void {
  if (!work.isActive && works.delete(work)) renew();
}

export function useTray(): readonly TrayItem[] {
  return useSyncExternalStore(listeners.subscribe, () => items);
}

/** Does what ends the session, once whoever wants it knows that what is at work ends with it. */
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

/** What is about to end what is at work, and the ways on. */
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
