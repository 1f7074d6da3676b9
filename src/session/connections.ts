import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { getHost, normalizeBaseUrl } from '#api/connection.ts';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { DEFAULT_EXTENSIONS } from '#contract/extensions.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { addBasePath } from '#lib/basePath.ts';
import { CONNECTION_COLORS, type ConnectionColor, pickUnusedColor } from '#lib/connectionColor.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { removeConnectionSettings, setting } from '#lib/setting.ts';
import { useSession } from './useSession.ts';

/** Service to sign in to, without credentials. Absent properties are taken from the host's `config.json`. */
export type SavedConnection = {
  id: string;
  name: string;
  baseUrl: string;
  firstPage?: number;
  extensions?: string[];
  identity?: ConnectionColor;
};

/** Connection in the list, with its color. `usedAt` is the last sign-in, in ms since 1970. */
export type ListedConnection = SavedConnection & { identity: ConnectionColor; usedAt?: number | undefined };

/**
 * ID of the connection that the console's host defines. This connection always exists, and its address comes from the
 * host.
 */
export const HOST_CONNECTION_ID = 'host';

const DEFAULT_BASE_URL = addBasePath('/api');

/** `used` is the last sign-in per connection ID, in ms since 1970. */
type StoredConnections = { last: string; list: SavedConnection[]; used?: Record<string, number> };

const connectionsSetting = setting<StoredConnections>({
  name: 'connections',
  fallback: { last: HOST_CONNECTION_ID, list: [] },
  parse: (value) => (isStoredConnections(value) ? value : undefined),
});

/** Returns all connections, the host's first. `last` is the connection last used in this tab, otherwise in any tab. */
export function useConnections(): { connections: ListedConnection[]; last: ListedConnection; host: HostConfig } {
  const { data: host = {} } = useQuery(hostConfigQueryOptions);
  const { endedOn } = useSession();
  const { list, last, used = {} } = useSyncExternalStore(connectionsSetting.subscribe, connectionsSetting.get);
  const own: SavedConnection = {
    name: host.title ?? 'This service',
    ...list.find(({ id }) => id === HOST_CONNECTION_ID),
    id: HOST_CONNECTION_ID,
    baseUrl: host.baseUrl ?? DEFAULT_BASE_URL,
  };
  const all = [own, ...(host.baseUrlFixed ? [] : list.filter(({ id }) => id !== HOST_CONNECTION_ID))];
  const connections = assignColors(all).map((one) => ({ ...one, usedAt: used[one.id] }));
  const [first = { ...own, identity: CONNECTION_COLORS[0] }] = connections;
  const at = (wanted: string | undefined) => connections.find(({ id }) => id === wanted);
  return { connections, last: at(endedOn) ?? at(last) ?? first, host };
}

export function useCurrentConnection() {
  const { connection, savedConnectionId } = useSession();
  const { connections, last, host } = useConnections();
  const kept = connections.find(({ id }) => id === savedConnectionId);
  const saved =
    kept ??
    (connection && savedConnectionId
      ? createRemovedConnection(savedConnectionId, connection.baseUrl, connections)
      : last);
  const { firstPage = host.firstPage ?? 1, extensions = host.extensions ?? DEFAULT_EXTENSIONS } = saved;
  return { ...saved, firstPage, extensions };
}

/**
 * Replaces a connection that another tab removed while it is in use. It is named after its host and has an unused
 * color.
 */
function createRemovedConnection(id: string, baseUrl: string, others: readonly ListedConnection[]): ListedConnection {
  return { id, name: getHost(baseUrl), baseUrl, identity: pickUnusedColor(others.map(({ identity }) => identity)) };
}

/** Assigns unused colors to connections without one. The result is stable while the list is unchanged. */
function assignColors(connections: readonly SavedConnection[]): (SavedConnection & { identity: ConnectionColor })[] {
  const taken = connections.flatMap(({ identity }) => identity ?? []);
  return connections.map((connection) => {
    const identity = connection.identity ?? pickUnusedColor(taken);
    if (!connection.identity) taken.push(identity);
    return { ...connection, identity };
  });
}

/** Returns the connection for a typed address: the selected one, another with the same address, or a new one. */
export function resolveConnection(
  baseUrl: string,
  chosen: SavedConnection,
  connections: readonly SavedConnection[],
): SavedConnection {
  const address = normalizeBaseUrl(baseUrl);
  const same = [chosen, ...connections].find((one) => normalizeBaseUrl(one.baseUrl) === address);
  return same ?? { id: createRandomId(), name: getHost(address), baseUrl: address };
}

export function saveConnection(connection: SavedConnection): void {
  const before = connectionsSetting.get();
  const { list } = before;
  const known = list.some(({ id }) => id === connection.id);
  connectionsSetting.set({
    ...before,
    list: known ? list.map((old) => (old.id === connection.id ? connection : old)) : [...list, connection],
  });
}

/**
 * Removes a connection and its settings.
 * @returns a function that restores the connection at its previous position
 */
export function removeConnection(id: string): () => void {
  const { list, last, used = {} } = connectionsSetting.get();
  const { [id]: time, ...others } = used;
  const at = list.findIndex((one) => one.id === id);
  connectionsSetting.set({ last, list: list.filter((one) => one.id !== id), used: others });
  const bringSettingsBack = removeConnectionSettings(id);
  return () => {
    bringSettingsBack();
    const now = connectionsSetting.get();
    const back = list.slice(at, at + 1);
    connectionsSetting.set({
      ...now,
      list: [...now.list.slice(0, at), ...back, ...now.list.slice(at)],
      used: { ...now.used, ...(time !== undefined && { [id]: time }) },
    });
  };
}

export function setLastConnection(id: string): void {
  connectionsSetting.set({ ...connectionsSetting.get(), last: id });
}

export function recordConnectionUse(connection: SavedConnection): void {
  const { list, used } = connectionsSetting.get();
  const {
    id,
    name,
    baseUrl,
    identity = pickUnusedColor(['teal', ...list.flatMap((one) => one.identity ?? [])]),
  } = connection;
  const known = id === HOST_CONNECTION_ID || list.some((one) => one.id === id);
  connectionsSetting.set({
    last: id,
    list: known ? list : [...list, { id, name, baseUrl, identity }],
    used: { ...used, [id]: Date.now() },
  });
}

function isStoredConnections(value: unknown): value is StoredConnections {
  if (!isJsonObject(value) || typeof value['last'] !== 'string') return false;
  const { list, used = {} } = value;
  const times = isJsonObject(used) && Object.values(used).every((time) => typeof time === 'number');
  return times && Array.isArray(list) && list.every(isSavedConnection);
}

function isSavedConnection(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { id, name, baseUrl, firstPage = 1, extensions = [], identity } = value;
  if (identity !== undefined && !CONNECTION_COLORS.some((one) => one === identity)) return false;
  const isText = (text: unknown) => typeof text === 'string';
  const texts = [id, name, baseUrl].every(isText);
  return texts && Number.isInteger(firstPage) && Array.isArray(extensions) && extensions.every(isText);
}
