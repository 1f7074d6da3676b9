/** One `"name": value` of a JSON object: the value parsed as JSON.parse would, and the text it was written as. */
export type Member = { name: string; value: unknown; source: string };

/** Where a member stands in the text of its object. */
export type Span = { keyStart: number; keyEnd: number; valueStart: number; valueEnd: number };

/**
 * The members of the JSON object that `text` is, duplicates included, in order.
 * @throws SyntaxError when `text` is no JSON
 */
export function members(text: string): Member[] {
  const parsed = JSON.parse(text) as Record<string, unknown>; // the caller saw an opening brace
  return spans(text).map(({ keyStart, keyEnd, valueStart, valueEnd }) => {
    const name = JSON.parse(text.slice(keyStart, keyEnd)) as string; // a key is a JSON string
    return { name, value: parsed[name], source: text.slice(valueStart, valueEnd) };
  });
}

/** The places of an object's own members in text that is known to be valid JSON. */
export function spans(text: string): Span[] {
  const found: Span[] = [];
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const keyStart = at;
    const keyEnd = valueEnd(text, at);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    at = valueEnd(text, valueStart);
    found.push({ keyStart, keyEnd, valueStart, valueEnd: at });
    at = skipSpace(text, at);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

const OUTSIDE = /["{}[\]]/g;
const SCALAR = /[^\s,}\]]*/y;

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== '{' && first !== '[') return scalarEnd(text, start);
  let depth = 0;
  for (let at = start; at < text.length; ) {
    OUTSIDE.lastIndex = at;
    const found = OUTSIDE.exec(text);
    if (!found) break;
    if (found[0] === '"') {
      at = stringEnd(text, found.index);
      continue;
    }
    depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
    at = found.index + 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function scalarEnd(text: string, start: number): number {
  SCALAR.lastIndex = start;
  return SCALAR.test(text) ? SCALAR.lastIndex : text.length;
}

function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === '\\') before--;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ' || text[next] === '\n' || text[next] === '\r' || text[next] === '\t') next++;
  return next;
}
