import { queryOptions } from '@tanstack/react-query';
import type { PipelineRequest } from '#contract/pipeline.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { ApiError } from './apiError.ts';
import type { Connection } from './connection.ts';
import { type HttpAnswer, post } from './http.ts';

/**
 * One page of documents. `total` is known only when the service counts beyond the page (nDocuments above the list's
 * length); `damaged` counts entries that are no JSON objects.
 */
export type PipelineAnswer = Omit<HttpAnswer, 'envelope'> & {
  code: string;
  message: string;
  documents: JsonObject[];
  damaged: number;
  total: number | undefined;
};

export function pipelineQuery(connection: Connection, request: PipelineRequest) {
  return queryOptions({
    queryKey: [connection.id, 'pipeline', request],
    queryFn: async ({ signal }): Promise<PipelineAnswer> => {
      const { envelope, ...measured } = await post(connection, 'pipeline', request, signal);
      const { code, message, documents: list, nDocuments } = envelope;
      if (!Array.isArray(list)) throw new ApiError('notThisInterface', 'The reply holds no list of documents.');
      const documents = list.filter(isJsonObject);
      const total = typeof nDocuments === 'number' && nDocuments > list.length ? nDocuments : undefined;
      return { ...measured, code, message, documents, damaged: list.length - documents.length, total };
    },
  });
}
