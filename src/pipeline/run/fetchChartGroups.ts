import { STAGES_MAX } from '#contract/pipeline.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import type { JsonObject, OrderedJsonEntry, OrderedJsonObject } from '#lib/json/json.ts';
import { ChartAggregator, type ChartSpec, getSeriesId } from '#pipeline/documents/chartAggregator.ts';
import type { ValueSummary } from '#pipeline/documents/chartBuckets.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { explainUnsupportedField } from '#pipeline/documents/fieldPath.ts';
import { COUNT_OPERATOR, createGroupStage, createOperatorObject } from '#pipeline/draft/stages/createGroupStage.ts';
import {
  chooseBucketWidth,
  chooseStepWidth,
  createNumberMatchStage,
  createTimeBucket,
  createTimeExtentStage,
  type TimeAxisField,
  toFieldReference,
} from './chartGroupStages.ts';
import {
  fetchPagesInOrder,
  type GroupsFetcher,
  isPageTooLarge,
  type Pipeline,
  readGroupPages,
} from './fetchPagesInOrder.ts';

/** Service that groups documents for charts. */
export type ChartGroupSource = {
  pipeline: Pipeline;
  fetchGroups: GroupsFetcher;
  pageSize: number | undefined;
  /** Number of documents, if it is known. */
  total?: number | undefined;
  /** True if the service compares values in match stages. */
  canCompare: boolean;
  /** Time zone of local days: an IANA name, or `utc`. */
  zone: string;
  /** Number of documents up to which a chart shows documents rather than groups. */
  documentsMax: number;
  /** True for an error after which documents are read instead. */
  isRefusal: (error: unknown) => boolean;
};

/**
 * Number of documents up to which a chart shows each of them: where the console chooses the page size, or where pages
 * have 20 documents.
 */
export function getShownDocumentsMax(pageSize: number | undefined): number {
  return pageSize === undefined ? 100 : 2000;
}

type ChartGroupsOptions = ChartGroupSource & {
  spec: ChartSpec;
  signal: AbortSignal;
  waitWhilePaused?: (() => Promise<void>) | undefined;
  onProgress: (documents: number, requests: number) => void;
  /** Called with documents from all parts of a large collection, and the number of its documents. */
  onSample: (documents: readonly JsonObject[], total: number) => Promise<void>;
};

/** `aggregator` is undefined if the chart must be drawn from documents. */
export type ChartGroupsResult = { aggregator: ChartAggregator | undefined; requests: number };

/** Maximum number of buckets per series, one less than a page of groups: documents without a time form one more. */
const BUCKETS_MAX = 990;
const BUCKETS_MIN = 32;
/** Maximum number of buckets per series where the service decides the page size. */
const BUCKETS_OF_SMALL_PAGES_MAX = 199;
/** Maximum number of groups of all series together. */
const GROUPS_MAX = 8000;
const SERIES_MAX = GROUPS_MAX / BUCKETS_MIN;
/** For each series, the buckets of the first and last time are both partial, and documents without a time are a group. */
const UNPLANNED_GROUPS_MAX = 2 * SERIES_MAX;
/** Fields per request, so that a group stage has at most 16 fields. */
const FIELDS_PER_REQUEST = 3;
/** Stages that are added to the pipeline. */
const ADDED_STAGES = 2;
/** A collection of at least `from` documents is sampled: `pages` of `pageSize` documents, at equal distances. */
const SAMPLE = { from: 50_000, pages: 10, pageSize: 100 };

/** Thrown where groups would give other numbers than documents. */
class InexactGroupsError extends Error {}

/**
 * Reads the buckets of a chart as groups of the service. The numbers are those of the documents: where groups cannot
 * give them, such as for an axis without a time, the aggregator is undefined.
 * @throws the final error of the request function unless it is a refusal, and the signal's reason
 */
export async function fetchChartGroups(options: ChartGroupsOptions): Promise<ChartGroupsResult> {
  const reader = new ChartGroupReader(options);
  try {
    return { aggregator: await reader.read(), requests: reader.requests };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof InexactGroupsError) && !options.isRefusal(error)) throw error;
    return { aggregator: undefined, requests: reader.requests };
  }
}

type TimeExtent = { documents: number; least: number; most: number; series: number };

