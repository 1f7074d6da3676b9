import { parseQuery } from '#fleet/find/query.ts';

/** A search for each word of what is one text, for the `fields` there are; nothing of one that is a word or has signs. */
export function wordsApart(search: string, fields: readonly string[]): string | undefined {
  const [only, further] = parseQuery(search, fields);
  if (!only || further || only.exact || only.not || only.field !== undefined) return undefined;
  const words = only.text.split(/\s+/);
  return words.length < 2 ? undefined : words.map((word) => `+${word}`).join(' ');
}
