import { useQueryClient } from '@tanstack/react-query';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { pipelineQuery } from '#api/pipeline.ts';
import { type DeviceDocuments, type DocumentsChoice, deviceDocuments } from '#pipeline/ask/deviceDocuments.ts';
import { useConnectionSettings } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { useWork } from '#ui/browser/useWork.ts';

/** What was found and what it took: ms, from the first request to the last answer. */
export type FoundDocuments = DeviceDocuments & { tookMs: number };

/** Asks for a device's documents when it is told to; another choice, or another device, forgets them. */
export function useDeviceDocuments(deviceID: string, choice: DocumentsChoice) {
  const connection = useConnection();
  const queryClient = useQueryClient();
  const { firstPage, extensions } = useConnectionSettings();
  const sorts = extensions.includes('sort');
  const work = useWork<never, FoundDocuments>(JSON.stringify([deviceID, choice, sorts]), async (signal) => {
    const began = performance.now();
    const { shown: list } = shownFleetOf(connection.id);
    const documents = await deviceDocuments({
      choice,
      deviceID,
      sorts,
      isDevice: (text) => (list?.rowOf(text, list.columnOf('deviceID')) ?? -1) >= 0,
      ask: async (pipeline, page) => {
        signal.throwIfAborted();
        const request = { collection: choice.collection, index: {}, pipeline, nPage: firstPage + page - 1 };
        const options = pipelineQuery(connection, request);
        const cancel = () => void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true });
        signal.addEventListener('abort', cancel, { once: true });
        try {
          return (await queryClient.fetchQuery({ ...options, staleTime: 0 })).documents;
        } finally {
          signal.removeEventListener('abort', cancel);
        }
      },
    });
    return { ...documents, tookMs: performance.now() - began };
  });
  return { work, sorts };
}
