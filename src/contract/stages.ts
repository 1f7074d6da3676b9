/** Supported stage types. The interface defines `match` and `project`; `sort` is an extension. */
export const STAGE_TYPES = ['match', 'project', 'sort'] as const;

export type StageType = (typeof STAGE_TYPES)[number];

/** Supported extensions of the interface: their names in the host configuration, and their labels. */
export const EXTENSIONS = { operators: 'match operators', sort: 'sort stage' } as const;

export type Extension = keyof typeof EXTENSIONS;

/** Operators of a match value, an extension of the interface. A plain value means `$eq`. */
export const MATCH_OPERATORS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$exists'] as const;

export type MatchOperator = (typeof MATCH_OPERATORS)[number];

/** Maximum number of values in `$in`. */
export const IN_MAX = 1000;

/** Maximum number of fields in a stage, and of parts in a dotted field name. */
export const FIELDS_MAX = 64;
const PATH_MAX = 16;

type JsonObject = Record<string, unknown>;

/**
 * Validates one stage. Returns undefined if it is valid, else an error message that starts with the path inside the stage:
 * `pipeline[0]` + message reads `pipeline[0].filter: expected an object.`
 */
export function findStageError(stage: unknown): string | undefined {
  if (!isObject(stage)) return ': expected a stage object with a type.';
  const { type } = stage;
  if (typeof type !== 'string') return '.type: expected a string that names the stage.';
  const known = STAGE_TYPES.find((name) => name === type);
  if (known) return STAGE_VALIDATORS[known](stage);
  return `.type: ${JSON.stringify(type)} is not a stage this service runs; expected ${STAGE_TYPES.join(', ')}.`;
}

const STAGE_VALIDATORS: Record<StageType, (stage: JsonObject) => string | undefined> = {
  match: ({ filter }) => findMatchError(filter),
  project: ({ specs }) => findProjectError(specs),
  sort: ({ specs }) => findSortError(specs),
};

/** True for an object of operators, such as `{"$gt": 3}`; false for a literal object. */
export function isOperatorObject(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).some((key) => key.startsWith('$'));
}

function findMatchError(filter: unknown): string | undefined {
  if (filter == null) return undefined;
  if (!isObject(filter)) return '.filter: expected an object of field name to required value.';
  return findFieldError('.filter', filter, (field, value) => {
    const at = `.filter.${field}`;
    if (field.startsWith('$')) return `${at}: operators stand inside a field's value, not in place of a field.`;
    const wrong = findFieldNameError('.filter', field);
    if (wrong) return wrong;
    const error = isOperatorObject(value) ? findOperatorError(value) : findLiteralError(value);
    return error && at + error;
  });
}

/** Checks the number of fields and returns the first error that `findError` finds. */
function findFieldError(
  at: string,
  fields: JsonObject,
  findError: (field: string, value: unknown) => string | undefined,
): string | undefined {
  const entries = Object.entries(fields);
  if (entries.length > FIELDS_MAX) return `${at}: at most ${FIELDS_MAX} fields are allowed.`;
  for (const [field, value] of entries) {
    const error = findError(field, value);
    if (error) return error;
  }
  return undefined;
}

function findOperatorError(operators: JsonObject): string | undefined {
  for (const [operator, operand] of Object.entries(operators)) {
    if (!(MATCH_OPERATORS as readonly string[]).includes(operator)) {
      return `.${operator}: not an operator this service runs; expected ${MATCH_OPERATORS.join(', ')}.`;
    }
    if (operator === '$exists' && typeof operand !== 'boolean') return '.$exists: expected true or false.';
    if (operator === '$in') {
      if (!Array.isArray(operand)) return '.$in: expected a list of values.';
      if (operand.length > IN_MAX) return `.$in: at most ${IN_MAX} values are allowed.`;
    }
    const error = findLiteralError(operand);
    if (error) return `.${operator}${error}`;
  }
  return undefined;
}

/** A literal may be any JSON value without keys that start with `$`, at any depth. */
function findLiteralError(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const at = Array.isArray(value) ? `[${key}]` : `.${key}`;
    if (!Array.isArray(value) && key.startsWith('$')) return `${at}: operators are not allowed inside a value.`;
    const error = findLiteralError(child);
    if (error) return at + error;
  }
  return undefined;
}

function findProjectError(specs: unknown): string | undefined {
  if (!isObject(specs)) return '.specs: expected an object of field name to flag.';
  if (Object.keys(specs).length === 0) return '.specs: names no field; give each field to keep the flag 1.';
  let keeps: boolean | undefined;
  return findFieldError('.specs', specs, (field, flag) => {
    const wrong = findFieldNameError('.specs', field);
    if (wrong) return wrong;
    if (![0, 1, true, false].includes(flag as never)) return `.specs.${field}: expected 1 to keep or 0 to drop.`;
    if (field === 'documentID') return undefined;
    keeps ??= Boolean(flag);
    if (keeps === Boolean(flag)) return undefined;
    return `.specs.${field}: fields to keep and fields to drop cannot be mixed, documentID excepted.`;
  });
}

function findSortError(specs: unknown): string | undefined {
  if (!isObject(specs)) return '.specs: expected an object of field name to 1 or -1.';
  if (Object.keys(specs).length === 0) return '.specs: names no field to sort by.';
  return findFieldError('.specs', specs, (field, direction) => {
    const wrong = findFieldNameError('.specs', field);
    if (wrong || direction === 1 || direction === -1) return wrong;
    return `.specs.${field}: expected 1 for ascending or -1 for descending.`;
  });
}

function findFieldNameError(at: string, field: string): string | undefined {
  const path = field.split('.');
  if (path.some((name) => name === '')) return `${at}: a field name is empty.`;
  if (path.some((name) => name.startsWith('$'))) return `${at}.${field}: a field name cannot start with $.`;
  return path.length > PATH_MAX ? `${at}: a dotted name has more than ${PATH_MAX} parts.` : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
