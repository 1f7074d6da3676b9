import { type FieldRanges, parseRangeParams, writeFieldRanges } from './rangeParams.ts';
import { OVERVIEW_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

export const OVERVIEW_TIME_FIELDS = ['registeredAt', 'lastPairedAt'] as const;

export type TimeField = (typeof OVERVIEW_TIME_FIELDS)[number];

export const PRODUCT_RANKINGS = ['most', 'mostOffline', 'leastOnline', 'name'] as const;

export type ProductRanking = (typeof PRODUCT_RANKINGS)[number];

export type OverviewState = {
  ranking: ProductRanking;
  tables: readonly TimeField[];
  ranges: FieldRanges;
};

export const DEFAULT_OVERVIEW_STATE: OverviewState = { ranking: 'most', tables: [], ranges: {} };

export function buildOverviewUrl({ ranking, tables, ranges }: OverviewState): string {
  const query = new URLSearchParams();
  if (ranking !== DEFAULT_OVERVIEW_STATE.ranking) query.set('products', ranking);
  for (const field of tables) query.append('table', field);
  const fragment = new URLSearchParams();
  writeFieldRanges(fragment, ranges);
  return buildUrl(OVERVIEW_PATH, query, fragment);
}

export function parseOverviewUrl(search: URLSearchParams, hash: string): { state: OverviewState; dropped: string[] } {
  const { query, fragment, dropped } = new UrlParser(search, hash);
  const isTime = (field: string): field is TimeField => OVERVIEW_TIME_FIELDS.some((time) => time === field);
  const tables = query.getAll('table');
  const ranges = Object.entries(parseRangeParams(fragment));
  for (const field of tables) if (!isTime(field)) dropped.push(`table ${field}`);
  for (const [field] of ranges) if (!isTime(field)) dropped.push(`range ${field}`);
  const state: OverviewState = {
    ranking: query.getChoice('products', PRODUCT_RANKINGS) ?? DEFAULT_OVERVIEW_STATE.ranking,
    tables: [...new Set(tables.filter(isTime))],
    ranges: Object.fromEntries(ranges.filter(([field]) => isTime(field))),
  };
  return { state, dropped };
}
