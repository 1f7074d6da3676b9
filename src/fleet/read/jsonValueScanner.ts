const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [91, 93, 123, 125];

/**
 * Finds the end of a JSON value without parsing or validating it. Continues where it stopped, so that a long value in
 * many chunks is scanned only once.
 */
export class JsonValueScanner {
  isScanning = false;
  private scannedBytes = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private isScalar = false;

  /**
   * Returns the end of the value at `start`, or -1 if the value continues after `limit`. Call again with more bytes.
   */
  scan(source: Uint8Array, start: number, limit: number): number {
    if (!this.isScanning) this.begin(source[start] as number); // the caller checked the byte
    let at = start + this.scannedBytes;
    for (; at < limit; at++) {
      const byte = source[at] as number; // below the limit
      if (this.isScalar) {
        if (byte === COMMA || byte === BRACE_END || byte === BRACKET_END || byte <= 32) return this.end(at);
      } else if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) {
          this.isInString = false;
          if (this.depth === 0) return this.end(at + 1);
        }
      } else if (byte === QUOTE) this.isInString = true;
      else if (byte === BRACE || byte === BRACKET) this.depth++;
      else if (byte === BRACE_END || byte === BRACKET_END) {
        if (--this.depth === 0) return this.end(at + 1);
      }
    }
    this.scannedBytes = at - start;
    return -1;
  }

  private begin(first: number): void {
    this.isScanning = true;
    this.scannedBytes = 0;
    this.depth = 0;
    this.isInString = false;
    this.isEscaped = false;
    this.isScalar = first !== QUOTE && first !== BRACE && first !== BRACKET;
  }

  private end(at: number): number {
    this.isScanning = false;
    return at;
  }
}