class ChartGroupReader {
  requests = 0;
  private documents = 0;
  private readonly options: ChartGroupsOptions;

  constructor(options: ChartGroupsOptions) {
    this.options = options;
  }

  async read(): Promise<ChartAggregator | undefined> {
    const { spec, pipeline, documentsMax } = this.options;
    const axis = getTimeAxis(spec);
    if (!axis || pipeline.length + ADDED_STAGES > STAGES_MAX || spec.fields.length === 0) return undefined;
    const sample = await this.readSample(axis);
    const sampled = sample && (await this.readBuckets(axis, sample, true));
    if (sampled) return sampled;
    const extent = await this.readExtent(axis);
    if (!extent || extent.documents <= documentsMax) return undefined;
    return this.readBuckets(axis, extent);
  }

  /** Undefined if there are too many buckets, which means for a sample that it has too few of the times. */
  private async readBuckets(
    axis: TimeAxisField,
    extent: TimeExtent,
    isSample = false,
  ): Promise<ChartAggregator | undefined> {
    const { spec } = this.options;
    if (extent.series > SERIES_MAX) return undefined;
    const width = this.chooseWidth(extent, axis);
    if (width === undefined) return undefined;
    const aggregator = new ChartAggregator({ ...spec, step: width });
    this.documents = 0;
    for (let at = 0; at < spec.fields.length; at += FIELDS_PER_REQUEST) {
      const fields = spec.fields.slice(at, at + FIELDS_PER_REQUEST);
      if (!(await this.addFields(aggregator, { axis, width, from: at, fields }))) return undefined;
      const { axisMin, axisMax, first, last } = aggregator.buckets;
      const [least = 0, most = 0] = [axisMin[first], axisMax[last]];
      const actual = { documents: this.documents, least, most, series: aggregator.groups.length };
      // buckets of another width show the documents that the sample missed
      if (isSample && (actual.series > SERIES_MAX || this.chooseWidth(actual, axis) !== width))
        return this.readBuckets(axis, actual);
    }
    return aggregator;
  }

  /**
   * Reads documents from all parts of a large collection. Their range of times is almost always that of all documents,
   * for which the service would read each of them. Undefined for queries with stages, whose later pages are slow, and
   * for large documents.
   */
  private async readSample(axis: TimeAxisField): Promise<TimeExtent | undefined> {
    const { spec, pipeline, pageSize, fetchGroups, signal, waitWhilePaused, onSample } = this.options;
    if (pipeline.length > 0 || pageSize === undefined || axis.time === 'iso' || spec.dayZone) return undefined;
    const total = this.options.total ?? (await this.countDocuments());
    if (total < SAMPLE.from) return undefined;
    const distance = (Math.ceil(total / SAMPLE.pageSize) - 1) / (SAMPLE.pages - 1);
    const spent = this.requests;
    const pages = fetchPagesInOrder({
      // the distance is that of pages of this size, so it is not reduced
      fetchPage: (page, ended) => fetchGroups([], 1 + Math.round((page - 1) * distance), ended, SAMPLE.pageSize),
      ...{ from: 1, until: () => SAMPLE.pages, signal, waitWhilePaused },
    });
    const sample: JsonObject[] = [];
    try {
      for await (const { documents, requests } of pages) {
        this.requests = spent + requests;
        sample.push(...documents);
      }
    } catch (error) {
      if (isPageTooLarge(error)) return undefined;
      throw error;
    }
    await onSample(sample, total);
    const times = sample.map((document) => toTime(getValueAtPath(document, axis.path), axis));
    const known = times.filter((time) => time !== undefined);
    if (known.length === 0) return undefined;
    const { by } = spec;
    const series = new Set(by && sample.map((document) => getSeriesId(getValueAtPath(document, by.path)))).size;
    return { documents: total, least: Math.min(...known), most: Math.max(...known), series: Math.max(1, series) };
  }

  private async countDocuments(): Promise<number> {
    const groups = this.readGroups([createGroupStage([], [['count', COUNT_OPERATOR]])]);
    for await (const group of groups) return toNumber(group['count']) ?? 0;
    return 0;
  }

