import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { createParser } from '#lib/schema.ts';
import { createPerConnectionSetting } from '#lib/setting.ts';
import { createLastSeenSpec, isCompleteSource, type LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
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

/** Returns where the devices' documents are: found or chosen, otherwise as the host configured. Undefined if unknown. */
export function useDocumentSource(): DocumentSource | undefined {
  const setting = documentSourceSetting(useCurrentConnection().id);
  const found = useSyncExternalStore(setting.subscribe, setting.get);
  const { data: host } = useQuery(hostConfigQueryOptions);
  const source = isCompleteSource(found) ? found : host?.deviceDocuments;
  return source && isCompleteSource(source) ? source : undefined;
}

/** Describes how to find the newest document of each device. Undefined if the collection or a field is unknown. */
export function useLastSeenSpec(source: DocumentSource | undefined): LastSeenSpec | undefined {
  const { firstPage, extensions } = useCurrentConnection();
  return useMemo(() => createLastSeenSpec(source, { firstPage, extensions }), [source, firstPage, extensions]);
}
