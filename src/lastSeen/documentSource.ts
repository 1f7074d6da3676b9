import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { createParser } from '#lib/schema.ts';
import { createPerConnectionSetting } from '#lib/setting.ts';
import { useCurrentConnection } from '#session/connections.ts';

export function createDocumentSourceSettings(name: string) {
  return createPerConnectionSetting<DocumentSource>({
    name,
    fallback: { collection: '', field: '', time: '' },
    parse: createParser(z.object({ collection: z.string(), field: z.string(), time: z.string() })),
  });
}

/** Collection and fields in which the documents of a device were found or chosen. Empty texts if not yet. */
export const documentSourceSetting = createDocumentSourceSettings('deviceDocumentsFound');

export type LastSeenSpec = {
  source: DocumentSource;
  firstPage: number;
  pageSize: number | undefined;
  /** True if the service groups documents and compares their times. */
  canGroup: boolean;
};

/** Documents per page where the service lists `pageSize`, which is also the maximum. */
const PAGE_SIZE = 1000;

/** Returns where the devices' documents are: found or chosen, otherwise as the host configured. Undefined if unknown. */
export function useDocumentSource(): DocumentSource | undefined {
  const setting = documentSourceSetting(useCurrentConnection().id);
  const found = useSyncExternalStore(setting.subscribe, setting.get);
  const { data: host } = useQuery(hostConfigQueryOptions);
  const source = isComplete(found) ? found : host?.deviceDocuments;
  return source && isComplete(source) ? source : undefined;
}

/** Describes how to find the newest document of each device. Undefined if the collection or a field is unknown. */
export function useLastSeenSpec(): LastSeenSpec | undefined {
  const { firstPage, extensions } = useCurrentConnection();
  const source = useDocumentSource();
  const canGroup = extensions.includes('group') && extensions.includes('operators');
  const pageSize = extensions.includes('pageSize') ? PAGE_SIZE : undefined;
  return useMemo(() => source && { source, firstPage, pageSize, canGroup }, [source, firstPage, pageSize, canGroup]);
}

/** Identifies the data of a collection and its fields. They are joined per list, so a time is no part of it. */
export function getDocumentSourceId({ collection, field, time }: DocumentSource): string {
  return JSON.stringify([collection, field, time]);
}

function isComplete({ collection, field, time }: DocumentSource): boolean {
  return collection !== '' && field !== '' && time !== '';
}
