/** How long making text may hold the page at a time, in ms; it leaves room for painting within a frame. */
const SLICE_MS = 8;

/** As much text is handed over at once, in characters. */
const PIECE = 262_144;

type Target = { write: (text: string) => Promise<void> };

/**
 * Writes text that is made piece by piece, in slices between frames and no faster than the file takes it. `tell` hears of
 * the pieces and characters written so far.
 * @returns the characters written
 * @throws what `signal` was aborted with, and what the target throws
 */
export async function writePieces(
  pieces: Iterator<string, void>,
  target: Target,
  signal: AbortSignal,
  tell: (pieces: number, characters: number) => void,
): Promise<number> {
  let [count, characters, held, done] = [0, 0, '', false];
  while (!done) {
    signal.throwIfAborted();
    const end = performance.now() + SLICE_MS;
    do {
      const next = pieces.next();
      if (next.done) done = true;
      else {
        held += next.value;
        count++;
      }
    } while (!done && held.length < PIECE && performance.now() < end);
    if (done || held.length >= PIECE) {
      characters += held.length;
      const text = held;
      held = '';
      if (text) await target.write(text);
    }
    tell(count, characters + held.length);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return characters;
}
