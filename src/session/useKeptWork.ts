import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import type { BackgroundTask, TaskSpec, TaskState } from '#lib/tasks/backgroundTask.ts';
import { beginWork, markRead } from './workTray.ts';

/** Work of one kind, by what it is about, so that a page that is come back to finds what it began. */
export class KeptWorks<Progress, Result> {
  readonly #works = new Map<string, BackgroundTask<Progress, Result>>();
  /** How many pieces of a page show each. */
  readonly #shown = new Map<string, number>();
  readonly #listeners = new Emitter();

  stateOf(key: string): TaskState<Progress, Result> | undefined {
    return this.#works.get(key)?.state;
  }

  /** Begins it anew. */
  begin(key: string, wish: TaskSpec<Progress, Result>): void {
    const before = this.#works.get(key);
    before?.cancel();
    if (before) markRead(before);
    const work = beginWork(wish, { isRead: () => this.#shown.has(key) });
    this.#works.set(key, work);
    work.subscribe(() => {
      if (work.state.kind === 'ended' && this.#works.get(key) === work) this.#works.delete(key);
      this.#listeners.emit();
    });
    this.#listeners.emit();
  }

  cancel(key: string): void {
    this.#works.get(key)?.cancel();
  }

  /** Has work go on that was paused where it is seen from every page. */
  goOn(key: string): void {
    this.#works.get(key)?.pause(false);
  }

  /** Calls `listener` with every change, for as long as the work is shown: what it came to is read then, and forgotten after. */
  show(key: string, listener: () => void): () => void {
    const stop = this.#listeners.subscribe(listener);
    this.#shown.set(key, (this.#shown.get(key) ?? 0) + 1);
    const work = this.#works.get(key);
    if (work) markRead(work);
    return () => {
      stop();
      const others = (this.#shown.get(key) ?? 0) - 1;
      if (others > 0) this.#shown.set(key, others);
      else this.#shown.delete(key);
      if (others <= 0 && !this.#works.get(key)?.isActive) this.#works.delete(key);
    };
  }
}

/** How far kept work is, what it came to, or why it failed; and the way to end it. */
export function useKeptState<Progress, Result>(works: KeptWorks<Progress, Result>, key: string) {
  const show = useCallback((listener: () => void) => works.show(key, listener), [works, key]);
  const state = useSyncExternalStore(show, () => works.stateOf(key));
  return {
    running: state?.kind === 'running',
    paused: state?.kind === 'running' && state.paused,
    progress: state?.kind === 'running' ? state.progress : undefined,
    result: state?.kind === 'done' ? state.result : undefined,
    error: state?.kind === 'failed' ? state.error : undefined,
    cancel: () => works.cancel(key),
  };
}

/**
 * Work that a page begins and shows, and that goes on where the page is left: as `useWork`, but in the tray too. `key` is
 * what it is about; what is to be begun for each key by itself is told `byItself`.
 */
export function useKeptWork<Progress, Result>(
  works: KeptWorks<Progress, Result>,
  key: string,
  wish: TaskSpec<Progress, Result>,
  { byItself }: { byItself?: TaskSpec<Progress, Result> | undefined } = {},
) {
  const state = useKeptState(works, key);
  const beginByItself = useEffectEvent((key: string) => {
    if (byItself && !works.stateOf(key)) works.begin(key, byItself);
  });
  // requests are the network's
  useEffect(() => beginByItself(key), [key]);
  return { ...state, start: () => works.begin(key, wish) };
}
