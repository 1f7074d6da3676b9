import { isJsonObject } from '#lib/json/json.ts';
import { tryCatch } from '#lib/tryCatch.ts';

export type FieldPath = readonly string[];

/** Returns a unique text key of a path: dotted if it can be parsed back, otherwise JSON. */
export function toFieldKey(path: FieldPath): string {
  const dotted = path.join('.');
  const readable = !dotted.startsWith('[') && path.every((name) => name !== '' && !name.includes('.'));
  return readable ? dotted : JSON.stringify(path);
}

export function parseFieldKey(key: string): FieldPath {
  const listed: unknown = key.startsWith('[') ? tryCatch(() => JSON.parse(key)) : undefined;
  const isPath = Array.isArray(listed) && listed.every((name) => typeof name === 'string');
  return isPath ? listed : key.split('.');
}

/** Formats a path for display. Names with dots are quoted. */
export function formatFieldPath(path: FieldPath): string {
  return path.map((name) => (name.includes('.') ? JSON.stringify(name) : name || '(no name)')).join('.');
}

/**
 * Explains why the API cannot address a field.
 * @returns undefined if it can
 */
export function explainUnsupportedField(path: FieldPath): string | undefined {
  const refused = FIELD_NAME_RULES.find(({ refuses }) => path.some(refuses));
  return refused && `Cannot query ${formatFieldPath(path)}: ${refused.because}.`;
}

const FIELD_NAME_RULES = [
  { refuses: (name: string) => name === '', because: 'a field needs a name' },
  { refuses: (name: string) => name.includes('.'), because: 'the API reads a dot as the path to a nested field' },
  {
    refuses: (name: string) => name.startsWith('$'),
    because: 'the API reserves names that begin with $ for operators',
  },
];

export function explainUnsupportedValue(value: unknown): string | undefined {
  return hasOperator(value)
    ? 'Cannot query this value: it contains a name that begins with $, which the API reserves for operators.'
    : undefined;
}

function hasOperator(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOperator);
  return isJsonObject(value) && Object.keys(value).some((name) => name.startsWith('$') || hasOperator(value[name]));
}
