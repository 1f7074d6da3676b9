import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { NO_OBSERVED_FIELDS, type ObservedFields, observeDocumentFields } from '#pipeline/documents/observedFields.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useConnection } from '#session/useSession.ts';
import type { GroupedResult } from './useResultGroups.ts';

/**
 * Returns the fields of the documents that a result groups. If `needsTimes`, it requests the first documents where no
 * time of a key has been observed, as in a link that was just opened.
 */
export function useGroupedFields(result: GroupedResult | undefined, needsTimes: boolean): ObservedFields['fields'] {
  const connection = useConnection();
  const { observedFields } = useDatastore();
  const { extensions, fetchPage } = useQueryService();
  const before = result && { ...result.query, pipeline: result.query.pipeline.slice(0, result.groups.at) };
  const known = before && hasGroupStage(before.pipeline) ? NO_OBSERVED_FIELDS : observedFields;
  const isUnknown = (result?.groups.keys ?? []).some(
    ({ kind, field }) => kind === 'time' && !known.fields.get(field)?.times,
  );
  const { data: sample } = useQuery({
    queryKey: createQueryKey(connection, 'groupedDocuments', before && getPipelineQueryKey(before)),
    queryFn: async ({ signal }) => (before ? (await fetchPage(before, 1, signal, { isSample: true })).documents : []),
    // only ranges need the form of times
    enabled: needsTimes && isUnknown && extensions.includes('operators'),
    refetchInterval: false,
    retry: false,
  });
  return useMemo(() => observeDocumentFields(known, sample ?? [], false).fields, [known, sample]);
}
