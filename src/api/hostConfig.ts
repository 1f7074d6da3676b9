import { queryOptions } from '@tanstack/react-query';
import type { HostConfig } from '#contract/hostConfig.ts';
import { addBasePath } from '#lib/basePath.ts';
import { isJsonObject } from '#lib/json/json.ts';

const DEADLINE_MS = 5_000;

const isText = (value: unknown) => typeof value === 'string';
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** What each part of it must be. Told by hand: the library of the schema would weigh more than some pages do. */
const FITS: Record<keyof HostConfig, (value: unknown) => boolean> = {
  title: isText,
  baseUrl: isText,
  baseUrlFixed: (value) => typeof value === 'boolean',
  collections: areTexts,
  firstPage: Number.isSafeInteger,
  extensions: areTexts,
  interface: isText,
  demo: (value) => isJsonObject(value) && isText(value['apiKey']) && isText(value['token']),
};

/** What the host says of itself. A missing or damaged file means a host that says nothing: sign-in works all the same. */
export const hostConfigQuery = queryOptions({
  queryKey: ['hostConfig'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchInterval: false,
  queryFn: async ({ signal }): Promise<HostConfig> => {
    try {
      const response = await fetch(addBasePath('/config.json'), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      });
      return readHostConfig(await response.json());
    } catch {
      return {};
    }
  },
});

/** The parts that are what they must be; one that is not counts as not said. */
export function readHostConfig(value: unknown): HostConfig {
  if (!isJsonObject(value)) return {};
  const parts = Object.entries(FITS).flatMap(([name, fits]) => (fits(value[name]) ? [[name, value[name]]] : []));
  return Object.fromEntries(parts) as HostConfig; // each part was looked at
}
