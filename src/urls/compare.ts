import { escapeDeviceId, unescapeDeviceId } from './device.ts';
import { COMPARE_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

export const MAX_COMPARED_DEVICES = 5;

export type CompareState = {
  deviceIDs: readonly string[];
  different: boolean;
};

export function buildCompareUrl({ deviceIDs, different }: CompareState): string {
  const query = new URLSearchParams();
  for (const id of deviceIDs) query.append('device', escapeDeviceId(id));
  if (different) query.set('show', 'different');
  return buildUrl(COMPARE_PATH, query);
}

/** `leftOut` contains the devices beyond the maximum number. */
type ParsedCompareState = CompareState & { leftOut: readonly string[] };

export function parseCompareUrl(search: URLSearchParams): { state: ParsedCompareState; dropped: string[] } {
  const { query, dropped } = new UrlParser(search);
  const ids = [...new Set(query.getAll('device').filter(Boolean).map(unescapeDeviceId))];
  const different = query.getChoice('show', ['different']) !== undefined;
  const [deviceIDs, leftOut] = [ids.slice(0, MAX_COMPARED_DEVICES), ids.slice(MAX_COMPARED_DEVICES)];
  return { state: { deviceIDs, leftOut, different }, dropped };
}
