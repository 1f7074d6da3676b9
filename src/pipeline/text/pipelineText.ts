import { JsonError, OrderedObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { drawStage } from '#pipeline/draft/query.ts';
import { compileStage, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { sentRange } from '#pipeline/draft/timeRange.ts';

/** Syntax error of a pipeline text; line and column are 1-based. */
export type TextFault = Pick<JsonError, 'message' | 'line' | 'column' | 'position'>;

/**
 * Formats the enabled stages as a JSON list, as sent at a time (`at`, ms). Invalid raw stages are included as typed, which makes
 * the text invalid; other incomplete stages are omitted (`isBeside`).
 */
export function pipelineText({ stages }: Draft, at: number): string {
  const written = stages.filter(({ enabled }) => enabled).flatMap((stage) => writtenStage(stage, at));
  if (written.length === 0) return '[]';
  return `[\n${written.map((text) => `  ${text.replaceAll('\n', '\n  ')}`).join(',\n')}\n]`;
}

/** True for stages that the text does not contain: disabled or incomplete ones. */
export function isBeside(stage: StageDraft): boolean {
  const { kind, enabled } = stage;
  return !enabled || (kind !== 'raw' && kind !== 'range' && !(compileStage(stage) instanceof OrderedObject));
}

export function readPipelineText(text: string): { stages: readonly OrderedObject[] } | { fault: TextFault } {
  try {
    const list = parseOrderedJson(text);
    if (!Array.isArray(list)) return { fault: new JsonError('a pipeline is a list of stages', text, 0) };
    const stages: OrderedObject[] = [];
    for (const [index, stage] of list.entries()) {
      if (!(stage instanceof OrderedObject)) {
        return { fault: new JsonError(`stage ${index + 1} is no object`, text, 0) };
      }
      stages.push(stage);
    }
    return { stages };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { fault: error };
  }
}

/**
 * Replaces the enabled stages. Stages that are unchanged at that time keep their identity and state; stages missing from the
 * text (`isBeside`) keep their position after the same stage.
 */
export function withStages(draft: Draft, stages: readonly OrderedObject[], at: number): Draft {
  const old = draft.stages;
  const keptAt = matching(old, stages, at);
  const next: StageDraft[] = [];
  let from = 0;
  for (const [index, stage] of stages.entries()) {
    const kept = keptAt[index] ?? -1;
    if (kept >= from) {
      next.push(...old.slice(from, kept).filter(isBeside));
      from = kept + 1;
    }
    next.push(old[kept] ?? drawStage(stage));
  }
  next.push(...old.slice(from).filter(isBeside));
  return { ...draft, stages: next };
}

function matching(cards: readonly StageDraft[], stages: readonly OrderedObject[], at: number): number[] {
  const texts = cards.map((card) => {
    const said = card.enabled ? saidBy(card, at) : undefined;
    return said && stringifyJson(said);
  });
  let from = 0;
  return stages.map((stage) => {
    const place = texts.indexOf(stringifyJson(stage), from);
    if (place >= 0) from = place + 1;
    return place;
  });
}

function writtenStage(stage: StageDraft, at: number): string[] {
  const said = saidBy(stage, at);
  if (said) return [stringifyJson(said, 2)];
  return stage.kind === 'raw' ? [stage.text] : [];
}

/** Compiles a stage to an object; raw text need not be a valid stage. */
function saidBy(stage: StageDraft, at: number): OrderedObject | undefined {
  let said: unknown;
  if (stage.kind === 'raw') {
    const read = readPipelineText(`[${stage.text}]`);
    said = 'stages' in read && read.stages.length === 1 ? read.stages[0] : undefined;
  } else said = stage.kind === 'range' ? sentRange(stage, at) : compileStage(stage);
  return said instanceof OrderedObject ? said : undefined;
}
