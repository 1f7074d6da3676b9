import { isOperatorObject, type MatchOperator, type StageType } from '#contract/stages.ts';
import { compareCodePoints, compareNumbers } from '#lib/group/compareValues.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import { createFieldReader, Grouper } from '#lib/group/grouper.ts';
import type { GroupStage } from '#lib/group/groupSpec.ts';
import { toCanonicalJson } from '#lib/group/toCanonicalJson.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { createJsonObject } from '#lib/json/parseJson.ts';

/** Valid stage, as plain JSON with exact numbers. */
export type PlainStage = { type: StageType; filter?: unknown; specs?: unknown } & GroupStage;

/** Runs a stage on documents in memory, with the same result as the service. The stage must be valid. */
export function runStage(documents: readonly JsonObject[], stage: PlainStage): readonly JsonObject[] {
  switch (stage.type) {
    case 'match':
      return documents.filter(createFilter(toMembers(stage.filter)));
    case 'sort':
      return sortDocuments(documents, toMembers(stage.specs));
    case 'project':
      return documents.map(createProjector(toMembers(stage.specs)));
    case 'group': {
      const grouper = new Grouper(stage);
      for (const document of documents) grouper.add(document);
      return grouper.getResults();
    }
  }
}

type Members = readonly (readonly [name: string, value: unknown])[];

function toMembers(object: unknown): Members {
  return isJsonObject(object) ? Object.entries(object) : [];
}

function createFilter(members: Members): (document: JsonObject) => boolean {
  const tests = members.flatMap(([field, value]) => {
    const read = createFieldReader(field);
    // validated by the contract's schema
    const operators = (isOperatorObject(value) ? Object.entries(value) : [['$eq', value]]) as [
      MatchOperator,
      unknown,
    ][];
    return operators.map(([operator, operand]) => {
      const test = OPERATOR_TESTS[operator](operand);
      return (document: JsonObject) => test(read(document));
    });
  });
  return (document) => tests.every((test) => test(document));
}

type ValueTest = (value: unknown) => boolean;

const OPERATOR_TESTS: Record<MatchOperator, (operand: unknown) => ValueTest> = {
  $eq: createEqualityTest,
  $ne: (operand) => {
    const isEqual = createEqualityTest(operand);
    return (value) => !isEqual(value);
  },
  $in: (operand) => {
    const texts = new Set(Array.isArray(operand) ? operand.map(toCanonicalJson) : []);
    return (value) => value !== undefined && texts.has(toCanonicalJson(value));
  },
  $exists: (operand) => (value) => (value !== undefined) === operand,
  $gt: (operand) => (value) => compareSameType(value, operand) > 0,
  $gte: (operand) => (value) => compareSameType(value, operand) >= 0,
  $lt: (operand) => (value) => compareSameType(value, operand) < 0,
  $lte: (operand) => (value) => compareSameType(value, operand) <= 0,
};

function createEqualityTest(operand: unknown): ValueTest {
  const text = toCanonicalJson(operand);
  return (value) => value !== undefined && toCanonicalJson(value) === text;
}

/** Compares two values of one type. NaN, which no comparison accepts, for other values, lists and objects. */
function compareSameType(value: unknown, operand: unknown): number {
  if (isNumberOrExact(value) && isNumberOrExact(operand)) return compareNumbers(value, operand);
  if (typeof value === 'string' && typeof operand === 'string') return compareCodePoints(value, operand);
  if (typeof value === 'boolean' && typeof operand === 'boolean') return Number(value) - Number(operand);
  return value === null && operand === null ? 0 : Number.NaN;
}

/** Sorts as the service does: missing, null, numbers, text by code point, objects, lists, false, true. Stable. */
function sortDocuments(documents: readonly JsonObject[], specs: Members): readonly JsonObject[] {
  const keys = specs.map(([field, direction]) => ({ read: createFieldReader(field), sign: direction === -1 ? -1 : 1 }));
  return documents
    .map((document) => ({ document, values: keys.map(({ read }) => read(document)) }))
    .sort((one, other) => {
      for (const [at, { sign }] of keys.entries()) {
        const order = sign * compareAnyType(one.values[at], other.values[at]);
        if (order !== 0) return order;
      }
      return 0;
    })
    .map(({ document }) => document);
}

function compareAnyType(one: unknown, other: unknown): number {
  const rank = getTypeRank(one) - getTypeRank(other);
  return rank !== 0 ? rank : compareSameType(one, other) || 0;
}

function getTypeRank(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  if (isNumberOrExact(value)) return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  return typeof value === 'boolean' ? 6 : 4;
}

/** Field names as a tree: a dotted name is a branch, `true` is a whole field. */
type NameTree = Map<string, NameTree | true>;

function createProjector(specs: Members): (document: JsonObject) => JsonObject {
  const named = specs.filter(([name]) => name !== 'documentID');
  const [flag] = named.map(([, value]) => value);
  const idFlag = specs.find(([name]) => name === 'documentID')?.[1] ?? 1;
  const keeps = Boolean(named.length === 0 ? idFlag : flag);
  const tree: NameTree = new Map();
  for (const [name] of named) addName(tree, name.split('.'));
  return (document) => {
    const { documentID } = document;
    const body = (keeps ? keepNames : dropNames)(document, tree);
    const members = Object.entries(body).filter(([name]) => name !== 'documentID');
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

function keepNames(object: JsonObject, tree: NameTree): JsonObject {
  const kept = Object.entries(object).flatMap(([name, value]): Members => {
    const branch = tree.get(name);
    if (branch === true) return [[name, value]];
    return branch && isJsonObject(value) ? [[name, keepNames(value, branch)]] : [];
  });
  return toObject(kept);
}

function dropNames(object: JsonObject, tree: NameTree): JsonObject {
  const left = Object.entries(object).flatMap(([name, value]): Members => {
    const branch = tree.get(name);
    if (branch === true) return [];
    return [[name, branch && isJsonObject(value) ? dropNames(value, branch) : value]];
  });
  return toObject(left);
}

function toObject(members: Members): JsonObject {
  return createJsonObject(
    members.map(([name]) => name),
    members.map(([, value]) => value),
    true,
  );
}
