const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [91, 93, 123, 125];

/**
 * Finds the end of a JSON value without parsing it. Continues where it stopped, so that a long value in many chunks
 * is scanned once. It does not validate; JSON.parse does that with the range.
 */
export class ValueScanner {
  under = false;
  private done = 0;
  private depth = 0;
  private inText = false;
  private escaped = false;
  private scalar = false;

  /** The end of the value at `start`, or -1 if it is not before `limit`; call again with more bytes. */
  scan(source: Uint8Array, start: number, limit: number): number {
    if (!this.under) this.begin(source[start] as number); // the caller checked the byte
    let at = start + this.done;
    for (; at < limit; at++) {
      const byte = source[at] as number; // below the limit
      if (this.scalar) {
        if (byte === COMMA || byte === BRACE_END || byte === BRACKET_END || byte <= 32) return this.end(at);
      } else if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) {
          this.inText = false;
          if (this.depth === 0) return this.end(at + 1);
        }
      } else if (byte === QUOTE) this.inText = true;
      else if (byte === BRACE || byte === BRACKET) this.depth++;
      else if (byte === BRACE_END || byte === BRACKET_END) {
        if (--this.depth === 0) return this.end(at + 1);
      }
    }
    this.done = at - start;
    return -1;
  }

  private begin(first: number): void {
    this.under = true;
    this.done = 0;
    this.depth = 0;
    this.inText = false;
    this.escaped = false;
    this.scalar = first !== QUOTE && first !== BRACE && first !== BRACKET;
  }

  private end(at: number): number {
    this.under = false;
    return at;
  }
}
