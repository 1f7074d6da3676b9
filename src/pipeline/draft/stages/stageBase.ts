import type { ExtensionName, StageType } from '#contract/stages.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { compareCodePoints, compareNumbers } from '#lib/group/compareValues.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import type { GroupStage } from '#lib/group/groupSpec.ts';
import { type JsonObject, type OrderedJsonEntry, OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';

export type StageBase = { key: string; enabled: boolean; collapsed: boolean };

export type DraftError = { message: string; row?: string };

type StageContent<Stage> = Stage extends StageBase ? Omit<Stage, keyof StageBase> : never;

export type StageDefinition<Stage extends StageBase> = {
  name: string;
  /** Text beside the name of an expanded card. Undefined for the description of the stage. */
  hint?: string;
  /** Members besides `type`, in order. Undefined for types that are not part of the API. */
  members?: readonly string[];
  extension?: ExtensionName;
  createContent(): StageContent<Stage>;
  renewKeys?(stage: Stage): Stage;
  compile(stage: Stage): OrderedJsonObject | DraftError;
  /** Parses the values of the members. Undefined if the form cannot represent them. */
  parseMembers?(...values: OrderedJsonValue[]): StageContent<Stage> | undefined;
  isValidContent(value: Readonly<Record<string, unknown>>): boolean;
  describe(stage: Stage): string;
  isExtension(stage: Stage): boolean;
  /** Fields that the stage keeps. Undefined if only the service knows them. */
  fields: 'all' | KeptFields<Stage> | ProducedFields<Stage> | undefined;
};

/** Valid stage, as plain JSON with exact numbers. */
export type PlainStage = JsonObject & { type: StageType } & GroupStage;

/** Definition of a stage type of the API. */
export type ApiStageDefinition<Stage extends StageBase> = StageDefinition<Stage> & {
  /** Runs the stage on documents in memory, with the same result as the service. */
  run(documents: readonly JsonObject[], stage: PlainStage): readonly JsonObject[];
};

type KeptFields<Stage> = {
  keeps(stage: Stage, name: string): boolean;
  /** True if the stage keeps a field with a value that is not an object, by its name or the name of a parent object. */
  keepsValue(stage: Stage, name: string): boolean;
};

type ProducedFields<Stage> = { produces(stage: Stage): readonly string[] };

export function createDraftKey(): string {
  return createRandomId();
}

export function createStageBase(): StageBase {
  return { key: createDraftKey(), enabled: true, collapsed: false };
}

export function createStageObject(
  type: string,
  member: string,
  entries: readonly OrderedJsonEntry[],
): OrderedJsonObject {
  return new OrderedJsonObject([
    ['type', type],
    [member, new OrderedJsonObject(entries)],
  ]);
}

export function createObjectEntriesParser<Content>(
  parse: (entries: readonly OrderedJsonEntry[]) => Content,
): (member?: OrderedJsonValue) => Content | undefined {
  return (member) => (member instanceof OrderedJsonObject ? parse(member.entries) : undefined);
}

/** Compares two values of one type. NaN, which no comparison accepts, for other values, lists and objects. */
export function compareSameType(value: unknown, operand: unknown): number {
  if (isNumberOrExact(value) && isNumberOrExact(operand)) return compareNumbers(value, operand);
  if (typeof value === 'string' && typeof operand === 'string') return compareCodePoints(value, operand);
  if (typeof value === 'boolean' && typeof operand === 'boolean') return Number(value) - Number(operand);
  return value === null && operand === null ? 0 : Number.NaN;
}

export function formatNameList(names: readonly string[]): string {
  return names.length === 0 ? '…' : names.join(', ');
}

const SHORT_TEXT_MAX = 60;

export function shortenText(text: string): string {
  return text.length > SHORT_TEXT_MAX ? `${text.slice(0, SHORT_TEXT_MAX)}…` : text;
}

export function areStrings(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

export function areBooleans(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'boolean');
}
