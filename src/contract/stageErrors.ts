export type UnvalidatedObject = Record<string, unknown>;

/** Invalid member of a stage. `path` is its path within the stage; `problem` states what is expected. */
export type StageError = { path: readonly (string | number)[]; problem: string };

/** Maximum number of fields in a stage, and of names in a dotted field name. */
export const MAX_STAGE_FIELDS = 64;
const PATH_MAX = 16;

/**
 * Checks the number of fields, then each field with `findError`.
 * @returns the first error, if any
 */
export function findFirstFieldError(
  path: StageError['path'],
  fields: UnvalidatedObject,
  findError: (field: string, value: unknown, path: StageError['path']) => StageError | undefined,
  max = MAX_STAGE_FIELDS,
): StageError | undefined {
  const entries = Object.entries(fields);
  if (entries.length > max) return { path, problem: `at most ${max} fields are allowed.` };
  for (const [field, value] of entries) {
    const error = findError(field, value, [...path, field]);
    if (error) return error;
  }
  return undefined;
}

export function findFieldNameError(parentPath: StageError['path'], field: string): StageError | undefined {
  const path = field.split('.');
  if (path.some((name) => name === '')) return { path: parentPath, problem: 'a field name is empty.' };
  if (path.some((name) => name.startsWith('$'))) {
    return { path: [...parentPath, field], problem: 'a field name cannot start with $.' };
  }
  return path.length > PATH_MAX
    ? { path: parentPath, problem: `a dotted name has more than ${PATH_MAX} parts.` }
    : undefined;
}

/** True for an object with members. False for an ExactNumber, which keeps more digits than a double. */
export function isPlainObject(value: unknown): value is UnvalidatedObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Formats a path in the request body for messages, such as `pipeline[1].fields.mean`. */
export function formatMemberPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, '');
}

/** Formats a path in the request body as a JSON Pointer (RFC 6901), such as `/pipeline/1/fields/mean`. */
export function formatJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Parses a JSON Pointer (RFC 6901) into its parts. Undefined for other text. */
export function parseJsonPointer(text: string): string[] | undefined {
  if (!text.startsWith('/')) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
