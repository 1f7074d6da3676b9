import { ExactNumber, stringifyJson } from './json.ts';

/** Types of JSON values, as texts name them. */
type ValueType = 'text' | 'number' | 'boolean' | 'json';

const TYPED = /^(text|number|boolean|json):/;

/** The type of a JSON value that is not null. */
function getType(value: unknown): ValueType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'json';
}

/**
 * A JSON value as text that no value of another type has: a value of the `expected` type as it is, any other one with its
 * type before it (`text:yes`, `number:1`). No value, null and the empty text are ''.
 */
export function formatTyped(value: unknown, expected: ValueType): string {
  if (value === null || value === undefined || value === '') return '';
  const type = getType(value);
  const text = type === 'json' ? stringifyJson(value) : String(value);
  return type === expected && !(type === 'text' && TYPED.test(text)) ? text : `${type}:${text}`;
}

/** The type that `formatTyped` wrote before a text, and the text; no type where none is written. */
export function parseTyped(typed: string): { type: ValueType | undefined; text: string } {
  const type = TYPED.exec(typed)?.[1];
  // the pattern names the types
  return type ? { type: type as ValueType, text: typed.slice(type.length + 1) } : { type: undefined, text: typed };
}

/** A typed text as it is read: `"yes" (text)`, `1 (number)`; what has no type written before it stays as it is. */
export function describeTyped(typed: string): string {
  const { type, text } = parseTyped(typed);
  // a text that looks typed itself, in a column of texts
  if (type === undefined || (type === 'text' && TYPED.test(text))) return text;
  return type === 'text' ? `“${text}” (text)` : `${text} (${type})`;
}