  private chooseWidth({ least, most, series }: TimeExtent, { time }: TimeAxisField): number | undefined {
    const { spec, pageSize } = this.options;
    const range = most - least;
    const shared = Math.floor(GROUPS_MAX / Math.max(1, series));
    const bucketsMax = Math.min(pageSize === undefined ? BUCKETS_OF_SMALL_PAGES_MAX : BUCKETS_MAX, shared);
    if (spec.step === undefined) return chooseBucketWidth(range, time, bucketsMax);
    // a requested width may need several pages
    return chooseStepWidth(spec, range, time, Math.min(4 * bucketsMax, shared));
  }

  /** Reads the number of documents and their first and last time. Undefined if some times are of another type. */
  private async readExtent(axis: TimeAxisField): Promise<TimeExtent | undefined> {
    const { spec } = this.options;
    const extent: TimeExtent = { documents: 0, least: Infinity, most: -Infinity, series: 0 };
    const isNumeric = axis.time !== 'iso';
    for await (const group of this.readGroups([createTimeExtentStage(axis, spec.by?.path)])) {
      const documents = toNumber(group['count']) ?? 0;
      extent.documents += documents;
      extent.series++;
      if (extent.series > SERIES_MAX) return undefined;
      const timed = countNumbers(group['sum'], group['mean']) ?? 0;
      // a service reads numbers and texts as times; on the axis, only one of them is a time
      if (isNumeric ? spec.dayZone && timed !== documents : timed > 0) return undefined;
      const [least, most] = [toTime(group['least'], axis), toTime(group['most'], axis)];
      if (least === undefined || most === undefined) {
        if (isNumeric && timed === 0) continue;
        return undefined;
      }
      extent.least = Math.min(extent.least, least);
      extent.most = Math.max(extent.most, most);
    }
    return Number.isFinite(extent.least) ? extent : undefined;
  }

  /** @returns false if there are more groups than planned */
  private async addFields(aggregator: ChartAggregator, part: FieldsPart): Promise<boolean> {
    const { axis, from } = part;
    const groups: JsonObject[] = [];
    for await (const group of this.readGroups([this.createBucketStage(part)], from === 0)) {
      if (groups.push(group) > GROUPS_MAX + UNPLANNED_GROUPS_MAX) return false;
    }
    const numbers = await Promise.all(
      part.fields.map((field, index) => this.readUnclearNumbers(groups, part, field, index)),
    );
    for (const group of groups) {
      const documents = from === 0 ? (toNumber(group['count']) ?? 0) : 0;
      const at = toTime(group['at'], axis, true);
      if (at === undefined) {
        // a text without a time zone is no time for the service
        if (axis.time === 'iso' || group['at'] !== null) throw new InexactGroupsError();
        aggregator.skippedCount += documents;
        continue;
      }
      const [least, most] =
        axis.time === 'iso' ? [at, at + part.width - 1] : [toTime(group['least'], axis), toTime(group['most'], axis)];
      if (least === undefined || most === undefined) throw new InexactGroupsError();
      const values = part.fields.map((_, index) => {
        const exact = numbers[index];
        return exact ? exact.get(getGroupKey(group)) : summarizeField(group, index);
      });
      const before = Array.from({ length: from }, () => undefined);
      aggregator.addSummary({ at, documents, least, most, series: group['series'], values: [...before, ...values] });
    }
    return true;
  }

  /**
   * Reads the numbers of a field by group, where the groups do not tell how many there are: a sum of 0 has no count, and
   * extremes are those of the most frequent type. Undefined if they do.
   */
  private async readUnclearNumbers(
    groups: readonly JsonObject[],
    part: FieldsPart,
    field: DocumentColumn,
    index: number,
  ): Promise<ReadonlyMap<string, ValueSummary | undefined> | undefined> {
    if (groups.every((group) => isClear(group, index))) return undefined;
    if (!this.options.canCompare) throw new InexactGroupsError();
    const summaries = new Map<string, ValueSummary | undefined>();
    const stages = [createNumberMatchStage(field.path), this.createBucketStage({ ...part, fields: [field] })];
    for await (const group of this.readGroups(stages)) {
      const count = toNumber(group['count']);
      const [mean, least, most] = [group['mean0'], group['least0'], group['most0']].map(toNumber);
      if (count === undefined || mean === undefined || least === undefined || most === undefined) {
        throw new InexactGroupsError();
      }
      summaries.set(getGroupKey(group), { count, sum: mean * count, least, most });
    }
    return summaries;
  }

