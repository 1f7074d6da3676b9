import { TIME_MODES, type TimeMode } from '#lib/time/time.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

/** Version of links without the parameter `v`. */
const LINK_VERSION = '1';

type UrlParts = { pathname: string; search: string; hash: string };

export function parseSharedParams(search: URLSearchParams): { timeMode: TimeMode | undefined; dropped: string[] } {
  const { query, dropped } = new UrlParser(search);
  const timeMode = query.getChoice('time', TIME_MODES);
  const version = query.getText('v');
  if (version && version !== LINK_VERSION) dropped.push(`parts added in link version ${version}`);
  return { timeMode, dropped };
}

export function setTimeModeParam(url: UrlParts, mode: TimeMode): string {
  const search = new URLSearchParams(url.search);
  search.set('time', mode);
  return `${url.pathname}?${search}${url.hash}`;
}

export function removeTimeModeParam(url: UrlParts): string {
  const search = new URLSearchParams(url.search);
  search.delete('time');
  return buildUrl(url.pathname, search) + url.hash;
}
