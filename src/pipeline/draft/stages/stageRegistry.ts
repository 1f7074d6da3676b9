import type { StageType } from '#contract/stages.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { GROUP_STAGE, type GroupDraft } from './group.ts';
import { MATCH_STAGE, type MatchDraft } from './match.ts';
import { PROJECT_STAGE, type ProjectDraft } from './project.ts';
import { TIME_RANGE_STAGE, type TimeRangeDraft } from './range.ts';
import { RAW_STAGE, type RawDraft } from './raw.ts';
import { SORT_STAGE, type SortDraft } from './sort.ts';
import type { ApiStageDefinition, PlainStage, StageDefinition } from './stageBase.ts';

export type StageDraft = MatchDraft | TimeRangeDraft | ProjectDraft | GroupDraft | SortDraft | RawDraft;

export type StageKind = StageType | 'range' | 'raw';

export type StageDraftOf<Name extends StageKind> = Extract<StageDraft, { kind: Name }>;

const STAGE_DEFINITIONS: {
  [Name in StageKind]: Name extends StageType
    ? ApiStageDefinition<StageDraftOf<Name>>
    : StageDefinition<StageDraftOf<Name>>;
} = {
  match: MATCH_STAGE,
  range: TIME_RANGE_STAGE,
  project: PROJECT_STAGE,
  group: GROUP_STAGE,
  sort: SORT_STAGE,
  raw: RAW_STAGE,
};

export const STAGE_KINDS = Object.keys(STAGE_DEFINITIONS) as readonly StageKind[]; // keys of KINDS

/** Stage types that users can add. A time range has a separate control. */
export const ADDABLE_STAGE_KINDS = STAGE_KINDS.filter((kind) => kind !== 'range');

export function getStageDefinition({ kind }: { kind: StageKind }): StageDefinition<StageDraft> {
  return STAGE_DEFINITIONS[kind];
}

export function findStageDefinition(type: unknown): StageDefinition<StageDraft> | undefined {
  const kind = STAGE_KINDS.find((name) => name === type);
  return kind && STAGE_DEFINITIONS[kind].members ? STAGE_DEFINITIONS[kind] : undefined;
}

/** Runs stages on documents in memory, with the same result as the service. */
export function runStages(documents: readonly JsonObject[], stages: readonly PlainStage[]): readonly JsonObject[] {
  const run = stages.filter(({ type }, at) => {
    // as in the service, a later sort discards the order instead of refining it
    const next = stages.slice(at + 1).find((later) => later.type !== 'match' && later.type !== 'project');
    return type !== 'sort' || next?.type !== 'sort';
  });
  return run.reduce((found, stage) => STAGE_DEFINITIONS[stage.type].run(found, stage), documents);
}

export const compileStage = memoizeByStage((stage) => getStageDefinition(stage).compile(stage));

export const describeStage = memoizeByStage((stage) => getStageDefinition(stage).describe(stage));

function memoizeByStage<Said>(say: (stage: StageDraft) => Said): (stage: StageDraft) => Said {
  const said = new WeakMap<StageDraft, Said>();
  return (stage) => {
    const words = said.get(stage) ?? say(stage);
    said.set(stage, words);
    return words;
  };
}
