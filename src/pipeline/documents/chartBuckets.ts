import { convertWallTimeToUtcMs, toWallTime } from '#lib/time/zones.ts';

type AxisValues = { count: number; least: number; most: number };

/** Summary of several values. `least` and `most` are infinite if there are none. */
export type ValueSummary = { count: number; sum: number; least: number; most: number };

/**
 * Streaming histogram over an axis of unknown range, with a fixed number of buckets. When the range is exceeded, bucket
 * widths double and pairs are merged. All rows share the buckets. More rows reduce the number of buckets, so that the
 * arrays have at most 2^20 elements in total.
 */
export class ChartBuckets {
  width: number;
  first = 0;
  last = -1;
  capacity: number;
  counts: Uint32Array;
  sums: Float64Array;
  min: Float64Array;
  max: Float64Array;
  axisCounts: Uint32Array;
  axisMin: Float64Array;
  axisMax: Float64Array;
  rows = 0;
  private rowCapacity: number;
  private firstBucketNumber = 0;
  private readonly zone: string;

  constructor(capacity = CAPACITY, width = 1, zone = 'utc') {
    this.zone = zone;
    this.width = width;
    this.capacity = capacity;
    this.rowCapacity = 4;
    const places = capacity * this.rowCapacity;
    this.counts = new Uint32Array(places);
    this.sums = new Float64Array(places);
    this.min = new Float64Array(places).fill(Number.POSITIVE_INFINITY);
    this.max = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
    this.axisCounts = new Uint32Array(capacity);
    this.axisMin = new Float64Array(capacity).fill(Number.POSITIVE_INFINITY);
    this.axisMax = new Float64Array(capacity).fill(Number.NEGATIVE_INFINITY);
  }

  addRows(count: number): number | undefined {
    const row = this.rows;
    while (row + count > this.rowCapacity) {
      const room = this.rowCapacity * 2;
      const halved = room * this.capacity > CELLS_MAX;
      if (halved && this.capacity <= CAPACITY_MIN) return undefined;
      if (halved) while (this.last - this.first >= this.capacity / 2) this.doubleWidth();
      this.reallocate(halved ? this.capacity / 2 : this.capacity, room, this.first, this.last);
    }
    this.rows += count;
    return row;
  }

  /**
   * Counts an axis value.
   * @returns the index of its bucket in the arrays, valid until the next call
   */
  countAxisValue(x: number): number {
    return this.countAxisValues({ count: 1, least: x, most: x }, x);
  }

  /**
   * Counts several axis values of the bucket that contains `x`.
   * @returns the index of the bucket in the arrays, valid until the next call
   */
  countAxisValues({ count, least, most }: AxisValues, x: number): number {
    const wall = toWallTime(x, this.zone);
    let bucket = Math.floor(wall / this.width) - this.firstBucketNumber;
    if (this.last < this.first) {
      this.firstBucketNumber += bucket;
      bucket = 0;
      this.first = this.last = 0;
    }
    if (bucket < this.first || bucket > this.last) bucket = this.ensureBucket(wall, bucket);
    this.axisCounts[bucket] = (this.axisCounts[bucket] ?? 0) + count;
    this.axisMin[bucket] = Math.min(this.axisMin[bucket] ?? least, least);
    this.axisMax[bucket] = Math.max(this.axisMax[bucket] ?? most, most);
    return bucket;
  }

  addValue(row: number, bucket: number, value: number): void {
    const at = row * this.capacity + bucket;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sums[at] = (this.sums[at] ?? 0) + value;
    if (value < (this.min[at] ?? value)) this.min[at] = value;
    if (value > (this.max[at] ?? value)) this.max[at] = value;
  }

  addValues(row: number, bucket: number, { count, sum, least, most }: ValueSummary): void {
    const at = row * this.capacity + bucket;
    this.counts[at] = (this.counts[at] ?? 0) + count;
    this.sums[at] = (this.sums[at] ?? 0) + sum;
    this.min[at] = Math.min(this.min[at] ?? least, least);
    this.max[at] = Math.max(this.max[at] ?? most, most);
  }

