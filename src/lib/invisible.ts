/**
 * Characters that draw nothing but change how others are drawn: controls, zero-width spaces, and the marks that turn
 * the direction of text round, with which `exe.png` can be made of `gnp.exe`. Not among them are white space, and the
 * joiners that scripts and emoji are written with.
 */
const INVISIBLE = /((?![\t\n\r])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff])/gu;

/** A text in pieces: what is seen as it is, and each invisible character by its code point, such as `U+202E`. */
export function piecesOf(text: string): { text: string; invisible: boolean }[] {
  // what splits it stands at every second place
  return text.split(INVISIBLE).flatMap((piece, at) => {
    if (piece === '') return [];
    return at % 2 === 0
      ? { text: piece, invisible: false }
      : { text: `U+${hexOf(piece).toUpperCase()}`, invisible: true };
  });
}

/** JSON text that says the same with every invisible character as its escape. */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (character) => `\\u${hexOf(character)}`);
}

export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
