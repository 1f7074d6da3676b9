import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { createDeviceQueryOptions } from '#api/device.ts';
import { createQueryClient } from '#api/queryClient.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import type { BackgroundTask } from '#lib/tasks/backgroundTask.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';
import { createTaskTrayStore, type TaskTrayStore } from '#session/taskTray.ts';
import { createDocumentTitlePrefix, type DocumentTitlePrefix } from '#ui/page/documentTitlePrefix.ts';
import { FieldWatch, formatFieldResult, getFieldResult, pollWhileVisible } from './fieldWatch.ts';

type WatchedField = { connection: Connection; deviceID: string; path: string };

type WatchEntry = { watch: FieldWatch; mountedPanes: number; task?: BackgroundTask<string, never> | undefined };

/** Field watches by connection, device and field. Kept until sign-out. */
export class FieldWatchRegistry {
  readonly #session: SessionStore;
  readonly #queryClient: QueryClient;
  readonly #taskTray: TaskTrayStore;
  readonly #getTitlePrefix: () => DocumentTitlePrefix;
  readonly #entries = new Map<string, WatchEntry>();

  constructor(services: ServiceContainer) {
    const session = services.get(createSessionStore);
    this.#session = session;
    this.#queryClient = services.get(createQueryClient);
    this.#taskTray = services.get(createTaskTrayStore);
    this.#getTitlePrefix = () => services.get(createDocumentTitlePrefix);
    session.onEnd(() => {
      for (const { task } of this.#entries.values()) task?.discard();
      this.#entries.clear();
    });
  }

  get(field: WatchedField): FieldWatch {
    return this.#getEntry(field).watch;
  }

  /**
   * Polls a field while its page is open. Polling then continues as a background task, until the task is canceled or
   * the page is opened again.
   * @returns a function to call when the user leaves the page
   */
  pollOnPage(field: WatchedField, seconds: number, open: () => void): () => void {
    const watched = this.#getEntry(field);
    const { watch } = watched;
    watched.mountedPanes++;
    watched.task?.discard();
    watched.task = undefined;
    const stop = pollWhileVisible(
      seconds * 1000,
      () => this.#fetchSample(field, watch),
      () => watch.pause(),
    );
    return () => {
      stop();
      watched.mountedPanes--;
      // deferred, because a changed interval starts another poll of the same page at once
      setTimeout(() => {
        if (watched.mountedPanes > 0 || watched.task) return;
        if (watch.running && this.#isSignedIn(field.connection)) watched.task = this.#startTask(field, watch, open);
        else watch.pause();
      });
    };
  }

  #getEntry({ connection, deviceID, path }: WatchedField): WatchEntry {
    const key = JSON.stringify([connection.id, deviceID, path]);
    const watched = this.#entries.get(key) ?? { watch: new FieldWatch(), mountedPanes: 0 };
    this.#entries.set(key, watched);
    return watched;
  }

  #isSignedIn({ id }: Connection): boolean {
    return this.#session.getSession().connection?.id === id;
  }

  async #fetchSample({ connection, deviceID, path }: WatchedField, watch: FieldWatch): Promise<void> {
    if (!this.#isSignedIn(connection)) return watch.pause();
    try {
      const options = createDeviceQueryOptions(connection, { deviceID, path });
      const answer = await this.#queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
      const { fetchedAt: at, latency, bytes } = answer;
      watch.add({ at, latency, bytes, result: getFieldResult(path, answer) });
    } catch (error) {
      // an aborted request has no outcome
      if (!(error instanceof ApiError) || error.kind === 'aborted') return;
      watch.add({ at: Date.now(), latency: 0, bytes: 0, result: { kind: 'failed', words: error.message } });
    }
  }

  #startTask(field: WatchedField, watch: FieldWatch, open: () => void): BackgroundTask<string, never> {
    const titlePrefix = this.#getTitlePrefix();
    const name = toVisibleText(`${field.path} of ${field.deviceID}`);
    return this.#taskTray.start<string, never>(
      {
        title: `Watching ${name}`,
        pausable: true,
        action: { label: 'Show', run: open },
        describeProgress: (text) => ({ text }),
        createReport: () => ({ text: '' }),
        run: async ({ signal, show, isDiscarded, reportProgress, waitWhilePaused }) => {
          const report = () => {
            const latest = describeLatest(field.path, watch);
            reportProgress(
              `${latest}; ${formatCountWithNoun(watch.changeCount, 'change')} in ${formatCountWithNoun(watch.responseCount, 'response')}`,
            );
            titlePrefix.set(watch, `${name}: ${latest}`);
          };
          show();
          report();
          const stop = pollWhileVisible(
            watch.seconds * 1000,
            async () => {
              await waitWhilePaused();
              if (signal.aborted) return;
              await this.#fetchSample(field, watch);
              if (!signal.aborted) report();
            },
            () => watch.pause(),
          );
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          stop();
          titlePrefix.set(watch, undefined);
          if (!isDiscarded()) watch.setRunning(false);
          return undefined;
        },
      },
      { isGuarded: false },
    );
  }
}

export function createFieldWatchRegistry(services: ServiceContainer): FieldWatchRegistry {
  return new FieldWatchRegistry(services);
}

function describeLatest(path: string, { samples }: FieldWatch): string {
  const last = samples.at(-1);
  return last ? formatFieldResult(path, last.result, 'local') : 'no response yet';
}
