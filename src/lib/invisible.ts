/**
 * Matches invisible characters that affect how others are displayed: control characters, zero-width spaces and
 * bidirectional marks. Excludes white space and joiners, which scripts and emoji need.
 */
const INVISIBLE = /((?![\t\n\r])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff])/gu;

const ENDS = /^\s|\s$/u;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

type TextPart = { text: string; invisible: boolean };

/** Splits a text into visible parts and invisible characters. The latter are named by code point, such as `U+202E`. */
export function splitInvisible(text: string): TextPart[] {
  // separators are every second element
  return text.split(INVISIBLE).flatMap((piece, at) => {
    if (piece === '') return [];
    return at % 2 === 0 ? { text: piece, invisible: false } : createCodePointPart(piece);
  });
}

/** Like `splitInvisible`, but also splits off leading and trailing white space. */
export function splitInvisibleAndPadding(text: string): TextPart[] {
  const [start = '', end = ''] = [/^\s+/u.exec(text)?.[0], text.trim() === '' ? '' : /\s+$/u.exec(text)?.[0]];
  const between = text.slice(start.length, text.length - end.length);
  return [...[...start].map(createCodePointPart), ...splitInvisible(between), ...[...end].map(createCodePointPart)];
}

/**
 * Formats a text for places without markup, such as titles. Replaces invisible characters by their names and isolates
 * right-to-left text.
 */
export function toVisibleText(text: string): string {
  const named = hasInvisibleOrPadding(text)
    ? splitInvisibleAndPadding(text)
        .map((piece) => (piece.invisible ? `[${piece.text}]` : piece.text))
        .join('')
    : text;
  return RIGHT_TO_LEFT.test(named) ? `\u2068${named}\u2069` : named;
}

export function hasInvisibleOrPadding(text: string): boolean {
  return text.search(ENDS) >= 0 || hasInvisible(text);
}

function createCodePointPart(character: string): TextPart {
  return { text: `U+${toHex(character).toUpperCase()}`, invisible: true };
}

export function escapeInvisibleInJson(json: string): string {
  return json.replace(INVISIBLE, (character) => `\\u${toHex(character)}`);
}

export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0;
}

function toHex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
