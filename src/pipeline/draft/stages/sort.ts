import { isJsonObject, type OrderedJsonEntry, type OrderedJsonObject } from '#lib/json/json.ts';
import {
  areBooleans,
  areStrings,
  createDraftKey,
  createObjectEntriesParser,
  createStageObject,
  type DraftError,
  formatNameList,
  type StageBase,
  type StageDefinition,
} from './stageBase.ts';

type SortField = { key: string; field: string; descending: boolean };

export type SortDraft = StageBase & { kind: 'sort'; fields: readonly SortField[] };

export function createSortField(field = '', descending = false): SortField {
  return { key: createDraftKey(), field, descending };
}

export const SORT_STAGE: StageDefinition<SortDraft> = {
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
