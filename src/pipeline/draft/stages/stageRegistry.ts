import type { StageType } from '#contract/stages.ts';
import { GROUP_STAGE, type GroupDraft } from './group.ts';
import { MATCH_STAGE, type MatchDraft } from './match.ts';
import { PROJECT_STAGE, type ProjectDraft } from './project.ts';
import { RANGE_STAGE, type RangeDraft } from './range.ts';
import { RAW_STAGE, type RawDraft } from './raw.ts';
import { SORT_STAGE, type SortDraft } from './sort.ts';
import type { StageDefinition } from './stageBase.ts';

export type StageDraft = MatchDraft | RangeDraft | ProjectDraft | GroupDraft | SortDraft | RawDraft;

/** Stage types of the API, plus relative time ranges and raw JSON. */
export type StageKind = StageType | 'range' | 'raw';

export type StageDraftOf<Name extends StageKind> = Extract<StageDraft, { kind: Name }>;

/** In menu order. */
const STAGE_DEFINITIONS: { [Name in StageKind]: StageDefinition<StageDraftOf<Name>> } = {
  match: MATCH_STAGE,
  range: RANGE_STAGE,
  project: PROJECT_STAGE,
  group: GROUP_STAGE,
  sort: SORT_STAGE,
  raw: RAW_STAGE,
};

export const STAGE_KINDS = Object.keys(STAGE_DEFINITIONS) as readonly StageKind[]; // keys of KINDS

/** Types offered for new stages; a time range has its own control. */
export const ADDABLE_STAGE_KINDS = STAGE_KINDS.filter((kind) => kind !== 'range');

/** Definition of a stage's type; its methods only accept stages of that type. */
export function getStageDefinition({ kind }: { kind: StageKind }): StageDefinition<StageDraft> {
  return STAGE_DEFINITIONS[kind];
}

export function findStageDefinition(type: unknown): StageDefinition<StageDraft> | undefined {
  const kind = STAGE_KINDS.find((name) => name === type);
  return kind && STAGE_DEFINITIONS[kind].members ? STAGE_DEFINITIONS[kind] : undefined;
}

/** Compiles a stage; memoized. */
export const compileStage = memoizeByStage((stage) => getStageDefinition(stage).compile(stage));

/** Describes a stage, such as "keep where temperature > 25 and level is "warning""; memoized. */
export const describeStage = memoizeByStage((stage) => getStageDefinition(stage).describe(stage));

/** Memoizes by stage object, as stages are immutable and only the edited one changes. */
function memoizeByStage<Said>(say: (stage: StageDraft) => Said): (stage: StageDraft) => Said {
  const said = new WeakMap<StageDraft, Said>();
  return (stage) => {
    const words = said.get(stage) ?? say(stage);
    said.set(stage, words);
    return words;
  };
}
