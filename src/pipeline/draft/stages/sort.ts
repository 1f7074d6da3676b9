import { isJsonObject, type JsonEntry, type OrderedObject } from '#lib/json/json.ts';
import {
  areFlags,
  areTexts,
  byEntries,
  type Card,
  type Complaint,
  type Kind,
  listed,
  newKey,
  stageOf,
} from './card.ts';

type SortField = { key: string; field: string; descending: boolean };

export type SortDraft = Card & { kind: 'sort'; fields: readonly SortField[] };

export function newSortField(field = '', descending = false): SortField {
  return { key: newKey(), field, descending };
}

export const SORT: Kind<SortDraft> = {
  name: 'Sort',
  hint: 'by',
  member: 'specs',
  extension: 'sort',
  begin: () => ({ kind: 'sort', fields: [newSortField()] }),
  renew: (stage) => ({ ...stage, fields: stage.fields.map((by) => ({ ...by, key: newKey() })) }),
  compile: compileSort,
  draw: byEntries((entries) => ({
    kind: 'sort',
    fields: entries.map(([field, direction]) => newSortField(field, direction === -1)),
  })),
  isKept: ({ fields }) => Array.isArray(fields) && fields.every(isSortField),
  sentence: ({ fields }) =>
    `by ${listed(fields.map(({ field, descending }) => `${field || '…'}${descending ? ' descending' : ''}`))}`,
  isExtension: () => true,
  fields: 'all',
};

function compileSort({ fields }: SortDraft): OrderedObject | Complaint {
  if (fields.length === 0) return { message: 'Name a field to sort by.' };
  const specs: JsonEntry[] = [];
  for (const [row, { key, field, descending }] of fields.entries()) {
    const name = field.trim();
    if (!name) return { message: `Field ${row + 1}: name the field.`, row: key };
    if (specs.some(([other]) => other === name)) return { message: `${name} stands there already.`, row: key };
    specs.push([name, descending ? -1 : 1]);
  }
  return stageOf('sort', 'specs', specs);
}

function isSortField(kept: unknown): boolean {
  return isJsonObject(kept) && areTexts(kept['key'], kept['field']) && areFlags(kept['descending']);
}
