import { ExactNumber, stringify } from '#lib/json.ts';
import { parse } from '#lib/jsonText.ts';

export const VALUE_TYPES = ['text', 'number', 'boolean', 'null', 'json'] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

/** A value being typed. The type is the user's word: 25 as text is "25", as number 25; nothing is guessed. */
export type ValueDraft = { type: ValueType; text: string };

export function valueDraft(value: unknown): ValueDraft {
  if (typeof value === 'string') return { type: 'text', text: value };
  if (typeof value === 'number' || value instanceof ExactNumber) return { type: 'number', text: String(value) };
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value) };
  if (value === null) return { type: 'null', text: '' };
  return { type: 'json', text: stringify(value) };
}

export function readValue({ type, text }: ValueDraft): { value: unknown } | { complaint: string } {
  if (type === 'text') return { value: text };
  if (type === 'null') return { value: null };
  if (type === 'boolean') return { value: text === 'true' };
  if (type === 'number') return readNumber(text.trim());
  try {
    return { value: parse(text) };
  } catch {
    return { complaint: 'this is not JSON.' };
  }
}

/** Another type for what was typed; the text is kept, so that going back loses nothing. */
export function withType(value: ValueDraft, type: ValueType): ValueDraft {
  return { type, text: type === 'boolean' && value.text !== 'false' ? 'true' : value.text };
}

function readNumber(text: string): { value: unknown } | { complaint: string } {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    return { complaint: text ? `“${text}” is not a number.` : 'enter a number.' };
  }
  return { value: parse(text) };
}
