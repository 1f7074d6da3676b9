import { isJsonObject } from '#lib/json/json.ts';
import type { DocumentColumn } from './documentColumns.ts';
import { fieldLabel, pathOf } from './fieldPath.ts';

/** How the columns of a collection were arranged, by their keys. */
export type ColumnChoice = {
  /** Those that come first, in this order; others follow as they are met. */
  order: readonly string[];
  hidden: readonly string[];
  /** Those that stay in view; documentID where nothing was chosen. */
  pinned?: readonly string[];
  /** Keys of fields that are columns although no document at hand may have them. */
  added: readonly string[];
  /** Px. */
  widths: Readonly<Record<string, number>>;
};

export const NO_CHOICE: ColumnChoice = { order: [], hidden: [], added: [], widths: {} };

type Arranged = {
  /** Those that are shown: pinned ones first. */
  visible: readonly (DocumentColumn & { width?: number })[];
  /** Keys of those that are not. */
  hidden: readonly string[];
};

/** The columns as they were arranged; there always is one. */
export function arranged(columns: readonly DocumentColumn[], choice: ColumnChoice): Arranged {
  const { order, pinned = ['documentID'], widths } = choice;
  const met = new Set(columns.map(({ key }) => key));
  const all = [...columns, ...choice.added.filter((key) => !met.has(key)).map(columnOf)];
  const wanted = all.filter(({ key }) => !choice.hidden.includes(key));
  const chosen = wanted.length > 0 ? wanted : all;
  const place = new Map(order.map((key, index) => [key, index]));
  const rank = ({ key }: DocumentColumn) =>
    (pinned.includes(key) ? 0 : order.length + 1) + (place.get(key) ?? order.length);
  const visible = chosen
    .map(({ pinned: _, ...column }) => ({
      ...column,
      ...(pinned.includes(column.key) && { pinned: true }),
      ...(Object.hasOwn(widths, column.key) && { width: widths[column.key] ?? 0 }),
    }))
    .sort((one, other) => rank(one) - rank(other));
  return { visible, hidden: all.filter((column) => !chosen.includes(column)).map(({ key }) => key) };
}

/** The choice that shows these columns in this order, of those there are. */
export function withShown(choice: ColumnChoice, keys: readonly string[], all: readonly string[]): ColumnChoice {
  const elsewhere = choice.hidden.filter((key) => !all.includes(key));
  return { ...choice, order: keys, hidden: [...elsewhere, ...all.filter((key) => !keys.includes(key))] };
}

/** The choice that shows a field, as the first of those that are not pinned. */
export function withField(choice: ColumnChoice, key: string): ColumnChoice {
  return {
    ...choice,
    order: [key, ...choice.order.filter((other) => other !== key)],
    hidden: choice.hidden.filter((other) => other !== key),
    added: [...choice.added.filter((other) => other !== key), key],
  };
}

/** A choice that was kept, or none where it is not one. */
export function readColumnChoice(kept: unknown): ColumnChoice | undefined {
  if (!isJsonObject(kept)) return undefined;
  const { order, hidden, pinned, added, widths } = kept;
  if (![order, hidden, added].every(isNames) || (pinned !== undefined && !isNames(pinned))) return undefined;
  if (!isJsonObject(widths) || !Object.values(widths).every((width) => typeof width === 'number')) return undefined;
  return kept as ColumnChoice; // every part was just looked at
}

function columnOf(key: string): DocumentColumn {
  const path = pathOf(key);
  return { key, label: fieldLabel(path), path, time: undefined, type: 'text' };
}

function isNames(list: unknown): boolean {
  return Array.isArray(list) && list.every((name) => typeof name === 'string');
}
