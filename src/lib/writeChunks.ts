/** How long making text may hold the page at a time, in ms; it leaves room for painting within a frame. */
const SLICE_MS = 8;

/** As much text is handed over at once, in characters. */
const CHUNK_CHARACTERS = 262_144;

type Target = { write: (text: string) => Promise<void> };

/**
 * Writes text that is made piece by piece, in slices between frames and no faster than the file takes it. `tell` hears of
 * the pieces and characters written so far. Where `signal` ends it, what was made is written before.
 * @returns the characters written
 * @throws what `signal` was aborted with, and what the target throws
 */
export async function writeChunks(
  pieces: Iterator<string, void>,
  target: Target,
  signal: AbortSignal,
  tell: (pieces: number, characters: number) => void,
): Promise<number> {
  let [count, characters, held, done] = [0, 0, '', false];
  const flush = async () => {
    const text = held;
    characters += text.length;
    held = '';
    if (text) await target.write(text);
  };
  while (!done) {
    if (signal.aborted) {
      await flush();
      throw signal.reason;
    }
    const end = performance.now() + SLICE_MS;
    do {
      const next = pieces.next();
      if (next.done) done = true;
      else {
        held += next.value;
        count++;
      }
    } while (!done && held.length < CHUNK_CHARACTERS && performance.now() < end);
    if (done || held.length >= CHUNK_CHARACTERS) await flush();
    tell(count, characters + held.length);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return characters;
}
