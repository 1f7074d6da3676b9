const DIGITS = 8;

/** Sorts items by 64-bit keys, held as two 32-bit halves. All arrays have the same length. */
export class RadixSorter {
  items: Uint32Array;
  high: Uint32Array;
  low: Uint32Array;
  private spareItems: Uint32Array;
  private spareHigh: Uint32Array;
  private spareLow: Uint32Array;
  private readonly counts = new Uint32Array(DIGITS * 256);

  constructor(items: Uint32Array) {
    const { length } = items;
    this.items = items;
    this.high = new Uint32Array(length);
    this.low = new Uint32Array(length);
    this.spareItems = new Uint32Array(length);
    this.spareHigh = new Uint32Array(length);
    this.spareLow = new Uint32Array(length);
  }

  /** Sorts the items in [from, to). Stable byte-wise radix sort that skips bytes common to all keys. */
  sort(from: number, to: number): void {
    this.countDigits(from, to);
    let moved = false;
    for (let digit = 0; digit < DIGITS; digit++) {
      if (!computeDigitOffsets(this.counts, digit, from, to - from)) continue;
      this.distribute(digit, from, to);
      moved = !moved;
    }
    if (moved && from === 0 && to === this.items.length) return;
    if (moved) this.copyBack(from, to);
  }

  private countDigits(from: number, to: number): void {
    const { high, low, counts } = this;
    counts.fill(0);
    for (let at = from; at < to; at++) {
      const [a, b] = [low[at] as number, high[at] as number]; // within bounds
      (counts[a & 255] as number)++;
      (counts[256 + ((a >>> 8) & 255)] as number)++;
      (counts[512 + ((a >>> 16) & 255)] as number)++;
      (counts[768 + (a >>> 24)] as number)++;
      (counts[1024 + (b & 255)] as number)++;
      (counts[1280 + ((b >>> 8) & 255)] as number)++;
      (counts[1536 + ((b >>> 16) & 255)] as number)++;
      (counts[1792 + (b >>> 24)] as number)++;
    }
  }

  private distribute(digit: number, from: number, to: number): void {
    const { items, high, low, spareItems, spareHigh, spareLow, counts } = this;
    const keys = digit < 4 ? low : high;
    const shift = 8 * (digit & 3);
    const base = 256 * digit;
    for (let at = from; at < to; at++) {
      const slot = base + (((keys[at] as number) >>> shift) & 255); // within bounds, as below
      const place = counts[slot] as number;
      counts[slot] = place + 1;
      spareItems[place] = items[at] as number;
      spareHigh[place] = high[at] as number;
      spareLow[place] = low[at] as number;
    }
    this.swap();
  }

  private swap(): void {
    [this.items, this.spareItems] = [this.spareItems, this.items];
    [this.high, this.spareHigh] = [this.spareHigh, this.high];
    [this.low, this.spareLow] = [this.spareLow, this.low];
  }

  private copyBack(from: number, to: number): void {
    this.swap();
    this.items.set(this.spareItems.subarray(from, to), from);
    this.high.set(this.spareHigh.subarray(from, to), from);
    this.low.set(this.spareLow.subarray(from, to), from);
  }
}

function computeDigitOffsets(counts: Uint32Array, digit: number, from: number, length: number): boolean {
  let place = from;
  for (let at = 256 * digit; at < 256 * (digit + 1); at++) {
    const count = counts[at] as number; // within bounds
    if (count === length) return false;
    counts[at] = place;
    place += count;
  }
  return true;
}
