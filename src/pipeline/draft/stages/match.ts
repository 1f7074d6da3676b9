import { isOperatorObject, type MatchOperator } from '#contract/stages.ts';
import { createFieldReader } from '#lib/group/grouper.ts';
import { toCanonicalJson } from '#lib/group/toCanonicalJson.ts';
import {
  isJsonObject,
  type JsonObject,
  type OrderedJsonEntry,
  OrderedJsonObject,
  type OrderedJsonValue,
} from '#lib/json/json.ts';
import {
  CONDITION_OPERATOR_DEFINITIONS,
  CONDITION_OPERATORS,
  type ConditionOperator,
  parseOperand,
  parseOperators,
  toOperandDraft,
} from '#pipeline/draft/operators.ts';
import { toValueDraft, VALUE_TYPES, type ValueDraft } from '#pipeline/draft/valueDraft.ts';
import {
  type ApiStageDefinition,
  areStrings,
  compareSameType,
  createDraftKey,
  createObjectEntriesParser,
  createStageObject,
  type DraftError,
  type StageBase,
  shortenText,
} from './stageBase.ts';

export type MatchCondition = { key: string; field: string; operator: ConditionOperator; value: ValueDraft };

export type MatchDraft = StageBase & { kind: 'match'; conditions: readonly MatchCondition[] };

export function createMatchCondition(field = '', value: ValueDraft = { type: 'text', text: '' }): MatchCondition {
  return { key: createDraftKey(), field, operator: 'is', value };
}

export const MATCH_STAGE: ApiStageDefinition<MatchDraft> = {
  name: 'Match',
  hint: 'all conditions must match',
  members: ['filter'],
  createContent: () => ({ kind: 'match', conditions: [createMatchCondition()] }),
  renewKeys: (stage) => ({
    ...stage,
    conditions: stage.conditions.map((condition) => ({ ...condition, key: createDraftKey() })),
  }),
  compile: compileMatch,
  parseMembers: createObjectEntriesParser((entries) => ({
    kind: 'match',
    conditions: entries.flatMap(parseConditions),
  })),
  isValidContent: ({ conditions }) => Array.isArray(conditions) && conditions.every(isCondition),
  describe: ({ conditions }) =>
    conditions.length === 0 ? 'keep everything' : `keep where ${conditions.map(describeCondition).join(' and ')}`,
  isExtension: ({ conditions }) => conditions.some(({ operator }) => operator !== 'is'),
  fields: 'all',
  run: (documents, { filter }) => documents.filter(createFilter(Object.entries(filter ?? {}))),
};

function compileMatch({ conditions }: MatchDraft): OrderedJsonObject | DraftError {
  const byField = new Map<string, { condition: MatchCondition; value: OrderedJsonValue }[]>();
  for (const [row, condition] of conditions.entries()) {
    const complain = (message: string) => ({
      message: `Condition ${row + 1}${message}`,
      row: condition.key,
    });
    const name = condition.field.trim();
    if (!name) return complain(': enter a field.');
    const read = parseOperand(condition.operator, condition.value);
    if ('complaint' in read) return complain(` (${name}): ${read.complaint}`);
    const others = byField.get(name) ?? [];
    if (others.some(({ condition: { operator } }) => operator === condition.operator)) {
      return complain(`: ${name} ${CONDITION_OPERATOR_DEFINITIONS[condition.operator].sign} … occurs twice.`);
    }
    byField.set(name, [...others, { condition, value: read.value }]);
  }
  const filter = [...byField].map(([field, wanted]): OrderedJsonEntry => {
    const [only] = wanted;
    if (wanted.length === 1 && only?.condition.operator === 'is') return [field, only.value];
    const operators = wanted.map(
      ({ condition, value }): OrderedJsonEntry => [CONDITION_OPERATOR_DEFINITIONS[condition.operator].wire, value],
    );
    return [field, new OrderedJsonObject(operators)];
  });
  return createStageObject('match', 'filter', filter);
}

function parseConditions([field, value]: OrderedJsonEntry): MatchCondition[] {
  const operators = parseOperators(value) ?? [['is', value] as const];
  return operators.map(([operator, operand]) => ({
    key: createDraftKey(),
    field,
    operator,
    value: operator === 'is' ? toValueDraft(operand) : toOperandDraft(operator, operand),
  }));
}

/** Describes a condition, such as "temperature > 25". Texts are quoted to distinguish them from numbers. */
export function describeCondition({ field, operator, value }: MatchCondition): string {
  const name = field.trim() || '…';
  if (operator === 'exists') return value.text === 'false' ? `${name} is missing` : `${name} exists`;
  const { sign } = CONDITION_OPERATOR_DEFINITIONS[operator];
  if (value.type === 'null') return `${name} ${sign} null`;
  const quoted = value.type === 'text' && operator !== 'in';
  return `${name} ${sign} ${shortenText(quoted ? JSON.stringify(value.text) : value.text || '…')}`;
}

function isCondition(kept: unknown): boolean {
  if (!isJsonObject(kept)) return false;
  const { key, field, operator, value } = kept;
  return (
    areStrings(key, field) &&
    CONDITION_OPERATORS.some((name) => name === operator) &&
    isJsonObject(value) &&
    areStrings(value['text']) &&
    VALUE_TYPES.some((type) => type === value['type'])
  );
}

function createFilter(members: readonly [field: string, value: unknown][]): (document: JsonObject) => boolean {
  const tests = members.flatMap(([field, value]) => {
    const read = createFieldReader(field);
    const operators: [string, unknown][] = isOperatorObject(value) ? Object.entries(value) : [['$eq', value]];
    return operators.map(([operator, operand]) => {
      const test = OPERATOR_TESTS[operator as MatchOperator](operand); // validated by the contract's schema
      return (document: JsonObject) => test(read(document));
    });
  });
  return (document) => tests.every((test) => test(document));
}

type ValueTest = (value: unknown) => boolean;

const OPERATOR_TESTS: Record<MatchOperator, (operand: unknown) => ValueTest> = {
  $eq: createEqualityTest,
  $ne: (operand) => {
    const isEqual = createEqualityTest(operand);
    return (value) => !isEqual(value);
  },
  $in: (operand) => {
    const texts = new Set(Array.isArray(operand) ? operand.map(toCanonicalJson) : []);
    return (value) => value !== undefined && texts.has(toCanonicalJson(value));
  },
  $exists: (operand) => (value) => (value !== undefined) === operand,
  $gt: (operand) => (value) => compareSameType(value, operand) > 0,
  $gte: (operand) => (value) => compareSameType(value, operand) >= 0,
  $lt: (operand) => (value) => compareSameType(value, operand) < 0,
  $lte: (operand) => (value) => compareSameType(value, operand) <= 0,
};

function createEqualityTest(operand: unknown): ValueTest {
  const text = toCanonicalJson(operand);
  return (value) => value !== undefined && toCanonicalJson(value) === text;
}
