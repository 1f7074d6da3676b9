export function createSizedTestCases(few: number, many: number): { count: number; words: string; tag: string[] }[] {
  const sized = (count: number, tag: string[]) => ({ count, words: count.toLocaleString('en'), tag });
  return [sized(few, []), sized(many, ['@long'])];
}
