/** Results that are not positions: the value continues after the limit; it is something else. */
export const NEED_MORE = -1;
export const MISMATCH = -2;

const [QUOTE, BACKSLASH, COMMA, COLON, DOT, PLUS, MINUS] = [34, 92, 44, 58, 46, 43, 45];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [91, 93, 123, 125];

/** Maximum depth; deeper values are left to JSON.parse, which needs no recursion here. */
const DEPTH_MAX = 100;

/** 1 for characters that may follow a backslash, except `u`. */
const ESCAPES = bytesOf('"\\/bfnrt');
const DIGITS = bytesOf('0123456789');
const HEX = bytesOf('0123456789abcdefABCDEF');
const SPACES = bytesOf(' \t\n\r');
const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word));

/**
 * Finds the end of the JSON value at `at`, with the validation of JSON.parse; NEED_MORE or MISMATCH otherwise.
 * `source` must have a zero at `limit`; bytes beyond ASCII need not be valid UTF-8.
 */
export function jsonEnd(source: Uint8Array, at: number, limit: number, depth = 0): number {
  const first = source[at];
  if (first === QUOTE) return textEnd(source, at + 1, limit);
  if (first === BRACE || first === BRACKET) {
    return depth < DEPTH_MAX ? holderEnd(source, at, limit, depth + 1) : MISMATCH;
  }
  if (first === MINUS || DIGITS[first ?? 0]) return numberEnd(source, at, limit);
  return wordEnd(source, at, limit);
}

function holderEnd(source: Uint8Array, start: number, limit: number, depth: number): number {
  const named = source[start] === BRACE;
  const last = named ? BRACE_END : BRACKET_END;
  let at = spaceEnd(source, start + 1);
  if (source[at] === last) return at + 1;
  for (;;) {
    if (named) {
      at = nameEnd(source, at, limit);
      if (at < 0) return at;
    }
    at = jsonEnd(source, spaceEnd(source, at), limit, depth);
    if (at < 0) return at;
    at = spaceEnd(source, at);
    if (source[at] === last) return at + 1;
    if (source[at] !== COMMA) return at >= limit ? NEED_MORE : MISMATCH;
    at = spaceEnd(source, at + 1);
  }
}

function nameEnd(source: Uint8Array, start: number, limit: number): number {
  if (source[start] !== QUOTE) return start >= limit ? NEED_MORE : MISMATCH;
  let at = textEnd(source, start + 1, limit);
  if (at < 0) return at;
  at = spaceEnd(source, at);
  if (source[at] !== COLON) return at >= limit ? NEED_MORE : MISMATCH;
  return at + 1;
}

/** The end of a string, after its closing quote; `start` is after the opening one. */
function textEnd(source: Uint8Array, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    const byte = source[at] as number; // below the limit
    if (byte === QUOTE) return at + 1;
    if (byte < 32) return MISMATCH;
    if (byte !== BACKSLASH) continue;
    at++;
    if (at >= limit) return NEED_MORE;
    if (ESCAPES[source[at] as number]) continue;
    if (source[at] !== 0x75) return MISMATCH;
    for (let digit = 0; digit < 4; digit++) {
      if (!HEX[source[++at] ?? 0]) return at >= limit ? NEED_MORE : MISMATCH;
    }
  }
  return NEED_MORE;
}

function numberEnd(source: Uint8Array, start: number, limit: number): number {
  let at = source[start] === MINUS ? start + 1 : start;
  let from = at;
  if (source[at] === 0x30) at++;
  else at = digitsEnd(source, at);
  if (at === from) return at >= limit ? NEED_MORE : MISMATCH;
  if (source[at] === DOT) {
    from = at + 1;
    at = digitsEnd(source, from);
    if (at === from) return at >= limit ? NEED_MORE : MISMATCH;
  }
  if (source[at] === 0x65 || source[at] === 0x45) {
    from = at + (source[at + 1] === PLUS || source[at + 1] === MINUS ? 2 : 1);
    at = digitsEnd(source, from);
    if (at === from) return at >= limit ? NEED_MORE : MISMATCH;
  }
  return at >= limit ? NEED_MORE : at;
}

function wordEnd(source: Uint8Array, at: number, limit: number): number {
  const word = WORDS.find((one) => one[0] === source[at]);
  if (!word) return at >= limit ? NEED_MORE : MISMATCH;
  for (let index = 1; index < word.length; index++) {
    if (source[at + index] !== word[index]) return at + index >= limit ? NEED_MORE : MISMATCH;
  }
  return at + word.length;
}

// the zero at the limit is neither whitespace nor a digit
function spaceEnd(source: Uint8Array, start: number): number {
  let at = start;
  while (SPACES[source[at] ?? 0]) at++;
  return at;
}

function digitsEnd(source: Uint8Array, start: number): number {
  let at = start;
  while (DIGITS[source[at] ?? 0]) at++;
  return at;
}

function bytesOf(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const character of characters) bytes[character.charCodeAt(0)] = 1;
  return bytes;
}
