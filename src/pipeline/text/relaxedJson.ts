/**
 * JSON as people write it in a shell or a script, made into JSON: names without quotes, single quotes, trailing commas,
 * comments, `ISODate("…")` and its like. What is no such text comes out as it is, for the JSON reader to complain about.
 * Linear in the text, whatever stands in it.
 */
export function strictJson(text: string): string {
  const out: string[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const token = match?.[0] ?? (text[at] as string); // below the length
    at += token.length;
    out.push(strictToken(token, text, at));
  }
  return out.join('');
}

/** A string, a comment, a word with its call, a run of anything else that means nothing here, a comma before an end. */
const TOKEN =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|-?\d[\w.+-]*|[A-Za-z_$][\w$.]*|,|[^"'/\w$,-]+/y;

const WORDS = new Set(['true', 'false', 'null']);
/** Calls that only say what kind of value stands in their brackets. */
const WRAPPERS = new Set(['ISODate', 'Date', 'ObjectId', 'NumberLong', 'NumberInt', 'NumberDecimal', 'new']);

function strictToken(token: string, text: string, end: number): string {
  if (token.startsWith('//') || token.startsWith('/*')) return '';
  if (token.startsWith("'")) return doubleQuoted(token);
  if (token === ',') return /^\s*[\]}]/.test(text.slice(end, end + 200)) ? '' : ',';
  if (/^[A-Za-z_$]/.test(token) && !WORDS.has(token)) return WRAPPERS.has(token) ? '' : JSON.stringify(token);
  // the brackets of a wrapper; no others stand in what is read here
  return /[()]/.test(token) ? token.replaceAll(/[()]/g, '') : token;
}

function doubleQuoted(token: string): string {
  const inner = token
    .slice(1, -1)
    .replaceAll(/\\'/g, "'")
    .replaceAll(/(\\[\s\S])|"/g, (_, escaped) => escaped ?? '\\"');
  return `"${inner}"`;
}
