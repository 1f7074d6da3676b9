import { queryOptions } from '@tanstack/react-query';
import { type HostConfig, hostConfigSchema } from '#contract/hostConfig.ts';

const DEADLINE_MS = 5_000;

/** What the host says of itself. A missing or damaged file means a host that says nothing: sign-in works all the same. */
export const hostConfigQuery = queryOptions({
  queryKey: ['hostConfig'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: false,
  queryFn: async ({ signal }): Promise<HostConfig> => {
    try {
      const response = await fetch('/config.json', {
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      });
      return hostConfigSchema.parse(await response.json());
    } catch {
      return {};
    }
  },
});
