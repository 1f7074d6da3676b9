import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '#api/connection.ts';
import { getPipelineQueryKey, type PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import type { SessionStore } from '#session/sessionStore.ts';
import type { InPageGroupStore } from './inPageGroupStore.ts';

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
 * Documents from which the page forms groups. `sample`: the first page, for a preview. `all`: all documents, using
 * groups that were formed before. `again`: all documents, read again.
 */
export type GroupReadMode = 'sample' | 'all' | 'again';

export function getInPageKey({ connection }: Pick<PageRequestContext, 'connection'>, query: PipelineQuery): string {
  return JSON.stringify([connection.id, getPipelineQueryKey(query)]);
}
