import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { hostOf, normalizeBaseUrl } from '#api/connection.ts';
import { hostConfigQuery } from '#api/hostConfig.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { isJsonObject } from '#lib/json.ts';
import { forgetSettingsOf, setting } from '#lib/setting.ts';
import { useSession } from './session.ts';

/**
 * A service that somebody signs in to, by a name of their own and without anything secret. What is absent is as the
 * console's host says in `config.json`.
 */
export type SavedConnection = {
  id: string;
  name: string;
  baseUrl: string;
  firstPage?: number;
  extensions?: string[];
};

/** How a service wants to be asked: the number of its first page, and what it runs beyond the interface. */
export type ConnectionSettings = { firstPage: number; extensions: readonly string[] };

/** The connection that the console's host names. It is always there, and its address is the host's. */
export const HOST_CONNECTION = 'host';

const DEFAULT_BASE_URL = '/api';
const EXTENSIONS = ['operators', 'sort'];

type Kept = { last: string; list: SavedConnection[] };

const kept = setting<Kept>({
  name: 'connections',
  fallback: { last: HOST_CONNECTION, list: [] },
  read: (value) => (isKept(value) ? value : undefined),
});

/** Every connection that can be signed in to, the host's first, and the one that was used last. */
export function useConnections(host: HostConfig): { connections: SavedConnection[]; last: SavedConnection } {
  const { list, last } = useSyncExternalStore(kept.subscribe, kept.get);
  const own: SavedConnection = {
    name: host.title ?? 'This service',
    ...list.find(({ id }) => id === HOST_CONNECTION),
    id: HOST_CONNECTION,
    baseUrl: host.baseUrl ?? DEFAULT_BASE_URL,
  };
  const connections = [own, ...(host.baseUrlFixed ? [] : list.filter(({ id }) => id !== HOST_CONNECTION))];
  return { connections, last: connections.find(({ id }) => id === last) ?? own };
}

/** How the service that is signed in to wants to be asked. */
export function useConnectionSettings(): ConnectionSettings {
  const { data: host = {} } = useQuery(hostConfigQuery);
  const { savedId } = useSession();
  const saved = useConnections(host).connections.find(({ id }) => id === savedId);
  return {
    firstPage: saved?.firstPage ?? host.firstPage ?? 1,
    extensions: saved?.extensions ?? host.extensions ?? EXTENSIONS,
  };
}

/** The connection that a typed address means: the chosen one, another one with this address, or a new one. */
export function connectionAt(
  baseUrl: string,
  chosen: SavedConnection,
  connections: readonly SavedConnection[],
): SavedConnection {
  const address = normalizeBaseUrl(baseUrl);
  const same = [chosen, ...connections].find((one) => normalizeBaseUrl(one.baseUrl) === address);
  return same ?? { id: newConnectionId(), name: hostOf(address), baseUrl: address };
}

/** Adds the connection, or puts it in the place of the one with its id. */
export function saveConnection(connection: SavedConnection): void {
  const { list, last } = kept.get();
  const known = list.some(({ id }) => id === connection.id);
  kept.set({
    last,
    list: known ? list.map((old) => (old.id === connection.id ? connection : old)) : [...list, connection],
  });
}

export function removeConnection(id: string): void {
  const { list, last } = kept.get();
  kept.set({ last, list: list.filter((one) => one.id !== id) });
  forgetSettingsOf(id);
}

/** Remembers which connection was signed in to, and the connection itself if it is a new one. */
export function rememberUse(connection: SavedConnection): void {
  const { list } = kept.get();
  const known = connection.id === HOST_CONNECTION || list.some(({ id }) => id === connection.id);
  kept.set({ last: connection.id, list: known ? list : [...list, connection] });
}

export function newConnectionId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}

function isKept(value: unknown): value is Kept {
  if (!isJsonObject(value) || typeof value['last'] !== 'string') return false;
  const { list } = value;
  return Array.isArray(list) && list.every(isSavedConnection);
}

function isSavedConnection(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { id, name, baseUrl, firstPage = 1, extensions = [] } = value;
  const texts = [id, name, baseUrl].every((text) => typeof text === 'string');
  return texts && Number.isInteger(firstPage) && Array.isArray(extensions) && extensions.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
