/** Pairs of words for true and false. The pair that the service itself writes comes first. */
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
 * Creates a parser for booleans written with one pair of words. Reports the first use of each word other than true and
 * false. The parser returns undefined for an unknown word, or for a word of another pair than before.
 */
export function createBooleanWordParser(
  onFirstUse: (word: string, truth: boolean) => void,
): (cell: string) => boolean | undefined {
  let fitting: readonly (readonly [string, string])[] = WORD_PAIRS;
  const told = new Set<string>(WORD_PAIRS[0]);
  return (cell) => {
    const word = cell.trim().toLowerCase();
    const left = fitting.filter((pair) => pair.includes(word));
    const truth = left.length > 0 ? left.some(([yes]) => yes === word) : undefined;
    if (truth === undefined) return undefined;
    fitting = left;
    if (!told.has(word)) onFirstUse(cell.trim(), truth);
    told.add(word);
    return truth;
  };
}
