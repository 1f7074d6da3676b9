/** Creates text that hardly compresses, different for each `n`. */
export function createNoise(length: number, n: number): string {
  let state = n + 1;
  const words: string[] = [];
  for (let made = 0; made < length; made += words.at(-1)?.length ?? 0) {
    state = (state * 48_271) % 2_147_483_647;
    words.push(state.toString(36));
  }
  return words.join('').slice(0, length);
}
