import { queryOptions } from '@tanstack/react-query';
import type { HostConfig } from '#contract/hostConfig.ts';
import { addBasePath } from '#lib/basePath.ts';
import { isJsonObject } from '#lib/json/json.ts';

const REQUEST_TIMEOUT_MS = 5_000;

const isText = (value: unknown) => typeof value === 'string';
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Validators, written by hand because the schema library would outweigh some pages. */
const VALIDATORS: Record<keyof HostConfig, (value: unknown) => boolean> = {
  title: isText,
  baseUrl: isText,
  baseUrlFixed: (value) => typeof value === 'boolean',
  collections: isTextList,
  firstPage: Number.isSafeInteger,
  extensions: isTextList,
  interface: isText,
  demo: (value) => isJsonObject(value) && isText(value['apiKey']) && isText(value['token']),
};

/** The host's configuration; empty if the file is missing or damaged, so that sign-in still works. */
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

export function parseHostConfig(value: unknown): HostConfig {
  if (!isJsonObject(value)) return {};
  const parts = Object.entries(VALIDATORS).flatMap(([name, fits]) => (fits(value[name]) ? [[name, value[name]]] : []));
  return Object.fromEntries(parts) as HostConfig;
}
