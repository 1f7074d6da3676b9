import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { describeTyped, formatTyped } from '#lib/json/typedText.ts';
import { fromLocalWallTime } from '#lib/time/zones.ts';
import type { TimeUnit } from '#pipeline/draft/value.ts';
import { ChartBuckets } from './chartBuckets.ts';
import type { ChartAxis } from './chartSeries.ts';
import { type DocumentColumn, valueAt } from './documentColumns.ts';
import type { FieldPath } from './fieldPath.ts';
import { timeOf } from './fieldsSeen.ts';

export type ChartWish = {
  axis: ChartAxis;
  fields: readonly DocumentColumn[];
  by: DocumentColumn | undefined;
  /** Fixed bucket width in ms; automatic if absent. */
  step?: number | undefined;
  /** Buckets are local days instead of UTC days. */
  isLocalDay?: boolean;
};

/**
 * A value of the split field, with the first row of its buckets if there was room. `id` is its JSON, so that values of different
 * types differ.
 */
type ChartPart = { id: string; value: unknown; row: number | undefined };

type Total = { count: number; sum: number; least: number; most: number };

const AT_ONCE = 256;
const PARTS_MAX = 10_000;

/** Incremental sums for a chart, without keeping documents: count, sum, minimum and maximum per bucket, part and field. */
export class ChartSums {
  readonly wish: ChartWish;
  readonly buckets: ChartBuckets;
  readonly parts: ChartPart[] = [];
  /** Documents with and without an axis value. */
  documents = 0;
  unplaced = 0;
  /** Totals by part and field: `parts.length * fields.length` elements. */
  private readonly totals: Total[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly plainNames = new Map<string, number>();

  constructor(wish: ChartWish) {
    this.wish = wish;
    this.buckets = new ChartBuckets(undefined, wish.step, wish.isLocalDay);
  }

  /** The maximum number of values is reached: the last part holds all others. */
  get full(): boolean {
    return this.parts.length >= PARTS_MAX;
  }

  *add(documents: readonly JsonObject[]): Generator<void> {
    for (const [index, document] of documents.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) yield;
      this.addOne(document);
    }
  }

  totalOf(part: number, field: number): Total {
    return this.totals[part * this.wish.fields.length + field] ?? none();
  }

  nameOf(part: number): string {
    const { id, value } = this.parts[part] ?? { id: '', value: '' };
    const plain = formatPlain(id, value);
    const alone = this.plainNames.get(plain) === 1 || NO_VALUE.has(id);
    return alone ? plain : describeTyped(formatTyped(value, 'json')) || '“” (text)';
  }

  private addOne(document: JsonObject): void {
    const { axis, fields, by } = this.wish;
    const x = axis?.time ? this.timeOf(valueAt(document, axis.path), axis.time) : this.documents + 1;
    if (x === undefined || !Number.isFinite(x)) {
      this.unplaced++;
      return;
    }
    this.documents++;
    const part = this.partOf(by && valueAt(document, by.path));
    const { row } = this.parts[part] ?? {};
    const bucket = this.buckets.at(x);
    for (const [index, { path }] of fields.entries()) {
      const value = numberAt(document, path);
      if (value === undefined) continue;
      if (row !== undefined) this.buckets.add(row + index, bucket, value);
      addTo(this.totals, part * fields.length + index, value);
    }
  }

  /** A date without time is the same day in every zone. */
  private timeOf(value: unknown, unit: TimeUnit): number | undefined {
    const time = timeOf(value, unit);
    const isDay = this.wish.isLocalDay && typeof value === 'string' && value.length === 10;
    return isDay && time !== undefined ? fromLocalWallTime(time) : time;
  }

  private partOf(value: unknown): number {
    const id = value === undefined ? MISSING : stringifyJson(value);
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    if (this.full) return this.parts.length - 1;
    const part = this.parts.length;
    const last = part === PARTS_MAX - 1 ? OTHERS : id;
    const plain = formatPlain(last, value);
    this.plainNames.set(plain, (this.plainNames.get(plain) ?? 0) + 1);
    this.parts.push({ id: last, value, row: this.buckets.addRows(Math.max(1, this.wish.fields.length)) });
    this.numbers.set(id, part);
    return part;
  }
}

/** Ids that are not JSON. */
const MISSING = 'missing';
const OTHERS = 'other values';
const NO_VALUE = new Set([MISSING, OTHERS, 'null']);

function formatPlain(id: string, value: unknown): string {
  if (NO_VALUE.has(id)) return id;
  if (value === '') return 'empty';
  return typeof value === 'object' ? id : String(value);
}

function numberAt(document: JsonObject, path: FieldPath): number | undefined {
  const value = valueAt(document, path);
  const number = value instanceof ExactNumber ? Number(value.text) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function addTo(totals: Total[], at: number, value: number): void {
  let total = totals[at];
  if (!total) {
    total = none();
    totals[at] = total;
  }
  total.count++;
  total.sum += value;
  total.least = Math.min(total.least, value);
  total.most = Math.max(total.most, value);
}

function none(): Total {
  return { count: 0, sum: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
}
