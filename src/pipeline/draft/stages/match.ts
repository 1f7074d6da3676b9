import { isJsonObject, type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import {
  OPERATOR_WORDS,
  OPERATORS,
  type Operator,
  operandDraft,
  operatorsIn,
  readOperand,
} from '#pipeline/draft/operators.ts';
import { VALUE_TYPES, type ValueDraft, valueDraft } from '#pipeline/draft/value.ts';
import { areTexts, byEntries, type Card, type Complaint, type Kind, newKey, shortened, stageOf } from './card.ts';

export type Condition = { key: string; field: string; operator: Operator; value: ValueDraft };

export type MatchDraft = Card & { kind: 'match'; conditions: readonly Condition[] };

export function newCondition(field = '', value: ValueDraft = { type: 'text', text: '' }): Condition {
  return { key: newKey(), field, operator: 'is', value };
}

export const MATCH: Kind<MatchDraft> = {
  name: 'Match',
  hint: 'where all hold',
  member: 'filter',
  begin: () => ({ kind: 'match', conditions: [newCondition()] }),
  renew: (stage) => ({
    ...stage,
    conditions: stage.conditions.map((condition) => ({ ...condition, key: newKey() })),
  }),
  compile: compileMatch,
  draw: byEntries((entries) => ({ kind: 'match', conditions: entries.flatMap(conditionsOn) })),
  isKept: ({ conditions }) => Array.isArray(conditions) && conditions.every(isCondition),
  sentence: ({ conditions }) =>
    conditions.length === 0 ? 'keep everything' : `keep where ${conditions.map(conditionSentence).join(' and ')}`,
  isExtension: ({ conditions }) => conditions.some(({ operator }) => operator !== 'is'),
  fields: 'all',
};

/** Merges conditions on one field into one entry: operators, or the plain value for a single `is`. */
function compileMatch({ conditions }: MatchDraft): OrderedObject | Complaint {
  const byField = new Map<string, { condition: Condition; value: OrderedJson }[]>();
  for (const [row, condition] of conditions.entries()) {
    const complain = (message: string) => ({ message: `Condition ${row + 1}${message}`, row: condition.key });
    const name = condition.field.trim();
    if (!name) return complain(': name the field.');
    const read = readOperand(condition.operator, condition.value);
    if ('complaint' in read) return complain(` (${name}): ${read.complaint}`);
    const others = byField.get(name) ?? [];
    if (others.some(({ condition: { operator } }) => operator === condition.operator)) {
      return complain(`: ${name} ${OPERATOR_WORDS[condition.operator].sign} … stands there already.`);
    }
    byField.set(name, [...others, { condition, value: read.value }]);
  }
  const filter = [...byField].map(([field, wanted]): JsonEntry => {
    const [only] = wanted;
    if (wanted.length === 1 && only?.condition.operator === 'is') return [field, only.value];
    const operators = wanted.map(({ condition, value }): JsonEntry => [OPERATOR_WORDS[condition.operator].wire, value]);
    return [field, new OrderedObject(operators)];
  });
  return stageOf('match', 'filter', filter);
}

function conditionsOn([field, value]: JsonEntry): Condition[] {
  const operators = operatorsIn(value) ?? [['is', value] as const];
  return operators.map(([operator, operand]) => ({
    key: newKey(),
    field,
    operator,
    value: operator === 'is' ? valueDraft(operand) : operandDraft(operator, operand),
  }));
}

/** "temperature > 25"; texts are quoted to differ from numbers. */
export function conditionSentence({ field, operator, value }: Condition): string {
  const name = field.trim() || '…';
  if (operator === 'exists') return value.text === 'false' ? `${name} is missing` : `${name} exists`;
  const { sign } = OPERATOR_WORDS[operator];
  if (value.type === 'null') return `${name} ${sign} null`;
  const quoted = value.type === 'text' && operator !== 'in';
  return `${name} ${sign} ${shortened(quoted ? JSON.stringify(value.text) : value.text || '…')}`;
}

function isCondition(kept: unknown): boolean {
  if (!isJsonObject(kept)) return false;
  const { key, field, operator, value } = kept;
  return (
    areTexts(key, field) &&
    OPERATORS.some((name) => name === operator) &&
    isJsonObject(value) &&
    areTexts(value['text']) &&
    VALUE_TYPES.some((type) => type === value['type'])
  );
}
