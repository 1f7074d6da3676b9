import { piecesOf } from '#lib/invisible.ts';
import { stringify } from '#lib/json/json.ts';

/** The longest that a service is quoted. */
const QUOTED_MAX = 300;

/** What a service said, fit to be shown: whatever is no text as its JSON, cut when long, with hidden characters named. */
export function wordsOf(said: unknown): string {
  if (said === undefined || said === null) return '';
  const text = typeof said === 'string' ? said : stringify(said);
  // half of a character is none
  const quoted = text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return piecesOf(quoted.toWellFormed())
    .map(({ text: piece, invisible }) => (invisible ? `[${piece}]` : piece))
    .join('');
}
