import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import type { BackgroundTask, TaskSpec, TaskState } from '#lib/tasks/backgroundTask.ts';
import { useService } from '#services/ServicesProvider.tsx';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createTaskTrayStore, type TaskTrayStore } from './taskTray.ts';

/** Registry of background tasks by key. A page finds its running task when it is opened again. */
export class TaskRegistry<Progress, Result> {
  readonly #tray: TaskTrayStore;
  readonly #works = new Map<string, BackgroundTask<Progress, Result>>();
  readonly #shown = new Map<string, number>();
  readonly #listeners = new Emitter();

  constructor(tray: TaskTrayStore) {
    this.#tray = tray;
  }

  getState(key: string): TaskState<Progress, Result> | undefined {
    return this.#works.get(key)?.state;
  }

  start(key: string, spec: TaskSpec<Progress, Result>): void {
    const before = this.#works.get(key);
    before?.cancel();
    if (before) this.#tray.markRead(before);
    const work = this.#tray.start(spec, { isRead: () => this.#shown.has(key) });
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

  pause(key: string): void {
    this.#works.get(key)?.pause(true);
  }

  resume(key: string): void {
    this.#works.get(key)?.pause(false);
  }

  /**
   * Subscribes to changes while a component shows the task. A displayed result is marked as read, and dropped after
   * unmounting.
   */
  subscribe(key: string, listener: () => void): () => void {
    const stop = this.#listeners.subscribe(listener);
    this.#shown.set(key, (this.#shown.get(key) ?? 0) + 1);
    const work = this.#works.get(key);
    if (work) this.#tray.markRead(work);
    return () => {
      stop();
      const others = (this.#shown.get(key) ?? 0) - 1;
      if (others > 0) this.#shown.set(key, others);
      else this.#shown.delete(key);
      if (others <= 0 && !this.#works.get(key)?.isActive) this.#works.delete(key);
    };
  }
}

type TaskRegistryFactory<Progress, Result> = (services: ServiceContainer) => TaskRegistry<Progress, Result>;

export function createTaskRegistryFactory<Progress, Result>(): TaskRegistryFactory<Progress, Result> {
  return (services) => new TaskRegistry(services.get(createTaskTrayStore));
}

export function useTaskState<Progress, Result>(createRegistry: TaskRegistryFactory<Progress, Result>, key: string) {
  const registry = useService(createRegistry);
  const show = useCallback((listener: () => void) => registry.subscribe(key, listener), [registry, key]);
  const state = useSyncExternalStore(show, () => registry.getState(key));
  return {
    running: state?.kind === 'running',
    paused: state?.kind === 'running' && state.paused,
    progress: state?.kind === 'running' ? state.progress : undefined,
    result: state?.kind === 'done' ? state.result : undefined,
    error: state?.kind === 'failed' ? state.error : undefined,
    cancel: () => registry.cancel(key),
  };
}

/**
 * Runs a task that continues after the page is left and also appears in the task tray. `key` identifies its subject.
 * `autoStartSpec` starts the task automatically for each new key.
 */
export function useBackgroundTask<Progress, Result>(
  createRegistry: TaskRegistryFactory<Progress, Result>,
  key: string,
  spec: TaskSpec<Progress, Result>,
  { autoStartSpec }: { autoStartSpec?: TaskSpec<Progress, Result> | undefined } = {},
) {
  const registry = useService(createRegistry);
  const state = useTaskState(createRegistry, key);
  const beginByItself = useEffectEvent((key: string) => {
    if (autoStartSpec && !registry.getState(key)) registry.start(key, autoStartSpec);
  });
  // starts requests, which are external effects
  useEffect(() => beginByItself(key), [key]);
  return { ...state, start: () => registry.start(key, spec) };
}
