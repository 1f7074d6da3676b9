import { DASHBOARDS_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

/** Name of the open dashboard. The first one if it is empty. */
export type DashboardsState = { name: string };

export function buildDashboardsUrl({ name }: DashboardsState): string {
  return buildUrl(DASHBOARDS_PATH, new URLSearchParams(name === '' ? {} : { name }));
}

export function parseDashboardsUrl(search: URLSearchParams): { state: DashboardsState; dropped: string[] } {
  const { query, dropped } = new UrlParser(search);
  return { state: { name: query.getSingle('name') }, dropped };
}
