import { JsonError, OrderedObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { drawStage } from '#pipeline/draft/query.ts';
import { compileStage, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { sentRange } from '#pipeline/draft/timeRange.ts';

/** What is wrong with a pipeline's text and where, lines and columns counted from 1. */
export type TextFault = Pick<JsonError, 'message' | 'line' | 'column' | 'position'>;

/**
 * The pipeline of a draft as text: the list of its enabled stages, as they would be sent at a time (`at`, ms). A raw stage that is no JSON stands there as it was
 * typed, so that the text is no JSON either and says where; another that cannot be compiled is left out, as `isBeside` says.
 */
export function pipelineText({ stages }: Draft, at: number): string {
  const written = stages.filter(({ enabled }) => enabled).flatMap((stage) => writtenStage(stage, at));
  if (written.length === 0) return '[]';
  return `[\n${written.map((text) => `  ${text.replaceAll('\n', '\n  ')}`).join(',\n')}\n]`;
}

/** Whether a stage is none of the text's: it is switched off, or not finished, so that nothing can be written for it. */
export function isBeside(stage: StageDraft): boolean {
  const { kind, enabled } = stage;
  return !enabled || (kind !== 'raw' && kind !== 'range' && !(compileStage(stage) instanceof OrderedObject));
}

/** The stages that a text says. */
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
 * The draft with these stages instead of those that are sent. A card that says the same as before, at that time, stays
 * itself, folded or not; one that the text does not have stays behind the card it followed.
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

/** For each stage the card that says the same, in rising order, or -1. */
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

/** The object that a card says; a raw one need not be a stage. */
function saidBy(stage: StageDraft, at: number): OrderedObject | undefined {
  let said: unknown;
  if (stage.kind === 'raw') {
    const read = readPipelineText(`[${stage.text}]`);
    said = 'stages' in read && read.stages.length === 1 ? read.stages[0] : undefined;
  } else said = stage.kind === 'range' ? sentRange(stage, at) : compileStage(stage);
  return said instanceof OrderedObject ? said : undefined;
}
