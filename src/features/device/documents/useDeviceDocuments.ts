import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import { createPipelineQueryOptions, fetchPipelinePage } from '#api/pipeline.ts';
import { createDocumentSourceSettings, documentSourceSetting } from '#lastSeen/documentSource.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskContext, TaskSpec } from '#lib/tasks/backgroundTask.ts';
import { addRecentCollection, getRecentCollectionsSetting } from '#pipeline/draft/recentCollections.ts';
import {
  type DeviceDocumentsCriteria,
  type DeviceDocumentsResult,
  fetchDeviceDocuments,
} from '#pipeline/run/fetchDeviceDocuments.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { createTaskRegistryFactory, useBackgroundTask, useTaskState } from '#session/useBackgroundTask.ts';
import { useConnection } from '#session/useSession.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

export type DocumentsSearchResult = DeviceDocumentsResult & {
  durationMs: number;
  newestTime: number | undefined;
};

const chosenFields = createDocumentSourceSettings('deviceDocuments');

/** Where the documents of the last device were found. The page of a device does not change the source of the fleet. */
const foundFields = createDocumentSourceSettings('deviceDocumentsShown');

const REQUESTS_MAX = 5;
const AUTOMATIC_REQUESTS_MAX = 1;

const createDocumentTasks = createTaskRegistryFactory<never, DocumentsSearchResult>();

/**
 * Loads the documents of a device on demand, or automatically if documents of another device were found before.
 * Changing the collection, a field or the device discards them.
 */
export function useDeviceDocuments(deviceID: string) {
  const { savedConnectionId, firstPage, collections, choice, keep, sorts, key } = useDocumentsChoice(deviceID);
  const known = [foundFields(savedConnectionId).get(), documentSourceSetting(savedConnectionId).get()];
  const lastFound = known.find((source) => source.field !== '' && isSameChoice(choice, source));
  // no automatic request while the user edits the choice
  const [editedDeviceID, setEditedDeviceID] = useState<string>();
  const isAutomatic = lastFound !== undefined && editedDeviceID !== deviceID;
  const connection = useConnection();
  const fleetStore = useFleetStore(connection.id);
  const queryClient = useQueryClient();
  const find = async ({ signal }: TaskContext<never>, byItself: boolean): Promise<DocumentsSearchResult> => {
    const began = performance.now();
    const { currentFleet: list } = fleetStore;
    const documents = await fetchDeviceDocuments({
      criteria: (byItself && lastFound) || choice,
      deviceID,
      canSort: sorts,
      requestsMax: byItself ? AUTOMATIC_REQUESTS_MAX : REQUESTS_MAX,
      isDeviceID: (text) => (list?.findRow(text, list.findColumn('deviceID')) ?? -1) >= 0,
      fetchPage: async (pipeline, page) => {
        const request = { collection: choice.collection, index: {}, pipeline, nPage: firstPage + page - 1 };
        const options = { ...createPipelineQueryOptions(connection, request), staleTime: 0 };
        return (await fetchPipelinePage(queryClient, options, signal)).documents;
      },
    });
    if (documents.documents.length > 0) foundFields(savedConnectionId).set(documents.criteria);
    const { findNewestDocumentTime } = await import('./findNewestDocumentTime.ts');
    return { ...documents, newestTime: findNewestDocumentTime(documents), durationMs: performance.now() - began };
  };
  const createTask = (byItself: boolean): TaskSpec<never, DocumentsSearchResult> => ({
    title: `Documents for ${deviceID}`,
    run: (hands) => find(hands, byItself),
    describeProgress: () => ({ text: '' }),
    createReport: ({ documents, requestCount }) => ({
      text: `${formatCountWithNoun(documents.length, 'document')} found in ${formatCountWithNoun(requestCount, 'request')}.`,
    }),
    describeError: ({ message }) => `Could not load the documents: ${message}`,
  });
  const work = useBackgroundTask(createDocumentTasks, key, createTask(false), {
    autoStartSpec: isAutomatic ? createTask(true) : undefined,
  });
  const show = () => {
    addRecentCollection(savedConnectionId, choice.collection);
    work.start();
  };
  const changeChoice = (next: DeviceDocumentsCriteria) => {
    setEditedDeviceID(deviceID);
    keep(next);
  };
  return { collections, choice, keep: changeChoice, sorts, work, show };
}

function useDocumentsChoice(deviceID: string) {
  const { id: savedConnectionId, firstPage, extensions } = useCurrentConnection();
  const { data: host = {} } = useQuery(hostConfigQueryOptions);
  const [recent] = useSetting(getRecentCollectionsSetting(savedConnectionId));
  const [kept, keep] = useSetting(chosenFields(savedConnectionId));
  const collections = [...new Set([...recent, ...(host.collections ?? [])])];
  const choice = { ...kept, collection: kept.collection || (collections[0] ?? '') };
  const sorts = extensions.includes('sort');
  const key = JSON.stringify([savedConnectionId, deviceID, choice, sorts]);
  return { savedConnectionId, firstPage, collections, choice, keep, sorts, key };
}

export function useNewestDocumentTime(deviceID: string): number | undefined {
  return useTaskState(createDocumentTasks, useDocumentsChoice(deviceID).key).result?.newestTime;
}

function isSameChoice(choice: DeviceDocumentsCriteria, known: DeviceDocumentsCriteria): boolean {
  const parts = ['field', 'time'] as const;
  return choice.collection === known.collection && parts.every((part) => !choice[part] || choice[part] === known[part]);
}
