import { ExactNumber, stringifyJson } from './json.ts';

type ValueType = 'text' | 'number' | 'boolean' | 'json';

const TYPE_PREFIX = /^(text|number|boolean|json):/;

function getType(value: unknown): ValueType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'json';
}

/**
 * Formats a value so that values of different types always differ. A value of another type than `expected` is prefixed
 * with its type, such as `number:1`. Undefined, null and "" become "".
 */
export function formatTypePrefixedText(value: unknown, expected: ValueType): string {
  if (value === null || value === undefined || value === '') return '';
  const type = getType(value);
  const text = type === 'json' ? stringifyJson(value) : String(value);
  return type === expected && !(type === 'text' && TYPE_PREFIX.test(text)) ? text : `${type}:${text}`;
}

/** Splits a text written by `formatTypePrefixedText` into its type, if it has a prefix, and the rest. */
export function parseTypePrefixedText(typed: string): { type: ValueType | undefined; text: string } {
  const type = TYPE_PREFIX.exec(typed)?.[1];
  // the pattern names the types
  return type ? { type: type as ValueType, text: typed.slice(type.length + 1) } : { type: undefined, text: typed };
}

/** Formats a text with type prefix for users, such as `“yes” (text)` or `1 (number)`. */
export function describeTypePrefixedText(typed: string): string {
  const { type, text } = parseTypePrefixedText(typed);
  // a text that itself looks like a prefixed one, in a column of texts
  if (type === undefined || (type === 'text' && TYPE_PREFIX.test(text))) return text;
  return type === 'text' ? `“${text}” (text)` : `${text} (${type})`;
}
