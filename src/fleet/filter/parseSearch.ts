import { foldText } from '#lib/text/foldText.ts';

export type SearchTerm = {
  text: string;
  isExact: boolean;
  isExcluded: boolean;
  field?: string;
};

const FIELD_ALIASES: Readonly<Record<string, string>> = { id: 'deviceid', product: 'productid' };

const TOKEN_PATTERN = /(?:^|(?<=\s))([-+]?)(?:([\p{L}_$][\p{L}\p{N}_$.]*):)?(?:"([^"]*)("?)(?=\s|$)|(\S*))/gu;

/**
 * Parses a search. Plain words form one text including their spaces, `+pump` is a separate word, `admin:ann` searches
 * one field, `"…"` matches whole values, and `-` excludes. Unknown syntax is plain text, so every input is valid.
 */
export function parseSearch(search: string, fields: readonly string[]): SearchTerm[] {
  const known = new Map(fields.map((field) => [field.toLowerCase(), field]));
  const terms: SearchTerm[] = [];
  let plain: { from: number; to: number } | undefined;
  const endPlain = () => {
    const text = plain ? foldText(search.slice(plain.from, plain.to)) : '';
    // folding removes standalone accents
    if (text !== '') terms.push({ text, isExact: false, isExcluded: false });
    plain = undefined;
  };
  for (const match of search.matchAll(TOKEN_PATTERN)) {
    const [whole, sign = '', name, quoted, end, word = ''] = match;
    if (whole === '') continue;
    const field = name === undefined ? undefined : findFieldByName(name, known);
    const own = name === undefined || field !== undefined;
    const text = foldText(own ? (quoted ?? word) : `${name}:${quoted ?? word}`);
    const signed = sign !== '' && whole !== sign;
    if (!signed && field === undefined && (quoted === undefined || !own)) {
      plain = { from: plain?.from ?? match.index, to: match.index + whole.length };
      continue;
    }
    endPlain();
    const exact = own && end === '"';
    // an empty value after a field name or quote: the user is still typing
    if (text === '' && !exact) continue;
    terms.push({ text, isExact: exact, isExcluded: signed && sign === '-', ...(field !== undefined && { field }) });
  }
  endPlain();
  return terms;
}

function findFieldByName(name: string, known: ReadonlyMap<string, string>): string | undefined {
  const folded = name.toLowerCase();
  return known.get(folded) ?? known.get(FIELD_ALIASES[folded] ?? '');
}
