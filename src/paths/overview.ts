import { OVERVIEW } from './addresses.ts';
import { LinkReader, link } from './link.ts';
import { type Ranges, readRanges, writeRanges } from './ranges.ts';

export const TIMES = ['registeredAt', 'lastPairedAt'] as const;

export type TimeField = (typeof TIMES)[number];

export const RANKINGS = ['most', 'mostOffline', 'leastOnline', 'name'] as const;

export type Ranking = (typeof RANKINGS)[number];

export type OverviewState = {
  ranking: Ranking;
  tables: readonly TimeField[];
  ranges: Ranges;
};

export const OVERVIEW_AT_FIRST: OverviewState = { ranking: 'most', tables: [], ranges: {} };

export function overviewPath({ ranking, tables, ranges }: OverviewState): string {
  const query = new URLSearchParams();
  if (ranking !== OVERVIEW_AT_FIRST.ranking) query.set('products', ranking);
  for (const field of tables) query.append('table', field);
  const fragment = new URLSearchParams();
  writeRanges(fragment, ranges);
  return link(OVERVIEW, query, fragment);
}

/** Parses an overview link; `dropped` names the unreadable parts, which are ignored. */
export function parseOverviewUrl(search: URLSearchParams, hash: string): { state: OverviewState; dropped: string[] } {
  const { query, fragment, dropped } = new LinkReader(search, hash);
  const isTime = (field: string): field is TimeField => TIMES.some((time) => time === field);
  const tables = query.getAll('table');
  const ranges = Object.entries(readRanges(fragment));
  for (const field of tables) if (!isTime(field)) dropped.push(`table ${field}`);
  for (const [field] of ranges) if (!isTime(field)) dropped.push(`range ${field}`);
  const state: OverviewState = {
    ranking: query.choice('products', RANKINGS) ?? OVERVIEW_AT_FIRST.ranking,
    tables: [...new Set(tables.filter(isTime))],
    ranges: Object.fromEntries(ranges.filter(([field]) => isTime(field))),
  };
  return { state, dropped };
}
