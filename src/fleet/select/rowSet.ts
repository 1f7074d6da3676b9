const WORD_BITS = 32;

/** Bit set of row indexes; a million rows take 125 kB. */
export class RowSet {
  count = 0;
  private words = new Uint32Array(0);

  has(row: number): boolean {
    return (((this.words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
  }

  set(row: number, on: boolean): void {
    if (this.has(row) === on) return;
    this.ensureCapacity(row + 1);
    (this.words[row >>> 5] as number) ^= 1 << (row & 31); // allocated by ensureCapacity
    this.count += on ? 1 : -1;
  }

  fill(count: number): void {
    this.clear();
    this.ensureCapacity(count);
    this.words.fill(-1, 0, count >>> 5);
    if (count % WORD_BITS > 0) this.words[count >>> 5] = (1 << (count & 31)) - 1;
    this.count = count;
  }

  clear(): void {
    this.words.fill(0);
    this.count = 0;
  }

  clone(): RowSet {
    const copy = new RowSet();
    copy.words = this.words.slice();
    copy.count = this.count;
    return copy;
  }

  *values(): Generator<number> {
    for (let index = 0; index < this.words.length; index++) {
      for (let word = this.words[index] as number; word !== 0; word &= word - 1) {
        yield index * WORD_BITS + (31 - Math.clz32(word & -word)); // its lowest bit
      }
    }
  }

  private ensureCapacity(count: number): void {
    const wanted = Math.ceil(count / WORD_BITS);
    if (wanted <= this.words.length) return;
    const grown = new Uint32Array(Math.max(wanted, 2 * this.words.length));
    grown.set(this.words);
    this.words = grown;
  }
}
