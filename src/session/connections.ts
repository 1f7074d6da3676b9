import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { hostOf, normalizeBaseUrl } from '#api/connection.ts';
import { hostConfigQuery } from '#api/hostConfig.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { EXTENSIONS } from '#contract/stages.ts';
import { addBasePath } from '#lib/basePath.ts';
import { CONNECTION_COLORS, type ConnectionColor, pickUnusedColor } from '#lib/connectionColor.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { removeConnectionSettings, setting } from '#lib/setting.ts';
import { useSession } from './session.ts';

/** A service to sign in to, without anything secret. What is absent is as the host says in `config.json`. */
export type SavedConnection = {
  id: string;
  name: string;
  baseUrl: string;
  firstPage?: number;
  extensions?: string[];
  identity?: ConnectionColor;
};

/** A connection as it is shown: every one has a colour, and those that were signed in to the time of the last, in ms. */
export type ShownConnection = SavedConnection & { identity: ConnectionColor; usedAt?: number | undefined };

/** The connection that the console's host names. It is always there, and its address is the host's. */
export const HOST_CONNECTION = 'host';

const DEFAULT_BASE_URL = addBasePath('/api');

/** `used` says by id when a connection was last signed in to, ms since 1970. */
type Kept = { last: string; list: SavedConnection[]; used?: Record<string, number> };

const kept = setting<Kept>({
  name: 'connections',
  fallback: { last: HOST_CONNECTION, list: [] },
  read: (value) => (isKept(value) ? value : undefined),
});

/** Every connection that can be signed in to, the host's first, and the one that this tab, or else any, used last. */
export function useConnections(): { connections: ShownConnection[]; last: ShownConnection; host: HostConfig } {
  const { data: host = {} } = useQuery(hostConfigQuery);
  const { endedOn } = useSession();
  const { list, last, used = {} } = useSyncExternalStore(kept.subscribe, kept.get);
  const own: SavedConnection = {
    name: host.title ?? 'This service',
    ...list.find(({ id }) => id === HOST_CONNECTION),
    id: HOST_CONNECTION,
    baseUrl: host.baseUrl ?? DEFAULT_BASE_URL,
  };
  const all = [own, ...(host.baseUrlFixed ? [] : list.filter(({ id }) => id !== HOST_CONNECTION))];
  const connections = coloured(all).map((one) => ({ ...one, usedAt: used[one.id] }));
  const [first = { ...own, identity: CONNECTION_COLORS[0] }] = connections;
  const at = (wanted: string | undefined) => connections.find(({ id }) => id === wanted);
  return { connections, last: at(endedOn) ?? at(last) ?? first, host };
}

/** The connection in use, with how its service wants to be asked: the number of its first page, what it runs beyond the interface. */
export function useConnectionInUse() {
  const { connection, savedId } = useSession();
  const { connections, last, host } = useConnections();
  const kept = connections.find(({ id }) => id === savedId);
  const saved = kept ?? (connection && savedId ? removed(savedId, connection.baseUrl, connections) : last);
  const { firstPage = host.firstPage ?? 1, extensions = host.extensions ?? Object.keys(EXTENSIONS) } = saved;
  return { ...saved, firstPage, extensions };
}

/** One that another tab removed while it is in use: told by its address, and never by another's name and colour. */
function removed(id: string, baseUrl: string, others: readonly ShownConnection[]): ShownConnection {
  return { id, name: hostOf(baseUrl), baseUrl, identity: pickUnusedColor(others.map(({ identity }) => identity)) };
}

/** Those without a colour that was chosen get one that is not taken, the same as long as the list is. */
function coloured(connections: readonly SavedConnection[]): (SavedConnection & { identity: ConnectionColor })[] {
  const taken = connections.flatMap(({ identity }) => identity ?? []);
  return connections.map((connection) => {
    const identity = connection.identity ?? pickUnusedColor(taken);
    if (!connection.identity) taken.push(identity);
    return { ...connection, identity };
  });
}

/** The connection that a typed address means: the chosen one, another one with this address, or a new one. */
export function connectionAt(
  baseUrl: string,
  chosen: SavedConnection,
  connections: readonly SavedConnection[],
): SavedConnection {
  const address = normalizeBaseUrl(baseUrl);
  const same = [chosen, ...connections].find((one) => normalizeBaseUrl(one.baseUrl) === address);
  return same ?? { id: createRandomId(), name: hostOf(address), baseUrl: address };
}

/** Adds the connection, or puts it in the place of the one with its id. */
export function saveConnection(connection: SavedConnection): void {
  const before = kept.get();
  const { list } = before;
  const known = list.some(({ id }) => id === connection.id);
  kept.set({
    ...before,
    list: known ? list.map((old) => (old.id === connection.id ? connection : old)) : [...list, connection],
  });
}

/** Removes a connection with all that this browser keeps for it; gives the way to have it back in its place. */
export function removeConnection(id: string): () => void {
  const { list, last, used = {} } = kept.get();
  const { [id]: time, ...others } = used;
  const at = list.findIndex((one) => one.id === id);
  kept.set({ last, list: list.filter((one) => one.id !== id), used: others });
  const bringSettingsBack = removeConnectionSettings(id);
  return () => {
    bringSettingsBack();
    const now = kept.get();
    const back = list.slice(at, at + 1);
    kept.set({
      ...now,
      list: [...now.list.slice(0, at), ...back, ...now.list.slice(at)],
      used: { ...now.used, ...(time !== undefined && { [id]: time }) },
    });
  };
}

/** Has the next sign-in offer this connection first. */
export function preferConnection(id: string): void {
  kept.set({ ...kept.get(), last: id });
}

/** Remembers which connection was signed in to, and the connection itself if it is a new one. */
export function rememberUse(connection: SavedConnection): void {
  const { list, used } = kept.get();
  const {
    id,
    name,
    baseUrl,
    identity = pickUnusedColor(['teal', ...list.flatMap((one) => one.identity ?? [])]),
  } = connection;
  const known = id === HOST_CONNECTION || list.some((one) => one.id === id);
  kept.set({
    last: id,
    list: known ? list : [...list, { id, name, baseUrl, identity }],
    used: { ...used, [id]: Date.now() },
  });
}

function isKept(value: unknown): value is Kept {
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
