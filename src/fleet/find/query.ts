import { foldText } from '#lib/text/foldText.ts';

/** One thing that rows must have, or must not. */
export type Term = {
  /** Folded text; it is looked for anywhere in a value, or is the whole of it when `exact`. */
  text: string;
  exact: boolean;
  not: boolean;
  /** The one field to look at; all text when left out. */
  field?: string;
};

/** Names that are typed for a field whose own name is longer. */
const SHORT: Readonly<Record<string, string>> = { id: 'deviceid', product: 'productid' };

const TOKEN = /(?:^|(?<=\s))([-+]?)(?:([\p{L}_$][\p{L}\p{N}_$.]*):)?(?:"([^"]*)("?)(?=\s|$)|(\S*))/gu;

/**
 * What a search asks for: plain words are one text with their spaces; `+pump` is a word by itself, `admin:ann` looks at one
 * field, `"…"` is the whole value once it is closed, `-` excludes. A name before a colon that is no field of `fields` is text
 * like any other, and so is a sign alone. Nothing is an error: whatever is typed means something.
 */
export function parseQuery(search: string, fields: readonly string[]): Term[] {
  const known = new Map(fields.map((field) => [field.toLowerCase(), field]));
  const terms: Term[] = [];
  let plain: { from: number; to: number } | undefined;
  const endPlain = () => {
    const text = plain ? foldText(search.slice(plain.from, plain.to)) : '';
    // nothing is left of accents alone
    if (text !== '') terms.push({ text, exact: false, not: false });
    plain = undefined;
  };
  for (const match of search.matchAll(TOKEN)) {
    const [whole, sign = '', name, quoted, end, word = ''] = match;
    if (whole === '') continue;
    const field = name === undefined ? undefined : fieldNamed(name, known);
    const own = name === undefined || field !== undefined;
    const text = foldText(own ? (quoted ?? word) : `${name}:${quoted ?? word}`);
    const signed = sign !== '' && whole !== sign;
    if (!signed && field === undefined && (quoted === undefined || !own)) {
      plain = { from: plain?.from ?? match.index, to: match.index + whole.length };
      continue;
    }
    endPlain();
    const exact = own && end === '"';
    // whoever has typed no more than the name of a field or a quote is still typing
    if (text === '' && !exact) continue;
    terms.push({ text, exact, not: signed && sign === '-', ...(field !== undefined && { field }) });
  }
  endPlain();
  return terms;
}

function fieldNamed(name: string, known: ReadonlyMap<string, string>): string | undefined {
  const folded = name.toLowerCase();
  return known.get(folded) ?? known.get(SHORT[folded] ?? '');
}
