import { isNumberOrExact } from '#lib/group/decimal.ts';
import { createFieldReader } from '#lib/group/grouper.ts';
import { isJsonObject, type OrderedJsonEntry, type OrderedJsonObject } from '#lib/json/json.ts';
import {
  type ApiStageDefinition,
  areBooleans,
  areStrings,
  compareSameType,
  createDraftKey,
  createObjectEntriesParser,
  createStageObject,
  type DraftError,
  formatNameList,
  type StageBase,
} from './stageBase.ts';

type SortField = { key: string; field: string; descending: boolean };

export type SortDraft = StageBase & { kind: 'sort'; fields: readonly SortField[] };

export function createSortField(field = '', descending = false): SortField {
  return { key: createDraftKey(), field, descending };
}

export const SORT_STAGE: ApiStageDefinition<SortDraft> = {
  name: 'Sort',
  hint: 'by',
  members: ['specs'],
  extension: 'sort',
  createContent: () => ({ kind: 'sort', fields: [createSortField()] }),
  renewKeys: (stage) => ({ ...stage, fields: stage.fields.map((by) => ({ ...by, key: createDraftKey() })) }),
  compile: compileSort,
  parseMembers: createObjectEntriesParser((entries) => ({
    kind: 'sort',
    fields: entries.map(([field, direction]) => createSortField(field, direction === -1)),
  })),
  isValidContent: ({ fields }) => Array.isArray(fields) && fields.every(isSortField),
  describe: ({ fields }) =>
    `by ${formatNameList(fields.map(({ field, descending }) => `${field || '…'}${descending ? ' descending' : ''}`))}`,
  isExtension: () => true,
  fields: 'all',
  // stable, as in the service: missing, null, numbers, text by code point, objects, lists, false, true
  run: (documents, { specs }) => {
    const keys: [field: string, direction: unknown][] = Object.entries(specs ?? {});
    const readers = keys.map(([field]) => createFieldReader(field));
    return documents
      .map((document) => ({ document, values: readers.map((read) => read(document)) }))
      .sort((one, other) =>
        keys.reduce((order, [, direction], at) => {
          if (order !== 0) return order;
          return (direction === -1 ? -1 : 1) * compareAnyType(one.values[at], other.values[at]);
        }, 0),
      )
      .map(({ document }) => document);
  },
};

function compileSort({ fields }: SortDraft): OrderedJsonObject | DraftError {
  if (fields.length === 0) return { message: 'Enter a field to sort by.' };
  const specs: OrderedJsonEntry[] = [];
  for (const [row, { key, field, descending }] of fields.entries()) {
    const name = field.trim();
    if (!name) return { message: `Field ${row + 1}: enter a field.`, row: key };
    if (specs.some(([other]) => other === name)) return { message: `${name} occurs twice.`, row: key };
    specs.push([name, descending ? -1 : 1]);
  }
  return createStageObject('sort', 'specs', specs);
}

function isSortField(kept: unknown): boolean {
  return isJsonObject(kept) && areStrings(kept['key'], kept['field']) && areBooleans(kept['descending']);
}

function compareAnyType(one: unknown, other: unknown): number {
  return getTypeRank(one) - getTypeRank(other) || compareSameType(one, other) || 0;
}

function getTypeRank(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  if (isNumberOrExact(value)) return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  return typeof value === 'boolean' ? 6 : 4;
}
