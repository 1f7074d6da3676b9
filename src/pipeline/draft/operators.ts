import type { MatchOperator } from '#contract/stages.ts';
import { OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';
import { type ParsedValue, parseValueDraft, toValueDraft, type ValueDraft } from './valueDraft.ts';

export const CONDITION_OPERATORS = ['is', 'isNot', 'above', 'atLeast', 'below', 'atMost', 'in', 'exists'] as const;

export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export const CONDITION_OPERATOR_DEFINITIONS: Record<
  ConditionOperator,
  { sign: string; name: string; wire: MatchOperator }
> = {
  is: { sign: 'is', name: 'is', wire: '$eq' },
  isNot: { sign: 'is not', name: 'is not', wire: '$ne' },
  above: { sign: '>', name: '> above', wire: '$gt' },
  atLeast: { sign: '≥', name: '≥ at least', wire: '$gte' },
  below: { sign: '<', name: '< below', wire: '$lt' },
  atMost: { sign: '≤', name: '≤ at most', wire: '$lte' },
  in: { sign: 'in', name: 'in a list', wire: '$in' },
  exists: { sign: 'exists', name: 'exists', wire: '$exists' },
};

export function findOperatorByWireName(wire: string): ConditionOperator | undefined {
  return CONDITION_OPERATORS.find((operator) => CONDITION_OPERATOR_DEFINITIONS[operator].wire === wire);
}

export function toOperandDraft(operator: ConditionOperator, operand: OrderedJsonValue): ValueDraft {
  if (operator !== 'in' || !Array.isArray(operand) || operand.length === 0) return toValueDraft(operand);
  const items = operand.map(toValueDraft);
  const type = items[0]?.type;
  const plain = items.every(
    (item) => item.type === type && item.text !== '' && item.text.trim() === item.text && !item.text.includes(','),
  );
  if (!plain || (type !== 'text' && type !== 'number')) return toValueDraft(operand);
  return { type, text: items.map(({ text }) => text).join(', ') };
}

export function parseOperand(operator: ConditionOperator, draft: ValueDraft): ParsedValue {
  if (operator === 'exists') {
    return draft.type === 'boolean' ? parseValueDraft(draft) : { complaint: 'enter true or false for exists.' };
  }
  if (operator !== 'in') return parseValueDraft(draft);
  if (draft.type === 'json') {
    const list = parseValueDraft(draft);
    return 'value' in list && !Array.isArray(list.value) ? { complaint: 'enter a list such as ["a", "b"].' } : list;
  }
  const value: OrderedJsonValue[] = [];
  for (const text of draft.text.split(',')) {
    const item = parseValueDraft({ type: draft.type, text: text.trim() });
    if ('complaint' in item) return item;
    value.push(item.value);
  }
  return { value };
}

export function adaptValueToOperator(operator: ConditionOperator, value: ValueDraft): ValueDraft {
  if (operator === 'exists') return { type: 'boolean', text: value.text === 'false' ? 'false' : 'true' };
  return value;
}

export function parseOperators(
  value: OrderedJsonValue,
): (readonly [ConditionOperator, OrderedJsonValue])[] | undefined {
  if (!(value instanceof OrderedJsonObject) || value.entries.length === 0) return undefined;
  const operators: (readonly [ConditionOperator, OrderedJsonValue])[] = [];
  for (const [wire, operand] of value.entries) {
    const operator = findOperatorByWireName(wire);
    if (!operator) return undefined;
    operators.push([operator, operand]);
  }
  return operators;
}
