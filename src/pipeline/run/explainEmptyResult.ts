import { compileDraft } from '#pipeline/draft/compileDraft.ts';
import { type PipelineQuery, type QueryDraft, removeStage, replaceStage } from '#pipeline/draft/queryDraft.ts';
import type { MatchCondition, MatchDraft } from '#pipeline/draft/stages/match.ts';
import type { TimeRangeDraft } from '#pipeline/draft/stages/range.ts';
import { convertValueType, type ValueDraft, type ValueType } from '#pipeline/draft/valueDraft.ts';

/**
 * Runs the first page of a query.
 * @returns the number of rows, and true if there may be more
 */
export type QueryRunner = (query: PipelineQuery, signal: AbortSignal) => Promise<{ rows: number; more: boolean }>;

export type EmptyResultAttempt = {
  kind: 'type' | 'without' | 'documentID' | 'range';
  condition?: MatchCondition;
  range?: TimeRangeDraft;
  draft: QueryDraft;
  type?: ValueType;
  rows: number;
  more: boolean;
};

export type EmptyResultExplanation = {
  isCollectionEmpty: boolean;
  attempts: readonly EmptyResultAttempt[];
  requests: number;
  isTruncated: boolean;
};

export const EMPTY_RESULT_REQUESTS_MAX = 24;

type PlannedAttempt = Pick<EmptyResultAttempt, 'kind' | 'condition' | 'draft' | 'type' | 'range'>;

/**
 * Finds the reason why a query returns no documents. Tries the whole collection, then each value with another type,
 * then the query with one condition left out at a time.
 * @throws any error thrown by `runQuery`
 */
export async function explainEmptyResult(
  draft: QueryDraft,
  runQuery: QueryRunner,
  signal: AbortSignal,
): Promise<EmptyResultExplanation> {
  const rowsOf = async (tried: QueryDraft) => {
    const compiled = compileDraft(tried);
    signal.throwIfAborted();
    return 'query' in compiled ? await runQuery(compiled.query, signal) : { rows: 0, more: false };
  };
  const whole = await rowsOf({ ...draft, documentID: '', stages: [] });
  if (whole.rows === 0) return { isCollectionEmpty: true, attempts: [], requests: 1, isTruncated: false };
  const wanted = planAttempts(draft);
  const attempts: EmptyResultAttempt[] = [];
  for (const attempt of wanted.slice(0, EMPTY_RESULT_REQUESTS_MAX - 1))
    attempts.push({ ...attempt, ...(await rowsOf(attempt.draft)) });
  const rank = ({ rows, kind }: EmptyResultAttempt) => (rows === 0 ? 2 : 0) + (kind === 'type' ? 0 : 1);
  return {
    isCollectionEmpty: false,
    // an unsuccessful type change is redundant, as the condition itself is listed
    attempts: attempts.filter(({ kind, rows }) => kind !== 'type' || rows > 0).sort((a, b) => rank(a) - rank(b)),
    requests: attempts.length + 1,
    isTruncated: wanted.length > EMPTY_RESULT_REQUESTS_MAX - 1,
  };
}

function planAttempts(draft: QueryDraft): PlannedAttempt[] {
  const matches = draft.stages.filter((stage): stage is MatchDraft => stage.kind === 'match' && stage.enabled);
  const each = matches.flatMap((stage) => stage.conditions.map((condition) => ({ stage, condition })));
  const types = each.flatMap(({ stage, condition }) =>
    getOtherTypes(condition.value).map((value): PlannedAttempt => {
      const conditions = stage.conditions.map((old) => (old === condition ? { ...condition, value } : old));
      return { kind: 'type', condition, type: value.type, draft: replaceStage(draft, { ...stage, conditions }) };
    }),
  );
  const without = each.map(({ stage, condition }): PlannedAttempt => {
    const conditions = stage.conditions.filter((old) => old !== condition);
    return { kind: 'without', condition, draft: replaceStage(draft, { ...stage, conditions }) };
  });
  const index: PlannedAttempt[] = draft.documentID.trim()
    ? [{ kind: 'documentID', draft: { ...draft, documentID: '' } }]
    : [];
  const ranges = draft.stages
    .filter((stage): stage is TimeRangeDraft => stage.kind === 'range' && stage.enabled)
    .map((range): PlannedAttempt => ({ kind: 'range', range, draft: removeStage(draft, range.key) }));
  return [...types, ...index, ...ranges, ...without];
}

function getOtherTypes(value: ValueDraft): ValueDraft[] {
  const types: readonly ValueType[] = ['number', 'text', 'boolean'];
  return types.map((type) => convertValueType(value, type)).filter((other) => other !== undefined);
}
