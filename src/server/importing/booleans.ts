/** What says true and false, one pair a language or habit; the service's own first. */
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
 * Reads the cells of a column that is true or false, as the words of one pair; each that is not the service's own is told
 * when it is met. Undefined for a word of no pair, or of another one than those before it.
 */
export function createBooleanReader(
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
