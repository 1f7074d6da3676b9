import type { OrderedJsonEntry } from '#lib/json/json.ts';
import {
  areBooleans,
  areStrings,
  createObjectEntriesParser,
  createStageObject,
  formatNameList,
  type StageBase,
  type StageDefinition,
} from './stageBase.ts';

/**
 * Projection. With `keep`, only the named fields stay; otherwise they are dropped. documentID always stays unless
 * `documentID` is false.
 */
export type ProjectDraft = StageBase & {
  kind: 'project';
  keep: boolean;
  fields: readonly string[];
  documentID: boolean;
};

export const PROJECT_STAGE: StageDefinition<ProjectDraft> = {
  name: 'Project',
  hint: '',
  members: ['specs'],
  createContent: () => ({ kind: 'project', keep: true, fields: [], documentID: true }),
  compile: ({ keep, fields, documentID }) => {
    if (fields.length === 0) return { message: `Enter at least one field to ${keep ? 'keep' : 'drop'}.` };
    const flags = fields.map((field): OrderedJsonEntry => [field, keep ? 1 : 0]);
    return createStageObject('project', 'specs', keep && !documentID ? [...flags, ['documentID', 0]] : flags);
  },
  parseMembers: createObjectEntriesParser((entries) => {
    const flags = entries.filter(([name]) => name !== 'documentID');
    const keep = flags[0]?.[1] === 1;
    const hidden = keep && entries.find(([name]) => name === 'documentID')?.[1] === 0;
    const fields = (hidden ? flags : entries).map(([name]) => name);
    return { kind: 'project', keep, fields, documentID: !hidden };
  }),
  isValidContent: ({ fields, keep, documentID }) =>
    Array.isArray(fields) && fields.every((field) => areStrings(field)) && areBooleans(keep, documentID),
  describe: ({ keep, fields, documentID }) =>
    `${keep ? 'keep' : 'drop'} ${formatNameList(fields)}${documentID ? '' : ', without documentID'}`,
  isExtension: () => false,
  fields: {
    keeps: ({ keep, fields, documentID }, name) => {
      if (name === 'documentID' && keep) return documentID;
      // members of the object may be named
      const named = fields.some((field) => field === name || (keep && field.startsWith(`${name}.`)));
      return keep ? named || fields.length === 0 : !named;
    },
    keepsValue: ({ keep, fields, documentID }, name) => {
      if (name === 'documentID' && keep) return documentID;
      return fields.some((field) => field === name || name.startsWith(`${field}.`)) === keep;
    },
  },
};
