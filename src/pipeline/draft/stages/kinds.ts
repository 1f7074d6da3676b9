import type { StageType } from '#contract/stages.ts';
import type { Kind } from './card.ts';
import { MATCH, type MatchDraft } from './match.ts';
import { PROJECT, type ProjectDraft } from './project.ts';
import { RANGE, type RangeDraft } from './range.ts';
import { RAW, type RawDraft } from './raw.ts';
import { SORT, type SortDraft } from './sort.ts';

export type StageDraft = MatchDraft | RangeDraft | ProjectDraft | SortDraft | RawDraft;

/** What the service runs, a match on a time in words, and what only the service may understand. */
export type StageKind = StageType | 'range' | 'raw';

/** The stage of a kind. */
export type StageOf<Name extends StageKind> = Extract<StageDraft, { kind: Name }>;

/** Every kind there is, in the order that they are offered in. */
const KINDS: { [Name in StageKind]: Kind<StageOf<Name>> } = {
  match: MATCH,
  range: RANGE,
  project: PROJECT,
  sort: SORT,
  raw: RAW,
};

export const STAGE_KINDS = Object.keys(KINDS) as readonly StageKind[]; // the table's own keys

/** Those that are begun and written one by one; a range of time has its control over them all. */
export const OFFERED_KINDS = STAGE_KINDS.filter((kind) => kind !== 'range');

/** What there is to know of a stage's kind; its methods take stages of that kind, under whose name they stand. */
export function kindOf({ kind }: { kind: StageKind }): Kind<StageDraft> {
  return KINDS[kind];
}

/** The kind whose stages are sent as this type, if the builder has one. */
export function kindOfType(type: unknown): Kind<StageDraft> | undefined {
  const kind = STAGE_KINDS.find((name) => name === type);
  return kind && KINDS[kind].member ? KINDS[kind] : undefined;
}

/** The stage that a card says, or what is wrong with it. */
export const compileStage = remembered((stage) => kindOf(stage).compile(stage));

/** What a stage does, in words that follow its name: "keep where temperature > 25 and level is "warning"". */
export const sentence = remembered((stage) => kindOf(stage).sentence(stage));

/** Drafts never change, and the same card is asked for with every key that is typed into another. */
function remembered<Said>(say: (stage: StageDraft) => Said): (stage: StageDraft) => Said {
  const said = new WeakMap<StageDraft, Said>();
  return (stage) => {
    const words = said.get(stage) ?? say(stage);
    said.set(stage, words);
    return words;
  };
}
