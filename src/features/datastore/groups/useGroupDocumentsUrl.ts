import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import {
  getGroupedTimeUnit,
  NO_OBSERVED_FIELDS,
  type ObservedFields,
  observeDocumentFields,
} from '#pipeline/documents/observedFields.ts';
import { buildGroupDocumentsPipeline, hasTimeKey } from '#pipeline/documents/resultGrouping.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useConnection } from '#session/useSession.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import type { GroupedResult } from './useResultGroups.ts';

/**
 * Returns the fields of the documents that a result groups. Those of the first documents are among them, which an opened
 * link has not shown.
 */
export function useGroupedFields(result: GroupedResult | undefined): ObservedFields['fields'] {
  const connection = useConnection();
  const { observedFields } = useDatastore();
  const { fetchPage } = useQueryService();
  const before = result && { ...result.query, pipeline: result.query.pipeline.slice(0, result.groups.at) };
  const { data: sample } = useQuery({
    queryKey: createQueryKey(connection, 'groupedDocuments', before && getPipelineQueryKey(before)),
    queryFn: async ({ signal }) => (before ? (await fetchPage(before, 1, signal, { isSample: true })).documents : []),
    enabled: hasTimeKey(result?.groups),
    refetchInterval: false,
    retry: false,
  });
  const known = before && hasGroupStage(before.pipeline) ? NO_OBSERVED_FIELDS : observedFields;
  return useMemo(() => observeDocumentFields(known, sample ?? [], false).fields, [known, sample]);
}

/** Returns a function that builds the URL of the documents of a group, or undefined if no match finds them. */
export function useGroupDocumentsUrl(result: GroupedResult | undefined): (group: JsonObject) => string | undefined {
  const { extensions } = useQueryService();
  const fields = useGroupedFields(result);
  return useMemo(() => {
    if (!result) return () => undefined;
    const { groups, query } = result;
    return (group: JsonObject) => {
      const pipeline = buildGroupDocumentsPipeline(query.pipeline, groups, group, {
        getTimeUnit: (name) => {
          const field = fields.get(name);
          return field && getGroupedTimeUnit(field);
        },
        hasOperators: extensions.includes('operators'),
      });
      const { collection, documentID } = query;
      return pipeline && buildDatastoreUrl({ collection, documentID, pipeline, page: 1, view: 'table' });
    };
  }, [result, fields, extensions]);
}
