import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '#api/connection.ts';
import { getPipelineQueryKey, type PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import type { SessionStore } from '#session/sessionStore.ts';
import type { InPageGroupStore } from './inPageGroupStore.ts';

/** Objects and settings that a request for a page of documents or groups depends on. */
export type PageRequestContext = {
  queryClient: QueryClient;
  connection: Connection;
  firstPage: number;
  /** True if the service claims to run group stages. */
  supportsGroup: boolean;
  /** Page size for reads of all pages. Undefined if the service decides it. */
  bulkPageSize: number | undefined;
  groups: InPageGroupStore;
  session: SessionStore;
};

/**
 * Documents that groups in the page are formed of: a sample is the first page, for a preview. `all` uses the groups
 * formed before, and `again` reads the documents again.
 */
export type GroupExtent = 'sample' | 'all' | 'again';

/** Key of the groups that the page forms for a query. */
export function getInPageKey({ connection }: Pick<PageRequestContext, 'connection'>, query: PipelineQuery): string {
  return JSON.stringify([connection.id, getPipelineQueryKey(query)]);
}

export function createPageRequest(
  { collection, documentID, pipeline }: PipelineQuery,
  nPage: number,
  pageSize?: number | undefined,
) {
  const index = documentID ? { documentID } : {};
  return { collection, index, pipeline, nPage, ...(pageSize !== undefined && { pageSize }) };
}
