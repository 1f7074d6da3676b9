import type { Extension } from '#contract/stages.ts';
import { type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';

/** Common properties of stages; `key` survives reordering. */
export type Card = { key: string; enabled: boolean; collapsed: boolean };

/** Error of a draft: the map key is `collection` or a stage key; `row` is a row of the stage. */
export type Complaint = { message: string; row?: string };

type Content<Stage> = Stage extends Card ? Omit<Stage, keyof Card> : never;

/** Definition of a stage type, without its editor. */
export type Kind<Stage extends Card> = {
  name: string;
  hint: string;
  /** The only member besides `type`; absent for types that are not part of the API. */
  member?: string;
  /** API extension required by every stage of this type. */
  extension?: Extension;
  begin(): Content<Stage>;
  renew?(stage: Stage): Stage;
  compile(stage: Stage): OrderedObject | Complaint;
  /** Parses the member; undefined if the form cannot represent it. */
  draw?(member: OrderedJson): Content<Stage> | undefined;
  isKept(value: Readonly<Record<string, unknown>>): boolean;
  sentence(stage: Stage): string;
  /** The stage uses an extension of the API. */
  isExtension(stage: Stage): boolean;
  /** Fields that the stage keeps; undefined if only the service knows. */
  fields: 'all' | FieldsKept<Stage> | undefined;
};

type FieldsKept<Stage> = {
  keeps(stage: Stage, name: string): boolean;
  /** For values that are not objects: kept by their own name or an ancestor's. */
  keepsValue(stage: Stage, name: string): boolean;
};

let keys = 0;
/** Drafts outlive the page, so keys must be unique across pages. */
const page = Math.floor(performance.timeOrigin).toString(36);

export function newKey(): string {
  keys += 1;
  return `${page}-${keys}`;
}

export function newCard(): Card {
  return { key: newKey(), enabled: true, collapsed: false };
}

export function stageOf(type: string, member: string, entries: readonly JsonEntry[]): OrderedObject {
  return new OrderedObject([
    ['type', type],
    [member, new OrderedObject(entries)],
  ]);
}

export function byEntries<Drawn>(
  draw: (entries: readonly JsonEntry[]) => Drawn,
): (member: OrderedJson) => Drawn | undefined {
  return (member) => (member instanceof OrderedObject ? draw(member.entries) : undefined);
}

export function listed(names: readonly string[]): string {
  return names.length === 0 ? '…' : names.join(', ');
}

const TEXT_MAX = 60;

export function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

export function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

export function areFlags(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'boolean');
}