  getBucketStart(bucket: number): number {
    return this.toTime((this.firstBucketNumber + bucket) * this.width);
  }

  /** Returns the end of the bucket that begins at a time. */
  getBucketEnd(start: number): number {
    return this.toTime(toWallTime(start, this.zone) + this.width);
  }

  private toTime(wall: number): number {
    return this.zone === 'utc' ? wall : convertWallTimeToUtcMs(wall, this.zone);
  }

  private ensureBucket(x: number, bucket: number): number {
    let to = bucket;
    while (Math.max(this.last, to) - Math.min(this.first, to) >= this.capacity) {
      this.doubleWidth();
      to = Math.floor(x / this.width) - this.firstBucketNumber;
    }
    const [first, last] = [Math.min(this.first, to), Math.max(this.last, to)];
    if (first < 0 || last >= this.capacity) {
      const moved = this.reallocate(this.capacity, this.rowCapacity, first, last);
      to += moved;
    }
    this.first = Math.min(this.first, to);
    this.last = Math.max(this.last, to);
    return to;
  }

  private doubleWidth(): void {
    const odd = Math.abs(this.firstBucketNumber % 2);
    const { first, last, capacity } = this;
    const into = (from: number) => (from + odd) >> 1;
    for (let row = 0; row < this.rows; row++) {
      const start = row * capacity;
      for (let from = first; from <= last; from++) this.mergeCell(start + from, start + into(from));
    }
    for (let from = first; from <= last; from++) {
      const to = into(from);
      if (to === from) continue;
      this.axisCounts[to] = (this.axisCounts[to] ?? 0) + (this.axisCounts[from] ?? 0);
      this.axisMin[to] = Math.min(this.axisMin[to] ?? 0, this.axisMin[from] ?? 0);
      this.axisMax[to] = Math.max(this.axisMax[to] ?? 0, this.axisMax[from] ?? 0);
      this.axisCounts[from] = 0;
      this.axisMin[from] = Number.POSITIVE_INFINITY;
      this.axisMax[from] = Number.NEGATIVE_INFINITY;
    }
    this.first = into(first);
    this.last = into(last);
    this.firstBucketNumber = Math.floor(this.firstBucketNumber / 2);
    this.width *= 2;
  }

  private mergeCell(from: number, to: number): void {
    const { counts, sums, min, max } = this;
    if (to === from || counts[from] === 0) return;
    counts[to] = (counts[to] ?? 0) + (counts[from] ?? 0);
    sums[to] = (sums[to] ?? 0) + (sums[from] ?? 0);
    min[to] = Math.min(min[to] ?? 0, min[from] ?? 0);
    max[to] = Math.max(max[to] ?? 0, max[from] ?? 0);
    counts[from] = sums[from] = 0;
    min[from] = Number.POSITIVE_INFINITY;
    max[from] = Number.NEGATIVE_INFINITY;
  }

  /**
   * Reallocates the arrays with space for buckets `first` to `last`, and spare space at the growing end.
   * @returns the shift of the positions
   */
  private reallocate(capacity: number, room: number, first: number, last: number): number {
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
    this.min = laid(this.min, new Float64Array(places), rows, Number.POSITIVE_INFINITY);
    this.max = laid(this.max, new Float64Array(places), rows, Number.NEGATIVE_INFINITY);
    this.axisCounts = laid(this.axisCounts, new Uint32Array(capacity), 1, 0);
    this.axisMin = laid(this.axisMin, new Float64Array(capacity), 1, Number.POSITIVE_INFINITY);
    this.axisMax = laid(this.axisMax, new Float64Array(capacity), 1, Number.NEGATIVE_INFINITY);
    this.capacity = capacity;
    this.rowCapacity = room;
    this.firstBucketNumber -= by;
    this.first += by;
    this.last += by;
    return by;
  }
}

/** Number of buckets per row if there are few rows. Exceeds the number of pixels of a plot. */
const CAPACITY = 4096;
const CAPACITY_MIN = 64;
const CELLS_MAX = 2 ** 20;