  private createBucketStage({ axis, width, fields }: FieldsPart): OrderedJsonObject {
    const { spec, zone } = this.options;
    const time = toFieldReference(axis.path);
    const condition: OrderedJsonEntry[] = [['at', createTimeBucket(axis, width, spec.dayZone && zone)]];
    if (spec.by) condition.push(['series', toFieldReference(spec.by.path)]);
    const extent: OrderedJsonEntry[] = [
      ['least', createOperatorObject('$min', time)],
      ['most', createOperatorObject('$max', time)],
    ];
    return createGroupStage(condition, [
      ['count', COUNT_OPERATOR],
      ...(axis.time === 'iso' ? [] : extent),
      ...fields.flatMap(({ path }, index): OrderedJsonEntry[] => {
        const field = toFieldReference(path);
        return [
          [`sum${index}`, createOperatorObject('$sum', field)],
          [`mean${index}`, createOperatorObject('$avg', field)],
          [`least${index}`, createOperatorObject('$min', field)],
          [`most${index}`, createOperatorObject('$max', field)],
        ];
      }),
    ]);
  }

  private async *readGroups(stages: Pipeline, countsDocuments = false): AsyncGenerator<JsonObject, void, void> {
    const spent = this.requests;
    for await (const { documents, requests } of readGroupPages(this.options, stages)) {
      this.requests = spent + requests;
      if (countsDocuments) {
        for (const group of documents) this.documents += toNumber(group['count']) ?? 0;
        this.options.onProgress(this.documents, this.requests);
      }
      yield* documents;
    }
  }
}

type FieldsPart = { axis: TimeAxisField; width: number; from: number; fields: readonly DocumentColumn[] };

function getTimeAxis({ axis, by, fields, dayZone }: ChartSpec): TimeAxisField | undefined {
  // a service truncates only times in ms to days
  if (!axis?.time || (dayZone && axis.time === 's')) return undefined;
  const columns = [axis, ...(by ? [by] : []), ...fields];
  if (columns.some(({ path }) => explainUnsupportedField(path) !== undefined)) return undefined;
  return { path: axis.path, time: axis.time };
}

function getGroupKey(group: JsonObject): string {
  return JSON.stringify([group['at'], Object.hasOwn(group, 'series') ? [group['series']] : []]);
}

function toNumber(value: unknown): number | undefined {
  const number = isNumberOrExact(value) ? Number(String(value)) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Converts a time of the axis to ms. Starts of buckets of ISO times are numbers. */
function toTime(value: unknown, { time }: TimeAxisField, isBucket = false): number | undefined {
  if (time === 'iso' && !isBucket) {
    const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isFinite(parsed) ? parsed : undefined;
  }
  // a time that is not exact as a double is no time of the axis
  return typeof value === 'number' ? value * (time === 's' ? 1000 : 1) : undefined;
}

/** Counts the numbers of a sum and its mean. Undefined if the sum is 0 and the mean does not tell. */
function countNumbers(sum: unknown, mean: unknown): number | undefined {
  const [total, average] = [toNumber(sum), toNumber(mean)];
  if (average === undefined) return 0;
  return total === undefined || total === 0 ? undefined : Math.round(total / average);
}

function isClear(group: JsonObject, index: number): boolean {
  const count = countNumbers(group[`sum${index}`], group[`mean${index}`]);
  if (count === 0 || group['at'] === null) return true;
  const isOnlyOne = group['count'] === 1;
  return (
    (count !== undefined || isOnlyOne) &&
    toNumber(group[`least${index}`]) !== undefined &&
    toNumber(group[`most${index}`]) !== undefined
  );
}

function summarizeField(group: JsonObject, index: number): ValueSummary | undefined {
  const [sum, mean] = [group[`sum${index}`], group[`mean${index}`]];
  // only a group of one document has a sum of 0 here
  const count = countNumbers(sum, mean) ?? 1;
  if (count === 0) return undefined;
  const [total, least, most] = [sum, group[`least${index}`], group[`most${index}`]].map(toNumber);
  if (total === undefined || least === undefined || most === undefined) throw new InexactGroupsError();
  return { count, sum: total, least, most };
}
