import type { Connection } from '#api/connection.ts';
import { parseHostConfig } from '#api/parseHostConfig.ts';
import { DEFAULT_EXTENSIONS } from '#contract/extensions.ts';
import type { DocumentSource, HostConfig } from '#contract/hostConfig.ts';
import { updateServiceClock } from '#lib/time/serviceClock.ts';

/** Properties of a service that requests depend on, from the host's configuration. */
export type ServiceFeatures = {
  /** Number of the first page of documents. */
  firstPage: number;
  extensions: readonly string[];
  /** Collection of the devices' documents, for the fields computed from them. */
  deviceDocuments: DocumentSource | undefined;
};

const CONFIG_TIMEOUT_MS = 5_000;

export function createServiceFeatures({ firstPage = 1, extensions, deviceDocuments }: HostConfig): ServiceFeatures {
  return { firstPage, extensions: extensions ?? DEFAULT_EXTENSIONS, deviceDocuments };
}

/**
 * Fetches the configuration of the console that serves an API, next to the API. Without one, most services support the
 * defaults, as in the console.
 */
export async function fetchServiceFeatures(
  { baseUrl }: Pick<Connection, 'baseUrl'>,
  signal: AbortSignal,
): Promise<ServiceFeatures> {
  const url = new URL('config.json', baseUrl.replace(/\/+$/, ''));
  try {
    const sent = Date.now();
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONFIG_TIMEOUT_MS)]),
    });
    updateServiceClock(response.headers, sent);
    return createServiceFeatures(response.ok ? parseHostConfig(await response.json()) : {});
  } catch {
    return createServiceFeatures({});
  }
}
