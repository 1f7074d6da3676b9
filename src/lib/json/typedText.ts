import { ExactNumber, stringifyJson } from './json.ts';

type ValueType = 'text' | 'number' | 'boolean' | 'json';

const TYPED = /^(text|number|boolean|json):/;

function getType(value: unknown): ValueType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'json';
}

/**
 * Formats a value so that values of different types never look the same: one of another type than `expected` is
 * prefixed with its type (`text:yes`, `number:1`). Undefined, null and "" become "".
 */
export function formatTyped(value: unknown, expected: ValueType): string {
  if (value === null || value === undefined || value === '') return '';
  const type = getType(value);
  const text = type === 'json' ? stringifyJson(value) : String(value);
  return type === expected && !(type === 'text' && TYPED.test(text)) ? text : `${type}:${text}`;
}

/** Splits a text of `formatTyped` into its type, if it has a prefix, and the rest. */
export function parseTyped(typed: string): { type: ValueType | undefined; text: string } {
  const type = TYPED.exec(typed)?.[1];
  // the pattern names the types
  return type ? { type: type as ValueType, text: typed.slice(type.length + 1) } : { type: undefined, text: typed };
}

/** Formats a typed text for users: `“yes” (text)`, `1 (number)`. */
export function describeTyped(typed: string): string {
  const { type, text } = parseTyped(typed);
  // a text that looks typed itself, in a column of texts
  if (type === undefined || (type === 'text' && TYPED.test(text))) return text;
  return type === 'text' ? `“${text}” (text)` : `${text} (${type})`;
}
