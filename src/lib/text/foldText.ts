const PLAIN = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ł: 'l',
    ς: 'σ',
    ё: 'е',
  }),
);

const ACCENTED = /[\u00df-\u03ff\u0451\u1e00-\u1fff]/;
const ALL_ACCENTED = new RegExp(ACCENTED, 'g');
const ACCENTS = /[\u0300-\u036f]/g;

export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // most texts have no accents, and testing for them is faster than replacing them
  return ACCENTED.test(lower) ? lower.replace(ALL_ACCENTED, foldLetter) : lower;
}

/** Creates a sort key: folded text in which each number is prefixed with its length, so that D-2 sorts before D-10. */
export function toNaturalSortKey(text: string): string {
  return foldText(text).replace(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    // in digits, so that a number sorts like a number among other characters; each 9 stands for nine digits
    return '9'.repeat((value.length - 1) / 9) + ((value.length - 1) % 9) + value;
  });
}

/** Sorts in natural order. `comparePrecedence` takes precedence. */
export function sortNaturally<One>(
  list: Iterable<One>,
  getText: (one: One) => string,
  comparePrecedence: (one: One, other: One) => number = () => 0,
): One[] {
  return Array.from(list, (one) => ({ one, key: toNaturalSortKey(getText(one)) }))
    .sort((a, b) => comparePrecedence(a.one, b.one) || (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ one }) => one);
}

/** Finds the range of the first match, ignoring case and accents. `to` is exclusive. */
export function findMatchRange(text: string, query: string): { from: number; to: number } | undefined {
  const folded = foldText(query);
  const start = foldText(text).indexOf(folded);
  if (start < 0) return undefined;
  let from = 0;
  let place = 0;
  let length = 0;
  for (const character of text) {
    const own = foldText(character).length;
    // a combining accent belongs to the letter before it
    if (length >= start + folded.length && own > 0) break;
    length += own;
    place += character.length;
    if (length <= start) from = place;
  }
  return { from, to: place };
}

function foldLetter(letter: string): string {
  const known = PLAIN.get(letter);
  if (known !== undefined) return known;
  const bare = letter.normalize('NFD').replace(ACCENTS, '');
  // an accent may be on a letter without a decomposition, as in ǽ
  const plain = PLAIN.get(bare) ?? bare;
  PLAIN.set(letter, plain);
  return plain;
}
