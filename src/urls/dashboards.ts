import { DASHBOARDS_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

/** ID of the open dashboard, the first one if it is empty. `file` is the text of a dashboard that the link contains. */
export type DashboardsState = { id: string; file: string };

/** Builds the URL of a dashboard. A file may contain personal data, so it is placed in the fragment. */
export function buildDashboardsUrl({ id = '', file = '' }: Partial<DashboardsState>): string {
  const [query, fragment] = [new URLSearchParams(id && { id }), new URLSearchParams(file && { file })];
  return buildUrl(DASHBOARDS_PATH, query, fragment);
}

export function parseDashboardsUrl(
  search: URLSearchParams,
  hash: string,
): { state: DashboardsState; dropped: string[] } {
  const { query, fragment, dropped } = new UrlParser(search, hash);
  return { state: { id: query.getSingle('id'), file: fragment.getText('file') }, dropped };
}
