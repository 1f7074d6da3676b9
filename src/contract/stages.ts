import { MAX_IN_VALUES } from './extensions.ts';
import { findGroupStageError } from './groupStage.ts';
import {
  findFieldNameError,
  findFirstFieldError,
  isPlainObject,
  type StageError,
  type UnvalidatedObject,
} from './stageErrors.ts';

/** Stage types that the service supports. The API defines `match` and `project`; the others are extensions. */
export const STAGE_TYPES = ['match', 'project', 'sort', 'group'] as const;

export type StageType = (typeof STAGE_TYPES)[number];

/** Extensions of the API: their names in the host configuration, and their labels. */
export const EXTENSION_LABELS = {
  operators: 'match operators',
  sort: 'sort stage',
  group: 'group stage',
  pageSize: 'page size',
} as const;

export type ExtensionName = keyof typeof EXTENSION_LABELS;

/** Operators of match conditions, an extension of the API. A plain value means `$eq`. */
export const MATCH_OPERATORS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$exists'] as const;

export type MatchOperator = (typeof MATCH_OPERATORS)[number];

export function findStageError(stage: unknown): StageError | undefined {
  if (!isPlainObject(stage)) return { path: [], problem: 'expected a stage object with a type.' };
  const { type } = stage;
  if (typeof type !== 'string') return { path: ['type'], problem: 'expected a string that names the stage.' };
  const known = STAGE_TYPES.find((name) => name === type);
  if (known) return STAGE_VALIDATORS[known](stage);
  const expected = `expected ${STAGE_TYPES.join(', ')}.`;
  return { path: ['type'], problem: `${JSON.stringify(type)} is not a stage this service runs; ${expected}` };
}

const STAGE_VALIDATORS: Record<StageType, (stage: UnvalidatedObject) => StageError | undefined> = {
  match: ({ filter }) => findMatchError(filter),
  project: ({ specs }) => findProjectError(specs),
  sort: ({ specs }) => findSortError(specs),
  group: findGroupStageError,
};

/** True for an object of operators, such as `{"$gt": 3}`; false for a literal object. */
export function isOperatorObject(value: unknown): value is UnvalidatedObject {
  return isPlainObject(value) && Object.keys(value).some((key) => key.startsWith('$'));
}

function findMatchError(filter: unknown): StageError | undefined {
  if (filter == null) return undefined;
  if (!isPlainObject(filter))
    return { path: ['filter'], problem: 'expected an object of field name to required value.' };
  return findFirstFieldError(['filter'], filter, (field, value, path) => {
    if (field.startsWith('$')) {
      return { path, problem: "operators belong inside a field's value, not in place of a field." };
    }
    const nameError = findFieldNameError(['filter'], field);
    if (nameError) return nameError;
    return isOperatorObject(value) ? findOperatorError(path, value) : findLiteralError(path, value);
  });
}

function findOperatorError(at: StageError['path'], operators: UnvalidatedObject): StageError | undefined {
  for (const [operator, operand] of Object.entries(operators)) {
    const path = [...at, operator];
    if (!(MATCH_OPERATORS as readonly string[]).includes(operator)) {
      return { path, problem: `not an operator this service runs; expected ${MATCH_OPERATORS.join(', ')}.` };
    }
    if (operator === '$exists' && typeof operand !== 'boolean') return { path, problem: 'expected true or false.' };
    if (operator === '$in') {
      if (!Array.isArray(operand)) return { path, problem: 'expected a list of values.' };
      if (operand.length > MAX_IN_VALUES) return { path, problem: `at most ${MAX_IN_VALUES} values are allowed.` };
    }
    const error = findLiteralError(path, operand);
    if (error) return error;
  }
  return undefined;
}

/** Finds an error in a literal, which may be any JSON value without keys that start with `$`, at any depth. */
function findLiteralError(at: StageError['path'], value: unknown): StageError | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    if (key.startsWith('$')) return { path, problem: 'operators are not allowed inside a value.' };
    const error = findLiteralError(path, child);
    if (error) return error;
  }
  return undefined;
}

function findProjectError(specs: unknown): StageError | undefined {
  const at = ['specs'];
  if (!isPlainObject(specs)) return { path: at, problem: 'expected an object of field name to flag.' };
  if (Object.keys(specs).length === 0) {
    return { path: at, problem: 'names no field; give each field to keep the flag 1.' };
  }
  let keeps: boolean | undefined;
  return findFirstFieldError(at, specs, (field, flag, path) => {
    const nameError = findFieldNameError(at, field);
    if (nameError) return nameError;
    if (![0, 1, true, false].includes(flag as never)) return { path, problem: 'expected 1 to keep or 0 to drop.' };
    if (field === 'documentID') return undefined;
    keeps ??= Boolean(flag);
    if (keeps === Boolean(flag)) return undefined;
    return { path, problem: 'fields to keep and fields to drop cannot be mixed, documentID excepted.' };
  });
}

function findSortError(specs: unknown): StageError | undefined {
  const at = ['specs'];
  if (!isPlainObject(specs)) return { path: at, problem: 'expected an object of field name to 1 or -1.' };
  if (Object.keys(specs).length === 0) return { path: at, problem: 'names no field to sort by.' };
  return findFirstFieldError(at, specs, (field, direction, path) => {
    const nameError = findFieldNameError(at, field);
    if (nameError || direction === 1 || direction === -1) return nameError;
    return { path, problem: 'expected 1 for ascending or -1 for descending.' };
  });
}
