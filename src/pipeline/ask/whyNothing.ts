import { type Draft, type Query, removeStage, replaceStage } from '#pipeline/draft/draft.ts';
import { compile } from '#pipeline/draft/query.ts';
import type { Condition, MatchDraft } from '#pipeline/draft/stages/match.ts';
import type { RangeDraft } from '#pipeline/draft/stages/range.ts';
import { asType, type ValueDraft, type ValueType } from '#pipeline/draft/value.ts';

/** Runs a query's first page. @returns its number of rows, and whether there may be more */
export type AskQuery = (query: Query, signal: AbortSignal) => Promise<{ rows: number; more: boolean }>;

export type Attempt = {
  kind: 'type' | 'without' | 'documentID' | 'range';
  condition: Condition | undefined;
  range?: RangeDraft;
  draft: Draft;
  type: ValueType | undefined;
  rows: number;
  more: boolean;
};

export type WhyNothing = {
  /** The whole collection is empty. */
  collectionEmpty: boolean;
  attempts: readonly Attempt[];
  requests: number;
  /** There were more attempts than allowed requests. */
  cut: boolean;
};

export const REQUESTS_MAX = 24;

type Wanted = Pick<Attempt, 'kind' | 'condition' | 'draft' | 'type' | 'range'>;

/**
 * Finds out why a query returns nothing: tests the whole collection, then each value with another type, then the query without
 * each condition.
 * @throws whatever `ask` throws
 */
export async function whyNothing(draft: Draft, ask: AskQuery, signal: AbortSignal): Promise<WhyNothing> {
  const rowsOf = async (tried: Draft) => {
    const compiled = compile(tried);
    signal.throwIfAborted();
    return 'query' in compiled ? await ask(compiled.query, signal) : { rows: 0, more: false };
  };
  const whole = await rowsOf({ ...draft, documentID: '', stages: [] });
  if (whole.rows === 0) return { collectionEmpty: true, attempts: [], requests: 1, cut: false };
  const wanted = attemptsFor(draft);
  const attempts: Attempt[] = [];
  for (const attempt of wanted.slice(0, REQUESTS_MAX - 1))
    attempts.push({ ...attempt, ...(await rowsOf(attempt.draft)) });
  const rank = ({ rows, kind }: Attempt) => (rows === 0 ? 2 : 0) + (kind === 'type' ? 0 : 1);
  return {
    collectionEmpty: false,
    // an unsuccessful type change is redundant, as the condition itself is listed
    attempts: attempts.filter(({ kind, rows }) => kind !== 'type' || rows > 0).sort((a, b) => rank(a) - rank(b)),
    requests: attempts.length + 1,
    cut: wanted.length > REQUESTS_MAX - 1,
  };
}

function attemptsFor(draft: Draft): Wanted[] {
  const matches = draft.stages.filter((stage): stage is MatchDraft => stage.kind === 'match' && stage.enabled);
  const each = matches.flatMap((stage) => stage.conditions.map((condition) => ({ stage, condition })));
  const types = each.flatMap(({ stage, condition }) =>
    otherTypes(condition.value).map((value): Wanted => {
      const conditions = stage.conditions.map((old) => (old === condition ? { ...condition, value } : old));
      return { kind: 'type', condition, type: value.type, draft: replaceStage(draft, { ...stage, conditions }) };
    }),
  );
  const without = each.map(({ stage, condition }): Wanted => {
    const conditions = stage.conditions.filter((old) => old !== condition);
    return { kind: 'without', condition, type: undefined, draft: replaceStage(draft, { ...stage, conditions }) };
  });
  const index: Wanted[] = draft.documentID.trim()
    ? [{ kind: 'documentID', condition: undefined, type: undefined, draft: { ...draft, documentID: '' } }]
    : [];
  const ranges = draft.stages
    .filter((stage): stage is RangeDraft => stage.kind === 'range' && stage.enabled)
    .map(
      (range): Wanted => ({
        kind: 'range',
        condition: undefined,
        type: undefined,
        range,
        draft: removeStage(draft, range.key),
      }),
    );
  return [...types, ...index, ...ranges, ...without];
}

function otherTypes(value: ValueDraft): ValueDraft[] {
  const types: readonly ValueType[] = ['number', 'text', 'boolean'];
  return types.map((type) => asType(value, type)).filter((other) => other !== undefined);
}
