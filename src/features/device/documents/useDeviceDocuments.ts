import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { fetchPage, pipelineQuery } from '#api/pipeline.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { createConnectionSettings } from '#lib/setting.ts';
import type { TaskContext, TaskSpec } from '#lib/tasks/backgroundTask.ts';
import { type DeviceDocuments, type DocumentsChoice, deviceDocuments } from '#pipeline/ask/deviceDocuments.ts';
import { recentCollections, rememberCollection } from '#pipeline/draft/recentCollections.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { KeptWorks, useKeptWork } from '#session/useKeptWork.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

export type FoundDocuments = DeviceDocuments & { tookMs: number };

const choiceSetting = (name: string) =>
  createConnectionSettings<DocumentsChoice>({
    name,
    fallback: { collection: '', field: '', time: '' },
    read: (kept) => {
      if (!isJsonObject(kept)) return undefined;
      const { collection, field, time } = kept;
      const texts = typeof collection === 'string' && typeof field === 'string' && typeof time === 'string';
      return texts ? { collection, field, time } : undefined;
    },
  });

/** Collection and fields chosen for a connection; '' for parts that were not chosen. */
const documentsChoice = choiceSetting('deviceDocuments');

/** Collection and fields, chosen or guessed, in which documents were last found. */
const documentsPlace = choiceSetting('deviceDocumentsFound');

/** Maximum number of requests: on demand, and automatically. */
const REQUESTS_MAX = 5;
const REQUESTS_BY_ITSELF = 1;

const finds = new KeptWorks<never, FoundDocuments>();

/**
 * Loads the documents of a device on demand, or automatically if documents of another device were found before. Another
 * choice or device discards them.
 */
export function useDeviceDocuments(deviceID: string) {
  const { id: savedId, firstPage, extensions } = useConnectionInUse();
  const { data: host = {} } = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(savedId));
  const [kept, keep] = useSetting(documentsChoice(savedId));
  const collections = [...new Set([...recent, ...(host.collections ?? [])])];
  const choice = { ...kept, collection: kept.collection || (collections[0] ?? '') };
  const sorts = extensions.includes('sort');
  const place = documentsPlace(savedId);
  const found = place.get();
  // no automatic request while the user edits the choice
  const [written, setWritten] = useState<string>();
  const atOnce = found.field !== '' && written !== deviceID && isOf(choice, found);
  const connection = useConnection();
  const find = async ({ signal }: TaskContext<never>, byItself: boolean): Promise<FoundDocuments> => {
    const began = performance.now();
    const { shown: list } = shownFleetOf(connection.id);
    const documents = await deviceDocuments({
      choice: byItself ? found : choice,
      deviceID,
      sorts,
      requestsMax: byItself ? REQUESTS_BY_ITSELF : REQUESTS_MAX,
      isDevice: (text) => (list?.rowOf(text, list.columnOf('deviceID')) ?? -1) >= 0,
      ask: async (pipeline, page) => {
        const request = { collection: choice.collection, index: {}, pipeline, nPage: firstPage + page - 1 };
        return (await fetchPage({ ...pipelineQuery(connection, request), staleTime: 0 }, signal)).documents;
      },
    });
    if (documents.documents.length > 0) place.set(documents.choice);
    return { ...documents, tookMs: performance.now() - began };
  };
  const wish = (byItself: boolean): TaskSpec<never, FoundDocuments> => ({
    title: `Documents of ${deviceID}`,
    run: (hands) => find(hands, byItself),
    describeProgress: () => ({ text: '' }),
    createReport: ({ documents, requests }) => ({
      text: `${pluralize(documents.length, 'document')} found with ${pluralize(requests, 'request')}.`,
    }),
    describeError: ({ message }) => `They could not be found: ${message}`,
  });
  const key = JSON.stringify([savedId, deviceID, choice, sorts]);
  const work = useKeptWork(finds, key, wish(false), { byItself: atOnce ? wish(true) : undefined });
  const show = () => {
    rememberCollection(savedId, choice.collection);
    work.start();
  };
  const write = (next: DocumentsChoice) => {
    setWritten(deviceID);
    keep(next);
  };
  return { collections, choice, keep: write, sorts, work, show };
}

/** True if the chosen parts equal the known ones. */
function isOf(choice: DocumentsChoice, known: DocumentsChoice): boolean {
  const parts = ['field', 'time'] as const;
  return choice.collection === known.collection && parts.every((part) => !choice[part] || choice[part] === known[part]);
}
