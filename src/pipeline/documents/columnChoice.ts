import * as z from 'zod/mini';
import type { DocumentColumn } from './documentColumns.ts';
import { formatFieldPath, parseFieldKey } from './fieldPath.ts';

export type ColumnChoice = {
  order: readonly string[];
  hidden: readonly string[];
  pinned?: readonly string[];
  added: readonly string[];
  widths: Readonly<Record<string, number>>;
};

export const DEFAULT_COLUMN_CHOICE: ColumnChoice = { order: [], hidden: [], added: [], widths: {} };

type ArrangedColumns = {
  visible: readonly (DocumentColumn & { width?: number })[];
  hidden: readonly string[];
};

export function applyColumnChoice(columns: readonly DocumentColumn[], choice: ColumnChoice): ArrangedColumns {
  const { order, pinned = ['documentID'], widths } = choice;
  const met = new Set(columns.map(({ key }) => key));
  const all = [...columns, ...choice.added.filter((key) => !met.has(key)).map(createColumn)];
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

export function setShownColumns(choice: ColumnChoice, keys: readonly string[], all: readonly string[]): ColumnChoice {
  const elsewhere = choice.hidden.filter((key) => !all.includes(key));
  return { ...choice, order: keys, hidden: [...elsewhere, ...all.filter((key) => !keys.includes(key))] };
}

export function addFieldColumn(choice: ColumnChoice, key: string): ColumnChoice {
  return {
    ...choice,
    order: [key, ...choice.order.filter((other) => other !== key)],
    hidden: choice.hidden.filter((other) => other !== key),
    added: [...choice.added.filter((other) => other !== key), key],
  };
}

const names = z.array(z.string());

export const columnChoiceSchema: z.ZodMiniType<ColumnChoice> = z.object({
  order: names,
  hidden: names,
  pinned: z.exactOptional(names),
  added: names,
  widths: z.record(z.string(), z.number()),
});

function createColumn(key: string): DocumentColumn {
  const path = parseFieldKey(key);
  return { key, label: formatFieldPath(path), path, time: undefined, type: 'text' };
}
