/** Pairs of words for true and false; the service's own pair first. */
const WORD_PAIRS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['1', '0'],
  ['on', 'off'],
  ['ja', 'nein'],
  ['ja', 'nee'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['vrai', 'faux'],
  ['sí', 'no'],
  ['si', 'no'],
  ['tak', 'nie'],
] as const;

/**
 * Reads a column of booleans written with the words of one pair, and reports the first use of each word other than
 * true and false. Undefined for an unknown word, or for one of another pair than before.
 */
export function createBooleanParser(
  tell: (word: string, truth: boolean) => void,
): (cell: string) => boolean | undefined {
  let fitting: readonly (readonly [string, string])[] = WORD_PAIRS;
  const told = new Set<string>(WORD_PAIRS[0]);
  return (cell) => {
    const word = cell.trim().toLowerCase();
    const left = fitting.filter((pair) => pair.includes(word));
    const truth = left.length > 0 ? left.some(([yes]) => yes === word) : undefined;
    if (truth === undefined) return undefined;
    fitting = left;
    if (!told.has(word)) tell(cell.trim(), truth);
    told.add(word);
    return truth;
  };
}
