import type { StageType } from '#contract/stages.ts';
import type { Kind } from './card.ts';
import { MATCH, type MatchDraft } from './match.ts';
import { PROJECT, type ProjectDraft } from './project.ts';
import { RANGE, type RangeDraft } from './range.ts';
import { RAW, type RawDraft } from './raw.ts';
import { SORT, type SortDraft } from './sort.ts';

export type StageDraft = MatchDraft | RangeDraft | ProjectDraft | SortDraft | RawDraft;

/** Stage types of the API, plus relative time ranges and raw JSON. */
export type StageKind = StageType | 'range' | 'raw';

export type StageOf<Name extends StageKind> = Extract<StageDraft, { kind: Name }>;

/** In menu order. */
const KINDS: { [Name in StageKind]: Kind<StageOf<Name>> } = {
  match: MATCH,
  range: RANGE,
  project: PROJECT,
  sort: SORT,
  raw: RAW,
};

export const STAGE_KINDS = Object.keys(KINDS) as readonly StageKind[]; // keys of KINDS

/** Types offered for new stages; a time range has its own control. */
export const OFFERED_KINDS = STAGE_KINDS.filter((kind) => kind !== 'range');

/** Definition of a stage's type; its methods only accept stages of that type. */
export function kindOf({ kind }: { kind: StageKind }): Kind<StageDraft> {
  return KINDS[kind];
}

export function kindOfType(type: unknown): Kind<StageDraft> | undefined {
  const kind = STAGE_KINDS.find((name) => name === type);
  return kind && KINDS[kind].member ? KINDS[kind] : undefined;
}

/** Compiles a stage; memoized. */
export const compileStage = remembered((stage) => kindOf(stage).compile(stage));

/** Describes a stage, such as "keep where temperature > 25 and level is "warning""; memoized. */
export const sentence = remembered((stage) => kindOf(stage).sentence(stage));

/** Memoizes by stage object, as stages are immutable and only the edited one changes. */
function remembered<Said>(say: (stage: StageDraft) => Said): (stage: StageDraft) => Said {
  const said = new WeakMap<StageDraft, Said>();
  return (stage) => {
    const words = said.get(stage) ?? say(stage);
    said.set(stage, words);
    return words;
  };
}
