import { fromLocalWallTime, toWallTime } from '#lib/time/zones.ts';

/**
 * Streaming histogram over an axis of unknown extent, with a fixed number of buckets: count, sum, minimum and maximum per
 * bucket. Bucket widths double when the range is exceeded, by merging pairs; buckets begin at multiples of their width. All rows
 * share the buckets; more rows reduce the number of buckets, for at most 2^20 array elements in total.
 */
export class ChartBuckets {
  width: number;
  /** Array positions of the first and last non-empty bucket. */
  first = 0;
  last = -1;
  /** Buckets per row: row r begins at r * capacity. */
  capacity: number;
  counts: Uint32Array;
  sums: Float64Array;
  least: Float64Array;
  most: Float64Array;
  /** Per bucket, for all rows: number of axis values, and their minimum and maximum. */
  met: Uint32Array;
  lowest: Float64Array;
  highest: Float64Array;
  rows = 0;
  private room: number;
  /** Bucket number of array position 0. */
  private base = 0;
  /** Aligns buckets with the local clock instead of UTC, as for local days. */
  private readonly local: boolean;

  constructor(capacity = CAPACITY, width = 1, local = false) {
    this.local = local;
    this.width = width;
    this.capacity = capacity;
    this.room = 4;
    const places = capacity * this.room;
    this.counts = new Uint32Array(places);
    this.sums = new Float64Array(places);
    this.least = new Float64Array(places).fill(Number.POSITIVE_INFINITY);
    this.most = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
    this.met = new Uint32Array(capacity);
    this.lowest = new Float64Array(capacity).fill(Number.POSITIVE_INFINITY);
    this.highest = new Float64Array(capacity).fill(Number.NEGATIVE_INFINITY);
  }

  /** Adds rows. @returns the first one, or undefined if the array limit is reached */
  addRows(count: number): number | undefined {
    const row = this.rows;
    while (row + count > this.room) {
      const room = this.room * 2;
      const halved = room * this.capacity > PLACES_MAX;
      if (halved && this.capacity <= CAPACITY_LEAST) return undefined;
      if (halved) while (this.last - this.first >= this.capacity / 2) this.widen();
      this.arrange(halved ? this.capacity / 2 : this.capacity, room, this.first, this.last);
    }
    this.rows += count;
    return row;
  }

  /** Array position of the bucket for an axis value; valid until the next `at` or `addRows`. */
  at(x: number): number {
    const wall = this.local ? toWallTime(x, 'local') : x;
    let bucket = Math.floor(wall / this.width) - this.base;
    if (this.last < this.first) {
      this.base += bucket;
      bucket = 0;
      this.first = this.last = 0;
    }
    if (bucket < this.first || bucket > this.last) bucket = this.reach(wall, bucket);
    this.met[bucket] = (this.met[bucket] ?? 0) + 1;
    this.lowest[bucket] = Math.min(this.lowest[bucket] ?? x, x);
    this.highest[bucket] = Math.max(this.highest[bucket] ?? x, x);
    return bucket;
  }

  add(row: number, bucket: number, value: number): void {
    const at = row * this.capacity + bucket;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sums[at] = (this.sums[at] ?? 0) + value;
    if (value < (this.least[at] ?? value)) this.least[at] = value;
    if (value > (this.most[at] ?? value)) this.most[at] = value;
  }

  beginOf(bucket: number): number {
    const wall = (this.base + bucket) * this.width;
    return this.local ? fromLocalWallTime(wall) : wall;
  }

  private reach(x: number, bucket: number): number {
    let to = bucket;
    while (Math.max(this.last, to) - Math.min(this.first, to) >= this.capacity) {
      this.widen();
      to = Math.floor(x / this.width) - this.base;
    }
    const [first, last] = [Math.min(this.first, to), Math.max(this.last, to)];
    if (first < 0 || last >= this.capacity) {
      const moved = this.arrange(this.capacity, this.room, first, last);
      to += moved;
    }
    this.first = Math.min(this.first, to);
    this.last = Math.max(this.last, to);
    return to;
  }

  /** Merges pairs of buckets in place. */
  private widen(): void {
    const odd = Math.abs(this.base % 2);
    const { first, last, capacity } = this;
    const into = (from: number) => (from + odd) >> 1;
    for (let row = 0; row < this.rows; row++) {
      const start = row * capacity;
      for (let from = first; from <= last; from++) this.move(start + from, start + into(from));
    }
    for (let from = first; from <= last; from++) {
      const to = into(from);
      if (to === from) continue;
      this.met[to] = (this.met[to] ?? 0) + (this.met[from] ?? 0);
      this.lowest[to] = Math.min(this.lowest[to] ?? 0, this.lowest[from] ?? 0);
      this.highest[to] = Math.max(this.highest[to] ?? 0, this.highest[from] ?? 0);
      this.met[from] = 0;
      this.lowest[from] = Number.POSITIVE_INFINITY;
      this.highest[from] = Number.NEGATIVE_INFINITY;
    }
    this.first = into(first);
    this.last = into(last);
    this.base = Math.floor(this.base / 2);
    this.width *= 2;
  }

  private move(from: number, to: number): void {
    const { counts, sums, least, most } = this;
    if (to === from || counts[from] === 0) return;
    counts[to] = (counts[to] ?? 0) + (counts[from] ?? 0);
    sums[to] = (sums[to] ?? 0) + (sums[from] ?? 0);
    least[to] = Math.min(least[to] ?? 0, least[from] ?? 0);
    most[to] = Math.max(most[to] ?? 0, most[from] ?? 0);
    counts[from] = sums[from] = 0;
    least[from] = Number.POSITIVE_INFINITY;
    most[from] = Number.NEGATIVE_INFINITY;
  }

  /**
   * Reallocates the arrays with room for buckets `first` to `last`, with more room at the growing end.
   * @returns the shift of the positions
   */
  private arrange(capacity: number, room: number, first: number, last: number): number {
    const empty = this.last < this.first;
    const begin = Math.floor((capacity - (last - first + 1)) * (first < 0 ? 0.75 : 0.25));
    const by = empty ? 0 : begin - first;
    const [from, to] = [this.first, this.last + 1];
    const laid = <Kind extends Float64Array | Uint32Array>(old: Kind, next: Kind, rows: number, fill: number) => {
      if (fill !== 0) next.fill(fill);
      for (let row = 0; row < rows; row++) {
        next.set(old.subarray(row * this.capacity + from, row * this.capacity + to), row * capacity + from + by);
      }
      return next;
    };
    const places = capacity * room;
    const { rows } = this;
    this.counts = laid(this.counts, new Uint32Array(places), rows, 0);
    this.sums = laid(this.sums, new Float64Array(places), rows, 0);
    this.least = laid(this.least, new Float64Array(places), rows, Number.POSITIVE_INFINITY);
    this.most = laid(this.most, new Float64Array(places), rows, Number.NEGATIVE_INFINITY);
    this.met = laid(this.met, new Uint32Array(capacity), 1, 0);
    this.lowest = laid(this.lowest, new Float64Array(capacity), 1, Number.POSITIVE_INFINITY);
    this.highest = laid(this.highest, new Float64Array(capacity), 1, Number.NEGATIVE_INFINITY);
    this.capacity = capacity;
    this.room = room;
    this.base -= by;
    this.first += by;
    this.last += by;
    return by;
  }
}

/** Buckets per row if there are few rows: more than the pixels of a plot. */
const CAPACITY = 4096;
const CAPACITY_LEAST = 64;
const PLACES_MAX = 2 ** 20;
