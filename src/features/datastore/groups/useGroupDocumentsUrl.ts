import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { NO_OBSERVED_FIELDS, observeDocumentFields } from '#pipeline/documents/observedFields.ts';
import { buildGroupDocumentsPipeline, hasTimeKey } from '#pipeline/documents/resultGrouping.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useConnection } from '#session/useSession.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import type { GroupedResult } from './useResultGroups.ts';

/** Returns a function that builds the URL of the documents of a group, or undefined if no match finds them. */
export function useGroupDocumentsUrl(result: GroupedResult | undefined): (group: JsonObject) => string | undefined {
  const connection = useConnection();
  const { observedFields } = useDatastore();
  const { extensions, fetchPage } = useQueryService();
  const before = result && { ...result.query, pipeline: result.query.pipeline.slice(0, result.groups.at) };
  // the unit of times is that of the first documents, which an opened link has not shown
  const { data: sample } = useQuery({
    queryKey: createQueryKey(connection, 'groupedDocuments', before && getPipelineQueryKey(before)),
    queryFn: async ({ signal }) => (before ? (await fetchPage(before, 1, signal, { isSample: true })).documents : []),
    enabled: hasTimeKey(result?.groups),
    refetchInterval: false,
    retry: false,
  });
  return useMemo(() => {
    if (!result) return () => undefined;
    const { groups, query } = result;
    const known = hasGroupStage(query.pipeline.slice(0, groups.at)) ? NO_OBSERVED_FIELDS : observedFields;
    const { fields } = observeDocumentFields(known, sample ?? [], false);
    return (group: JsonObject) => {
      const pipeline = buildGroupDocumentsPipeline(query.pipeline, groups, group, {
        getTimeUnit: (field) => fields.get(field)?.compared,
        hasOperators: extensions.includes('operators'),
      });
      const { collection, documentID } = query;
      return pipeline && buildDatastoreUrl({ collection, documentID, pipeline, page: 1, view: 'table' });
    };
  }, [result, sample, observedFields, extensions]);
}
