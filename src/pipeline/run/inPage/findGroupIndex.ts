import type { OrderedJsonObject } from '#lib/json/json.ts';

/** Maximum number of groups held in the page. */
export const IN_PAGE_GROUPS_MAX = 100_000;

/** Index of the first group stage, or -1. */
export function findGroupIndex(pipeline: readonly OrderedJsonObject[]): number {
  return pipeline.findIndex(({ entries }) => entries.some(([name, value]) => name === 'type' && value === 'group'));
}

export function hasGroupStage(pipeline: readonly OrderedJsonObject[]): boolean {
  return findGroupIndex(pipeline) >= 0;
}
