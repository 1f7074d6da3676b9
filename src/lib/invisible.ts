/**
 * Characters that draw nothing but change how others are drawn: controls, zero-width spaces, and the marks that turn
 * the direction of text round, with which `exe.png` can be made of `gnp.exe`. Not among them are white space, and the
 * joiners that scripts and emoji are written with.
 */
const INVISIBLE = /((?![\t\n\r])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff])/gu;

/** White space before the first or behind the last of what is seen: nobody would tell it from none. */
const ENDS = /^\s|\s$/u;

/** What text is written with from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

type TextPart = { text: string; invisible: boolean };

/** A text in pieces: what is seen as it is, and each invisible character by its code point, such as `U+202E`. */
export function splitInvisible(text: string): TextPart[] {
  // what splits it stands at every second place
  return text.split(INVISIBLE).flatMap((piece, at) => {
    if (piece === '') return [];
    return at % 2 === 0 ? { text: piece, invisible: false } : createCodePointPart(piece);
  });
}

/** The pieces of a text of its own, which is told from one without the white space at its ends. */
export function splitInvisibleAndPadding(text: string): TextPart[] {
  const [start = '', end = ''] = [/^\s+/u.exec(text)?.[0], text.trim() === '' ? '' : /\s+$/u.exec(text)?.[0]];
  const between = text.slice(start.length, text.length - end.length);
  return [...[...start].map(createCodePointPart), ...splitInvisible(between), ...[...end].map(createCodePointPart)];
}

/**
 * A text where there can be nothing but text, as in a title, a picture or the name of a control: what is invisible is
 * named, and what runs from right to left turns nothing round that stands beside it.
 */
export function toPlainText(text: string): string {
  const named = hasInvisibleOrPadding(text)
    ? splitInvisibleAndPadding(text)
        .map((piece) => (piece.invisible ? `[${piece.text}]` : piece.text))
        .join('')
    : text;
  return RIGHT_TO_LEFT.test(named) ? `\u2068${named}\u2069` : named;
}

/** Whether something of a text of its own is not seen. */
export function hasInvisibleOrPadding(text: string): boolean {
  return text.search(ENDS) >= 0 || hasInvisible(text);
}

function createCodePointPart(character: string): TextPart {
  return { text: `U+${toHex(character).toUpperCase()}`, invisible: true };
}

/** JSON text that says the same with every invisible character as its escape. */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (character) => `\\u${toHex(character)}`);
}

export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0;
}

function toHex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
