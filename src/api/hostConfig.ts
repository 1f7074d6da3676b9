import { queryOptions } from '@tanstack/react-query';
import type { HostConfig } from '#contract/hostConfig.ts';

const DEADLINE_MS = 5_000;

/** What the host says of itself. A missing or damaged file means a host that says nothing: sign-in works all the same. */
export const hostConfigQuery = queryOptions({
  queryKey: ['hostConfig'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: false,
  queryFn: async ({ signal }): Promise<HostConfig> => {
    try {
      const [response, { readHostConfig }] = await Promise.all([
        fetch('/config.json', { signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]) }),
        // the schemas' library is no part of what a page waits for
        import('./readHostConfig.ts'),
      ]);
      return readHostConfig(await response.json());
    } catch {
      return {};
    }
  },
});
