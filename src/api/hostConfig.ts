import { queryOptions } from '@tanstack/react-query';
import { type HostConfig, hostConfigSchema } from '#contract/hostConfig.ts';
import { addBasePath } from '#lib/basePath.ts';
import { isJsonObject } from '#lib/json/json.ts';

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

/** Parses each member separately and omits invalid ones. */
export function parseHostConfig(value: unknown): HostConfig {
  if (!isJsonObject(value)) return {};
  const parts = Object.entries(hostConfigSchema.shape).flatMap(([name, schema]) => {
    const { data } = schema.safeParse(value[name]);
    return data === undefined ? [] : [[name, data]];
  });
  return Object.fromEntries(parts);
}
