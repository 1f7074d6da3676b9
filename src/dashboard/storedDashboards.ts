import * as z from 'zod/mini';
import type { HostConfig } from '#contract/hostConfig.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { createListParser } from '#lib/schema.ts';
import { createPerConnectionSetting } from '#lib/setting.ts';
import type { Dashboard } from './dashboard.ts';
import {
  DASHBOARD_VERSION,
  type DashboardFileResult,
  formatDashboardFile,
  parseDashboardFile,
} from './dashboardFile.ts';

/** Dashboard in this browser. Kept as text, so that one that this version cannot read is not lost. */
export type StoredDashboard = z.infer<typeof storedSchema>;

export type ListedDashboard = StoredDashboard & {
  name: string;
  content: DashboardFileResult;
  /** Where it is kept. Only one in this browser can be changed. */
  origin: 'browser' | 'host' | 'link';
};

const storedSchema = z.object({ id: z.string(), text: z.string() });

const parseStoredList = createListParser(storedSchema);

/** Dashboards of a connection. The first one opens. */
export const getDashboardsSetting = createPerConnectionSetting<readonly StoredDashboard[]>({
  name: 'dashboards',
  fallback: [],
  parse: (kept, drop) => parseStoredList(kept, () => drop('a dashboard')),
});

/** Refresh interval of new dashboards, in seconds. */
const REFRESH_DEFAULT_S = 60;

export function createDashboard(name: string, tiles: Dashboard['tiles'] = []): Dashboard {
  return { fleetlens: 'dashboard', version: DASHBOARD_VERSION, name, refresh: REFRESH_DEFAULT_S, tiles };
}

export function addDashboard(list: readonly StoredDashboard[], dashboard: Dashboard): readonly StoredDashboard[] {
  const name = findFreeName(
    list.map((stored) => readDashboard(stored).name),
    dashboard.name,
  );
  return [...list, { id: createRandomId(), text: formatDashboardFile({ ...dashboard, name }) }];
}

/** Replaces a dashboard. Adds it again if another tab removed it meanwhile, so that no change is lost. */
export function replaceDashboard(
  list: readonly StoredDashboard[],
  id: string,
  dashboard: Dashboard,
): readonly StoredDashboard[] {
  const next = { id, text: formatDashboardFile(dashboard) };
  return list.some((old) => old.id === id) ? list.map((old) => (old.id === id ? next : old)) : [...list, next];
}

/** Reads a stored dashboard. One that cannot be read has a name too. */
export function readDashboard(
  { id, text }: StoredDashboard,
  origin: ListedDashboard['origin'] = 'browser',
): ListedDashboard {
  const content = parseDashboardFile(text);
  const name = 'dashboard' in content ? content.dashboard.name : 'Unreadable dashboard';
  return { id, text, content, name, origin };
}

/** Lists the user's dashboards, then those of the host. */
export function listDashboards(
  stored: readonly StoredDashboard[],
  { dashboards = [] }: HostConfig = {},
): readonly ListedDashboard[] {
  const shared = dashboards.map((file) => readSharedDashboard(JSON.stringify(file), 'host'));
  return [...stored.map((one) => readDashboard(one)), ...shared];
}

/** Reads a dashboard that is not in this browser. Its ID is the same in all browsers. */
export function readSharedDashboard(text: string, origin: 'host' | 'link'): ListedDashboard {
  const read = readDashboard({ id: '', text }, origin);
  return { ...read, id: `${origin}:${read.name}` };
}

/** Returns the name, followed by a number if it is taken. */
function findFreeName(taken: readonly string[], name: string): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`;
}
