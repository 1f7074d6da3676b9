import { JsonSyntaxError, OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { toStageDraft } from '#pipeline/draft/compileDraft.ts';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { compileStage, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { buildTimeRangeMatchStage } from '#pipeline/draft/timeRange.ts';

/** Syntax error of a pipeline text. Line and column are 1-based. */
export type PipelineSyntaxError = Pick<JsonSyntaxError, 'message' | 'line' | 'column' | 'position'>;

/**
 * Formats the enabled stages as a JSON list, as sent at a time (`at`, ms). Invalid raw stages are included as typed, so
 * the text may be invalid. Other incomplete stages are omitted.
 */
export function formatPipeline({ stages }: QueryDraft, at: number): string {
  const written = stages.filter(({ enabled }) => enabled).flatMap((stage) => formatStage(stage, at));
  if (written.length === 0) return '[]';
  return `[\n${written.map((text) => `  ${text.replaceAll('\n', '\n  ')}`).join(',\n')}\n]`;
}

/** True for stages that the JSON text does not contain: disabled or incomplete ones. */
export function isOmittedFromText(stage: StageDraft): boolean {
  const { kind, enabled } = stage;
  return !enabled || (kind !== 'raw' && kind !== 'range' && !(compileStage(stage) instanceof OrderedJsonObject));
}

export function parsePipeline(text: string): { stages: readonly OrderedJsonObject[] } | { fault: PipelineSyntaxError } {
  try {
    const list = parseOrderedJson(text);
    if (!Array.isArray(list)) return { fault: new JsonSyntaxError('a pipeline must be a list of stages', text, 0) };
    const stages: OrderedJsonObject[] = [];
    for (const [index, stage] of list.entries()) {
      if (!(stage instanceof OrderedJsonObject)) {
        return { fault: new JsonSyntaxError(`stage ${index + 1} is not an object`, text, 0) };
      }
      stages.push(stage);
    }
    return { stages };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { fault: error };
  }
}

/**
 * Replaces the enabled stages. Unchanged stages keep their identity and state. Stages that the text omits stay after
 * the same stage as before.
 */
export function replaceEnabledStages(draft: QueryDraft, stages: readonly OrderedJsonObject[], at: number): QueryDraft {
  const old = draft.stages;
  const keptAt = matchStages(old, stages, at);
  const next: StageDraft[] = [];
  let from = 0;
  for (const [index, stage] of stages.entries()) {
    const kept = keptAt[index] ?? -1;
    if (kept >= from) {
      next.push(...old.slice(from, kept).filter(isOmittedFromText));
      from = kept + 1;
    }
    next.push(old[kept] ?? toStageDraft(stage));
  }
  next.push(...old.slice(from).filter(isOmittedFromText));
  return { ...draft, stages: next };
}

function matchStages(cards: readonly StageDraft[], stages: readonly OrderedJsonObject[], at: number): number[] {
  const texts = cards.map((card) => {
    const said = card.enabled ? toStageObject(card, at) : undefined;
    return said && stringifyJson(said);
  });
  let from = 0;
  return stages.map((stage) => {
    const place = texts.indexOf(stringifyJson(stage), from);
    if (place >= 0) from = place + 1;
    return place;
  });
}

function formatStage(stage: StageDraft, at: number): string[] {
  const said = toStageObject(stage, at);
  if (said) return [stringifyJson(said, 2)];
  return stage.kind === 'raw' ? [stage.text] : [];
}

function toStageObject(stage: StageDraft, at: number): OrderedJsonObject | undefined {
  let said: unknown;
  if (stage.kind === 'raw') {
    const read = parsePipeline(`[${stage.text}]`);
    said = 'stages' in read && read.stages.length === 1 ? read.stages[0] : undefined;
  } else said = stage.kind === 'range' ? buildTimeRangeMatchStage(stage, at) : compileStage(stage);
  return said instanceof OrderedJsonObject ? said : undefined;
}
