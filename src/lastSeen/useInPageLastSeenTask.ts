import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Connection } from '#api/connection.ts';
import { fetchPipeline } from '#api/fetchPipeline.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskSpec } from '#lib/tasks/backgroundTask.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import type { LastSeenData } from '#pipeline/run/fetchLastSeen.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { createTaskRegistryFactory, useTaskState } from '#session/useBackgroundTask.ts';
import { createInPageLastSeenQueryOptions, setPermanentQueryData } from './lastSeenQuery.ts';

const DEVICES_MAX = 1_000_000;

const createReadingTasks = createTaskRegistryFactory<number, LastSeenData>();

/** Background task that reads all documents in this page. It takes many requests, so only the user starts it. */
export function useInPageLastSeenTask(connection: Connection, spec: LastSeenSpec) {
  const queryClient = useQueryClient();
  const registry = useService(createReadingTasks);
  const key = JSON.stringify([connection.id, spec.source]);
  const { running, paused, progress, error } = useTaskState(createReadingTasks, key);
  return useMemo(
    () => ({
      isRunning: running,
      isPaused: paused,
      documents: progress ?? 0,
      error,
      start: () => registry.start(key, createReadingTask(queryClient, connection, spec)),
      cancel: () => registry.cancel(key),
    }),
    [running, paused, progress, error, registry, key, queryClient, connection, spec],
  );
}

function createReadingTask(
  queryClient: QueryClient,
  connection: Connection,
  spec: LastSeenSpec,
): TaskSpec<number, LastSeenData> {
  return {
    title: 'Last seen',
    run: async (task) => {
      const { fetchLastSeenByScanning: computeLastSeenInPage } = await import('#pipeline/run/fetchLastSeen.ts');
      const { createSourceReader } = await import('#pipeline/run/createSourceReader.ts');
      const readPages = createSourceReader(spec, {
        fetchPage: (request, signal) => fetchPipeline(connection, request, signal),
        signal: task.signal,
        waitWhilePaused: task.waitWhilePaused,
      });
      const data = await computeLastSeenInPage(spec.source, readPages, {
        now: getServiceTime(),
        devicesMax: DEVICES_MAX,
        onProgress: task.reportProgress,
        signal: task.signal,
      });
      const question = {
        text: `Canceled after ${formatCountWithNoun(data.read?.documents ?? 0, 'document')}.`,
        keepLabel: 'Keep the partial result',
      };
      if (task.signal.aborted && !(await task.confirmKeep(question))) return undefined;
      if (!task.isDiscarded())
        setPermanentQueryData(queryClient, createInPageLastSeenQueryOptions(connection, spec.source).queryKey, data);
      return data;
    },
    describeProgress: (documents) => ({ text: formatCountWithNoun(documents, 'document') }),
    createReport: ({ lastSeen, read }) => ({
      text: `${formatCountWithNoun(lastSeen.size, 'device')} in ${formatCountWithNoun(read?.documents ?? 0, 'document')}.`,
      hasWarnings: read?.isPartial ?? false,
    }),
    describeError: ({ message }) => `Could not read the documents: ${message}`,
    pausable: true,
    finishesAfterCancel: true,
  };
}
