/** Two sizes for a test: a small one in every run, and the full one in long runs (`npm run check`). */
export function createTestSizes(few: number, many: number): { count: number; words: string; tag: string[] }[] {
  const sized = (count: number, tag: string[]) => ({ count, words: count.toLocaleString('en'), tag });
  return [sized(few, []), sized(many, ['@long'])];
}
