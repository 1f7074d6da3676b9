import { Emitter } from '#lib/emitter.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskSpec } from '#lib/tasks/backgroundTask.ts';
import type { InPageGroupProgress, InPageGroupResult } from '#pipeline/run/inPage/runGroupsInPage.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';
import { createTaskRegistryFactory, type TaskRegistry } from '#session/useBackgroundTask.ts';

type GroupTask = TaskSpec<InPageGroupProgress, InPageGroupResult>;

/** Maximum number of results kept; the oldest is dropped. */
const RESULTS_MAX = 3;

export const createInPageGroupTasks = createTaskRegistryFactory<InPageGroupProgress, InPageGroupResult>();

/** Groups computed in the page, and the services that refused to compute them. Cleared on sign-out. */
export class InPageGroupStore {
  readonly #tasks: TaskRegistry<InPageGroupProgress, InPageGroupResult>;
  readonly #refusedConnections = new Set<string>();
  readonly #results = new Map<string, { result: InPageGroupResult; run: number }>();
  readonly #running = new Map<string, Promise<InPageGroupResult>>();
  readonly #dropped = new Set<string>();
  readonly #listeners = new Emitter();
  #lastRun = 0;

  constructor(tasks: TaskRegistry<InPageGroupProgress, InPageGroupResult>, session: SessionStore) {
    this.#tasks = tasks;
    session.onEnd(() => {
      this.#results.clear();
      this.#refusedConnections.clear();
    });
  }

  readonly subscribe = this.#listeners.subscribe;

  isRefused(connectionId: string): boolean {
    return this.#refusedConnections.has(connectionId);
  }

  /** Records that a service refuses group stages, so that they run in the page until sign-out. */
  refuse(connectionId: string): void {
    this.#refusedConnections.add(connectionId);
    this.#listeners.emit();
  }

  getResult(key: string): InPageGroupResult | undefined {
    return this.#results.get(key)?.result;
  }

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** Returns the number of the run that formed the groups. It changes when they are formed again. */
  getRun(key: string): number | undefined {
    return this.#results.get(key)?.run;
  }

  /**
   * Waits for the task of a query, and starts it if it is not running.
   * @throws the error of the task, and the signal's reason
   */
  async run(key: string, spec: GroupTask, signal: AbortSignal): Promise<InPageGroupResult> {
    const running = this.#running.get(key) ?? this.#start(key, spec);
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return Promise.race([running, aborted]);
  }

  drop(key: string): void {
    if (!this.#running.has(key)) return;
    this.#dropped.add(key);
    this.#tasks.cancel(key);
  }

  #start(key: string, spec: GroupTask): Promise<InPageGroupResult> {
    const { promise, resolve, reject } = Promise.withResolvers<InPageGroupResult>();
    const run: GroupTask['run'] = async (context) => {
      try {
        const result = await spec.run(context);
        const isKept = result !== undefined && !context.isDiscarded() && !this.#dropped.has(key);
        if (!isKept) throw new DOMException('The groups were discarded.', 'AbortError');
        this.#store(key, result);
        resolve(result);
        return result;
      } catch (error) {
        reject(error);
        throw error;
      } finally {
        this.#running.delete(key);
        this.#dropped.delete(key);
      }
    };
    this.#running.set(key, promise);
    // the page may no longer wait for the task
    promise.catch(() => undefined);
    this.#tasks.start(key, { ...spec, run });
    return promise;
  }

  #store(key: string, result: InPageGroupResult): void {
    this.#results.delete(key);
    this.#results.set(key, { result, run: ++this.#lastRun });
    const [oldest] = this.#results.keys();
    if (this.#results.size > RESULTS_MAX && oldest !== undefined) this.#results.delete(oldest);
  }
}

export function formatGroupProgress({ documents, groups, requests }: InPageGroupProgress): string {
  return [
    formatCountWithNoun(documents, 'document'),
    formatCountWithNoun(groups, 'group'),
    formatCountWithNoun(requests, 'request'),
  ].join(', ');
}

export function createInPageGroupStore(services: ServiceContainer): InPageGroupStore {
  return new InPageGroupStore(services.get(createInPageGroupTasks), services.get(createSessionStore));
}
