/**
 * Result codes in place of a position. NEED_MORE: the value continues after the limit. MISMATCH: the value does not
 * have the expected form.
 */
export const NEED_MORE = -1;
export const NO_MATCH = -2;

const [QUOTE, BACKSLASH, COMMA, COLON, DOT, PLUS, MINUS] = [34, 92, 44, 58, 46, 43, 45];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [91, 93, 123, 125];

const DEPTH_MAX = 100;

const ESCAPE_BYTES = createByteTable('"\\/bfnrt');
const DIGIT_BYTES = createByteTable('0123456789');
const HEX_BYTES = createByteTable('0123456789abcdefABCDEF');
const SPACE_BYTES = createByteTable(' \t\n\r');
const LITERALS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word));

/**
 * Finds the end of a JSON value, validating it like `JSON.parse`. `source` must have a zero at `limit`. Bytes beyond
 * ASCII need not be valid UTF-8.
 * @returns the end, NEED_MORE or MISMATCH
 */
export function findJsonEnd(source: Uint8Array, at: number, limit: number, depth = 0): number {
  const first = source[at];
  if (first === QUOTE) return findStringEnd(source, at + 1, limit);
  if (first === BRACE || first === BRACKET) {
    return depth < DEPTH_MAX ? findContainerEnd(source, at, limit, depth + 1) : NO_MATCH;
  }
  if (first === MINUS || DIGIT_BYTES[first ?? 0]) return findNumberEnd(source, at, limit);
  return findLiteralEnd(source, at, limit);
}

function findContainerEnd(source: Uint8Array, start: number, limit: number, depth: number): number {
  const named = source[start] === BRACE;
  const last = named ? BRACE_END : BRACKET_END;
  let at = skipSpace(source, start + 1);
  if (source[at] === last) return at + 1;
  for (;;) {
    if (named) {
      at = findNameEnd(source, at, limit);
      if (at < 0) return at;
    }
    at = findJsonEnd(source, skipSpace(source, at), limit, depth);
    if (at < 0) return at;
    at = skipSpace(source, at);
    if (source[at] === last) return at + 1;
    if (source[at] !== COMMA) return at >= limit ? NEED_MORE : NO_MATCH;
    at = skipSpace(source, at + 1);
  }
}

function findNameEnd(source: Uint8Array, start: number, limit: number): number {
  if (source[start] !== QUOTE) return start >= limit ? NEED_MORE : NO_MATCH;
  let at = findStringEnd(source, start + 1, limit);
  if (at < 0) return at;
  at = skipSpace(source, at);
  if (source[at] !== COLON) return at >= limit ? NEED_MORE : NO_MATCH;
  return at + 1;
}

function findStringEnd(source: Uint8Array, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    const byte = source[at] as number; // below the limit
    if (byte === QUOTE) return at + 1;
    if (byte < 32) return NO_MATCH;
    if (byte !== BACKSLASH) continue;
    at++;
    if (at >= limit) return NEED_MORE;
    if (ESCAPE_BYTES[source[at] as number]) continue;
    if (source[at] !== 0x75) return NO_MATCH;
    for (let digit = 0; digit < 4; digit++) {
      if (!HEX_BYTES[source[++at] ?? 0]) return at >= limit ? NEED_MORE : NO_MATCH;
    }
  }
  return NEED_MORE;
}

function findNumberEnd(source: Uint8Array, start: number, limit: number): number {
  let at = source[start] === MINUS ? start + 1 : start;
  let from = at;
  if (source[at] === 0x30) at++;
  else at = skipDigits(source, at);
  if (at === from) return at >= limit ? NEED_MORE : NO_MATCH;
  if (source[at] === DOT) {
    from = at + 1;
    at = skipDigits(source, from);
    if (at === from) return at >= limit ? NEED_MORE : NO_MATCH;
  }
  if (source[at] === 0x65 || source[at] === 0x45) {
    from = at + (source[at + 1] === PLUS || source[at + 1] === MINUS ? 2 : 1);
    at = skipDigits(source, from);
    if (at === from) return at >= limit ? NEED_MORE : NO_MATCH;
  }
  return at >= limit ? NEED_MORE : at;
}

function findLiteralEnd(source: Uint8Array, at: number, limit: number): number {
  const word = LITERALS.find((one) => one[0] === source[at]);
  if (!word) return at >= limit ? NEED_MORE : NO_MATCH;
  for (let index = 1; index < word.length; index++) {
    if (source[at + index] !== word[index]) return at + index >= limit ? NEED_MORE : NO_MATCH;
  }
  return at + word.length;
}

// the zero at the limit is neither whitespace nor a digit
function skipSpace(source: Uint8Array, start: number): number {
  let at = start;
  while (SPACE_BYTES[source[at] ?? 0]) at++;
  return at;
}

function skipDigits(source: Uint8Array, start: number): number {
  let at = start;
  while (DIGIT_BYTES[source[at] ?? 0]) at++;
  return at;
}

function createByteTable(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const character of characters) bytes[character.charCodeAt(0)] = 1;
  return bytes;
}
