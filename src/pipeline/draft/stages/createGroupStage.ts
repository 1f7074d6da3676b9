import { type OrderedJsonEntry, OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';

/** Computes the number of documents of a group. */
export const COUNT_OPERATOR = createOperatorObject('$count', new OrderedJsonObject([]));

export function createOperatorObject(operator: string, operand: OrderedJsonValue): OrderedJsonObject {
  return new OrderedJsonObject([[operator, operand]]);
}

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
