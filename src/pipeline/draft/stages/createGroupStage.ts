import { type OrderedJsonEntry, OrderedJsonObject } from '#lib/json/json.ts';

export function createGroupStage(
  condition: readonly OrderedJsonEntry[],
  fields: readonly OrderedJsonEntry[],
): OrderedJsonObject {
  return new OrderedJsonObject([
    ['type', 'group'],
    ['condition', new OrderedJsonObject(condition)],
    ['fields', new OrderedJsonObject(fields)],
  ]);
}
