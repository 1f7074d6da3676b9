import type { MatchOperator } from '#contract/stages.ts';
import { type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import { type ParsedValue, parseValue, toValueDraft, type ValueDraft } from './valueDraft.ts';

export const OPERATORS = ['is', 'isNot', 'above', 'atLeast', 'below', 'atMost', 'in', 'exists'] as const;

export type Operator = (typeof OPERATORS)[number];

export const OPERATOR_LABELS: Record<Operator, { sign: string; name: string; wire: MatchOperator }> = {
  is: { sign: 'is', name: 'is', wire: '$eq' },
  isNot: { sign: 'is not', name: 'is not', wire: '$ne' },
  above: { sign: '>', name: '> above', wire: '$gt' },
  atLeast: { sign: '≥', name: '≥ at least', wire: '$gte' },
  below: { sign: '<', name: '< below', wire: '$lt' },
  atMost: { sign: '≤', name: '≤ at most', wire: '$lte' },
  in: { sign: 'in', name: 'in a list', wire: '$in' },
  exists: { sign: 'exists', name: 'exists', wire: '$exists' },
};

export function findOperator(wire: string): Operator | undefined {
  return OPERATORS.find((operator) => OPERATOR_LABELS[operator].wire === wire);
}

export function toOperandDraft(operator: Operator, operand: OrderedJson): ValueDraft {
  if (operator !== 'in' || !Array.isArray(operand) || operand.length === 0) return toValueDraft(operand);
  const items = operand.map(toValueDraft);
  const type = items[0]?.type;
  const plain = items.every(
    (item) => item.type === type && item.text !== '' && item.text.trim() === item.text && !item.text.includes(','),
  );
  if (!plain || (type !== 'text' && type !== 'number')) return toValueDraft(operand);
  return { type, text: items.map(({ text }) => text).join(', ') };
}

export function parseOperand(operator: Operator, draft: ValueDraft): ParsedValue {
  if (operator === 'exists') {
    return draft.type === 'boolean' ? parseValue(draft) : { complaint: 'enter true or false for exists.' };
  }
  if (operator !== 'in') return parseValue(draft);
  if (draft.type === 'json') {
    const list = parseValue(draft);
    return 'value' in list && !Array.isArray(list.value) ? { complaint: 'enter a list such as ["a", "b"].' } : list;
  }
  const value: OrderedJson[] = [];
  for (const text of draft.text.split(',')) {
    const item = parseValue({ type: draft.type, text: text.trim() });
    if ('complaint' in item) return item;
    value.push(item.value);
  }
  return { value };
}

export function adaptValueToOperator(operator: Operator, value: ValueDraft): ValueDraft {
  if (operator === 'exists') return { type: 'boolean', text: value.text === 'false' ? 'false' : 'true' };
  return value;
}

export function parseOperators(value: OrderedJson): (readonly [Operator, OrderedJson])[] | undefined {
  if (!(value instanceof OrderedObject) || value.entries.length === 0) return undefined;
  const operators: (readonly [Operator, OrderedJson])[] = [];
  for (const [wire, operand] of value.entries) {
    const operator = findOperator(wire);
    if (!operator) return undefined;
    operators.push([operator, operand]);
  }
  return operators;
}
