import { useMemo } from 'react';
import { useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { getGroupedTimeUnit } from '#pipeline/documents/observedFields.ts';
import { buildGroupDocumentsPipeline } from '#pipeline/documents/resultGrouping.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { useGroupedFields } from './useGroupedFields.ts';
import type { GroupedResult } from './useResultGroups.ts';

/** Returns a function that builds the URL of the documents of a group, or undefined if no match finds them. */
export function useGroupDocumentsUrl(result: GroupedResult | undefined): (group: JsonObject) => string | undefined {
  const { extensions } = useQueryService();
  const fields = useGroupedFields(result, true);
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
