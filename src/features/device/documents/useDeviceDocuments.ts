import { useQuery } from '@tanstack/react-query';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { fetchPage, pipelineQuery } from '#api/pipeline.ts';
import { counted } from '#lib/counts.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { settingByConnection } from '#lib/setting.ts';
import type { WorkHands } from '#lib/work/longWork.ts';
import { type DeviceDocuments, type DocumentsChoice, deviceDocuments } from '#pipeline/ask/deviceDocuments.ts';
import { recentCollections, rememberCollection } from '#pipeline/draft/recentCollections.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { KeptWorks, useKeptWork } from '#session/useKeptWork.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

/** What was found and what it took: ms, from the first request to the last answer. */
export type FoundDocuments = DeviceDocuments & { tookMs: number };

/** Where a connection's documents name their device; parts that were not chosen are ''. */
const documentsChoice = settingByConnection<DocumentsChoice>({
  name: 'deviceDocuments',
  fallback: { collection: '', field: '', time: '' },
  read: (kept) => {
    if (!isJsonObject(kept)) return undefined;
    const { collection, field, time } = kept;
    const texts = typeof collection === 'string' && typeof field === 'string' && typeof time === 'string';
    return texts ? { collection, field, time } : undefined;
  },
});

const finds = new KeptWorks<never, FoundDocuments>();

/** Asks for a device's documents when it is told to; another choice, or another device, forgets them. */
export function useDeviceDocuments(deviceID: string) {
  const { id: savedId, firstPage, extensions } = useConnectionInUse();
  const { data: host = {} } = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(savedId));
  const [kept, keep] = useSetting(documentsChoice(savedId));
  const collections = [...new Set([...recent, ...(host.collections ?? [])])];
  const choice = { ...kept, collection: kept.collection || (collections[0] ?? '') };
  const sorts = extensions.includes('sort');
  const connection = useConnection();
  const find = async ({ signal }: WorkHands<never>) => {
    const began = performance.now();
    const { shown: list } = shownFleetOf(connection.id);
    const documents = await deviceDocuments({
      choice,
      deviceID,
      sorts,
      isDevice: (text) => (list?.rowOf(text, list.columnOf('deviceID')) ?? -1) >= 0,
      ask: async (pipeline, page) => {
        const request = { collection: choice.collection, index: {}, pipeline, nPage: firstPage + page - 1 };
        return (await fetchPage({ ...pipelineQuery(connection, request), staleTime: 0 }, signal)).documents;
      },
    });
    return { ...documents, tookMs: performance.now() - began };
  };
  const work = useKeptWork(finds, JSON.stringify([savedId, deviceID, choice, sorts]), {
    title: `Documents of ${deviceID}`,
    work: find,
    headway: () => ({ words: '' }),
    outcome: ({ documents, requests }) => ({
      words: `${counted(documents.length, 'document')} found with ${counted(requests, 'request')}.`,
    }),
    failure: ({ message }) => `They could not be found: ${message}`,
  });
  const show = () => {
    rememberCollection(savedId, choice.collection);
    work.start();
  };
  return { collections, choice, keep, sorts, work, show };
}
