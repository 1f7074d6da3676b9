import type { OrderedJsonObject } from '#lib/json/json.ts';

export const IN_PAGE_GROUPS_MAX = 100_000;

export function findGroupStageIndex(pipeline: readonly OrderedJsonObject[]): number {
  return pipeline.findIndex(({ entries }) => entries.some(([name, value]) => name === 'type' && value === 'group'));
}

export function hasGroupStage(pipeline: readonly OrderedJsonObject[]): boolean {
  return findGroupStageIndex(pipeline) >= 0;
}
