/** Time budget of one slice, in ms. Leaves room to paint within a frame. */
const SLICE_MS = 8;

const CHUNK_CHARACTERS = 262_144;

type TextTarget = { write: (text: string) => Promise<void> };

/**
 * Writes generated text in time slices, no faster than the target accepts it. On abort, first writes the text that was
 * already generated.
 * @returns the number of characters written
 * @throws the abort reason of `signal`, and errors of the target
 */
export async function writeTextInSlices(
  chunks: Iterator<string, void>,
  target: TextTarget,
  signal: AbortSignal,
  reportProgress: (pieces: number, characters: number) => void,
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
      const next = chunks.next();
      if (next.done) done = true;
      else {
        held += next.value;
        count++;
      }
    } while (!done && held.length < CHUNK_CHARACTERS && performance.now() < end);
    if (done || held.length >= CHUNK_CHARACTERS) await flush();
    reportProgress(count, characters + held.length);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return characters;
}
