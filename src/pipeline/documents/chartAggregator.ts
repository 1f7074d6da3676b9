import type { DateTruncUnit } from '#lib/group/groupSpec.ts';
import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { describeTypePrefixedText, formatTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { convertWallTimeToUtcMs } from '#lib/time/zones.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';
import { ChartBuckets, type ValueSummary } from './chartBuckets.ts';
import type { ChartXAxisColumn } from './chartSeries.ts';
import { type DocumentColumn, getValueAtPath } from './documentColumns.ts';
import type { FieldPath } from './fieldPath.ts';
import { toTimeMs } from './observedFields.ts';

export type ChartSpec = {
  axis: ChartXAxisColumn;
  fields: readonly DocumentColumn[];
  by: DocumentColumn | undefined;
  /** Fixed bucket width in ms. Automatic if undefined. */
  step?: number | undefined;
  /** Time zone of buckets of a day: an IANA name, or `local`. UTC if undefined. */
  dayZone?: string | undefined;
  /** Unit of time of the groups that are drawn in place of documents. */
  groupUnit?: DateTruncUnit | undefined;
  /** Longest distance between values that a line connects, in ms. If undefined, it follows from the usual distance. */
  maxGap?: number | undefined;
};

/**
 * Series of a split chart: a value of the split field and the first row of its buckets, unless the bucket limit was
 * reached. `id` is the value's JSON, so that values of different types differ.
 */
type ChartGroup = { id: string; value: unknown; row: number | undefined };

/**
 * Documents of one bucket and series, already summarized. Times are in ms. `values` has one entry per field, undefined
 * if the bucket has no values of it.
 */
export type ChartBucketSummary = {
  at: number;
  documents: number;
  least: number;
  most: number;
  series: unknown;
  values: readonly (ValueSummary | undefined)[];
};

const DOCUMENTS_PER_SLICE = 256;
const GROUPS_MAX = 10_000;

/**
 * Aggregates documents for a chart without keeping them: count, sum, minimum and maximum per bucket, series and field.
 */
export class ChartAggregator {
  readonly spec: ChartSpec;
  readonly buckets: ChartBuckets;
  readonly groups: ChartGroup[] = [];
  documentCount = 0;
  skippedCount = 0;
  private readonly totals: ValueSummary[] = [];
  private readonly groupIndexes = new Map<string, number>();
  private readonly plainNameCounts = new Map<string, number>();

  constructor(spec: ChartSpec) {
    this.spec = spec;
    this.buckets = new ChartBuckets(undefined, spec.step, spec.dayZone);
  }

  get isFull(): boolean {
    return this.groups.length >= GROUPS_MAX;
  }

  *add(documents: readonly JsonObject[]): Generator<void> {
    for (const [index, document] of documents.entries()) {
      if (index % DOCUMENTS_PER_SLICE === DOCUMENTS_PER_SLICE - 1) yield;
      this.addDocument(document);
    }
  }

  addSummary({ at, documents, least, most, series, values }: ChartBucketSummary): void {
    this.documentCount += documents;
    const part = this.getGroup(this.spec.by && series);
    const { row } = this.groups[part] ?? {};
    const bucket = this.buckets.countAxisValues({ count: documents, least, most }, at);
    for (const [index, summary] of values.entries()) {
      if (!summary) continue;
      if (row !== undefined) this.buckets.addValues(row + index, bucket, summary);
      addToTotal(this.totals, part * this.spec.fields.length + index, summary);
    }
  }

  getTotal(part: number, field: number): ValueSummary {
    return this.totals[part * this.spec.fields.length + field] ?? createEmptyTotal();
  }

  getGroupName(part: number): string {
    const { id, value } = this.groups[part] ?? { id: '', value: '' };
    const plain = formatPlain(id, value);
    const alone = this.plainNameCounts.get(plain) === 1 || NO_VALUE.has(id);
    return alone ? plain : describeTypePrefixedText(formatTypePrefixedText(value, 'json')) || '“” (text)';
  }

  private addDocument(document: JsonObject): void {
    const { axis, fields, by } = this.spec;
    const x = axis?.time ? this.getTime(getValueAtPath(document, axis.path), axis.time) : this.documentCount + 1;
    if (x === undefined || !Number.isFinite(x)) {
      this.skippedCount++;
      return;
    }
    this.documentCount++;
    const part = this.getGroup(by && getValueAtPath(document, by.path));
    const { row } = this.groups[part] ?? {};
    const bucket = this.buckets.countAxisValue(x);
    for (const [index, { path }] of fields.entries()) {
      const value = getNumberAt(document, path);
      if (value === undefined) continue;
      if (row !== undefined) this.buckets.addValue(row + index, bucket, value);
      addToTotal(this.totals, part * fields.length + index, { count: 1, sum: value, least: value, most: value });
    }
  }

  /** Parses a time. A date without time is the same day in every zone. */
  private getTime(value: unknown, unit: TimeUnit): number | undefined {
    const time = toTimeMs(value, unit);
    const { dayZone } = this.spec;
    if (!dayZone || typeof value !== 'string' || value.length !== 10 || time === undefined) return time;
    return convertWallTimeToUtcMs(time, dayZone);
  }

  private getGroup(value: unknown): number {
    const id = getSeriesId(value);
    const known = this.groupIndexes.get(id);
    if (known !== undefined) return known;
    if (this.isFull) return this.groups.length - 1;
    const part = this.groups.length;
    const last = part === GROUPS_MAX - 1 ? OTHERS : id;
    const plain = formatPlain(last, value);
    this.plainNameCounts.set(plain, (this.plainNameCounts.get(plain) ?? 0) + 1);
    this.groups.push({ id: last, value, row: this.buckets.addRows(Math.max(1, this.spec.fields.length)) });
    this.groupIndexes.set(id, part);
    return part;
  }
}

/** Returns the ID of the series of a value of the split field. */
export function getSeriesId(value: unknown): string {
  return value === undefined ? MISSING : stringifyJson(value);
}

const MISSING = 'missing';
const OTHERS = 'other values';
const NO_VALUE = new Set([MISSING, OTHERS, 'null']);

function formatPlain(id: string, value: unknown): string {
  if (NO_VALUE.has(id)) return id;
  if (value === '') return 'empty';
  return typeof value === 'object' ? id : String(value);
}

function getNumberAt(document: JsonObject, path: FieldPath): number | undefined {
  const value = getValueAtPath(document, path);
  const number = value instanceof ExactNumber ? Number(value.text) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function addToTotal(totals: ValueSummary[], at: number, { count, sum, least, most }: ValueSummary): void {
  let total = totals[at];
  if (!total) {
    total = createEmptyTotal();
    totals[at] = total;
  }
  total.count += count;
  total.sum += sum;
  total.least = Math.min(total.least, least);
  total.most = Math.max(total.most, most);
}

function createEmptyTotal(): ValueSummary {
  return { count: 0, sum: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
}
