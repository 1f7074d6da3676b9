import { isJsonObject, type JsonObject, type OrderedJsonEntry } from '#lib/json/json.ts';
import { createJsonObject } from '#lib/json/parseJson.ts';
import {
  type ApiStageDefinition,
  areBooleans,
  areStrings,
  createObjectEntriesParser,
  createStageObject,
  formatNameList,
  type StageBase,
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

export const PROJECT_STAGE: ApiStageDefinition<ProjectDraft> = {
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
  run: (documents, { specs }) => documents.map(createProjector(Object.entries(specs ?? {}))),
};

type Members = readonly [name: string, value: unknown][];

/** Field names as a tree: a dotted name is a branch, `true` is a whole field. */
type NameTree = Map<string, NameTree | true>;

function createProjector(specs: Members): (document: JsonObject) => JsonObject {
  const named = specs.filter(([name]) => name !== 'documentID');
  const idFlag = specs.find(([name]) => name === 'documentID')?.[1] ?? 1;
  const keeps = Boolean(named.length === 0 ? idFlag : named[0]?.[1]);
  const tree: NameTree = new Map();
  for (const [name] of named) addName(tree, name.split('.'));
  return (document) => {
    const { documentID } = document;
    const members = Object.entries(selectNames(document, tree, keeps)).filter(([name]) => name !== 'documentID');
    return toObject(idFlag && documentID !== undefined ? [['documentID', documentID], ...members] : members);
  };
}

function addName(tree: NameTree, [name = '', ...rest]: string[]): void {
  const branch = tree.get(name) ?? new Map<string, NameTree | true>();
  if (rest.length === 0) tree.set(name, true);
  else if (branch !== true) {
    tree.set(name, branch);
    addName(branch, rest);
  }
}

function selectNames(object: JsonObject, tree: NameTree, keeps: boolean): JsonObject {
  const selected = Object.entries(object).flatMap(([name, value]): Members => {
    const branch = tree.get(name);
    if (branch instanceof Map && isJsonObject(value)) return [[name, selectNames(value, branch, keeps)]];
    return (branch === true) === keeps ? [[name, value]] : [];
  });
  return toObject(selected);
}

function toObject(members: Members): JsonObject {
  return createJsonObject(
    members.map(([name]) => name),
    members.map(([, value]) => value),
    true,
  );
}
