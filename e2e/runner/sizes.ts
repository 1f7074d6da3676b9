/**
 * How many of something a test is about: few in every run, and as many as are meant where what takes long runs too
 * (`npm run check`).
 */
export function sizes(few: number, many: number): { count: number; words: string; tag: string[] }[] {
  const sized = (count: number, tag: string[]) => ({ count, words: count.toLocaleString('en'), tag });
  return [sized(few, []), sized(many, ['@long'])];
}
