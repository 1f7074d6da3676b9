import type { Extension } from '#contract/stages.ts';
import { type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';

/** What every card has: an identity that survives moving it, whether it is sent, whether it is folded to a sentence. */
export type Card = { key: string; enabled: boolean; collapsed: boolean };

/** What keeps a draft from being run: where it is (`collection`, or a stage's key), and which row of the stage. */
export type Complaint = { message: string; row?: string };

/** What a stage of a kind is beside its card. */
type Content<Stage> = Stage extends Card ? Omit<Stage, keyof Card> : never;

/** All that there is to know of one kind of stage; how it is edited, the page knows. */
export type Kind<Stage extends Card> = {
  name: string;
  /** What stands behind the name while its fields are shown. */
  hint: string;
  /** The one member that such a stage has beside its type; a kind without it is none of the service's. */
  member?: string;
  /** The extension of the interface that the service must have for any stage of this kind. */
  extension?: Extension;
  /** A stage as it is begun. */
  begin(): Content<Stage>;
  /** The same with identities of its own within; without it there are none. */
  renew?(stage: Stage): Stage;
  /** What is sent for it, or what is wrong with it. */
  compile(stage: Stage): OrderedObject | Complaint;
  /** The stage that its member says, as far as it can be drawn; undefined where it cannot be. */
  draw?(member: OrderedJson): Content<Stage> | undefined;
  /** Whether something that was kept holds what a stage of this kind does. */
  isKept(value: Readonly<Record<string, unknown>>): boolean;
  /** What it does, in words that follow its name. */
  sentence(stage: Stage): string;
  /** Whether it says what the interface does not promise. */
  isExtension(stage: Stage): boolean;
  /** Which fields of a document it keeps; undefined where only the service knows. */
  fields: 'all' | FieldsKept<Stage> | undefined;
};

type FieldsKept<Stage> = {
  keeps(stage: Stage, name: string): boolean;
  /** Of a value that is no object: it is kept by its own name or by that of what it is in. */
  keepsValue(stage: Stage, name: string): boolean;
};

let keys = 0;
/** A draft outlives the page that it was begun on; its keys must not meet those of the next. */
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

/** Draws a stage whose member is an object, by what is in that. */
export function byEntries<Drawn>(
  draw: (entries: readonly JsonEntry[]) => Drawn,
): (member: OrderedJson) => Drawn | undefined {
  return (member) => (member instanceof OrderedObject ? draw(member.entries) : undefined);
}

/** Names in a sentence. */
export function listed(names: readonly string[]): string {
  return names.length === 0 ? '…' : names.join(', ');
}

/** Longest text of a value, or of a raw stage, in a sentence. */
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
