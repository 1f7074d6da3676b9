import { queryOptions } from '@tanstack/react-query';
import type { HostConfig } from '#contract/hostConfig.ts';
import { addBasePath } from '#lib/basePath.ts';
import { parseHostConfig } from './parseHostConfig.ts';

const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Query for the configuration of the host. Its data is empty if the file is missing or damaged, so that sign-in still
 * works.
 */
export const hostConfigQueryOptions = queryOptions({
  queryKey: ['hostConfig'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: false,
  queryFn: async ({ signal }): Promise<HostConfig> => {
    try {
      const response = await fetch(addBasePath('/config.json'), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      return parseHostConfig(await response.json());
    } catch {
      return {};
    }
  },
});
