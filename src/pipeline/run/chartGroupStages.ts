import type { DateTruncUnit } from '#lib/group/groupSpec.ts';
import { type OrderedJsonEntry, OrderedJsonObject } from '#lib/json/json.ts';
import type { ChartSpec } from '#pipeline/documents/chartAggregator.ts';
import { BUCKET_WIDTH_OPTIONS, DAY_MS } from '#pipeline/documents/chartOptions.ts';
import type { FieldPath } from '#pipeline/documents/fieldPath.ts';
import { COUNT_OPERATOR, createGroupStage, createOperatorObject } from '#pipeline/draft/stages/createGroupStage.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';

/** Axis of a chart of groups. */
export type TimeAxisField = { path: FieldPath; time: TimeUnit };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const SECOND_STEPS = [1, 2, 5, 10, 15, 30];
const BUCKET_WIDTHS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...SECOND_STEPS.map((count) => count * 1000),
  ...SECOND_STEPS.map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  DAY_MS,
];

/** Operand that every number matches, and no other value: operators compare only values of the same type. */
const LEAST_NUMBER = -Number.MAX_VALUE;

export function toFieldReference(path: FieldPath): string {
  return `$${path.join('.')}`;
}

/** Creates the match of documents that have a number in a field. */
export function createNumberMatchStage(path: FieldPath): OrderedJsonObject {
  return new OrderedJsonObject([
    ['type', 'match'],
    ['filter', new OrderedJsonObject([[path.join('.'), createOperatorObject('$gte', LEAST_NUMBER)]])],
  ]);
}

/** Creates the group of all documents that has their count and the first and last time. `sum` and `mean` count times. */
export function createTimeExtentStage({ path }: TimeAxisField, by?: FieldPath): OrderedJsonObject {
  const time = toFieldReference(path);
  return createGroupStage(by ? [['series', toFieldReference(by)]] : [], [
    ['count', COUNT_OPERATOR],
    ['least', createOperatorObject('$min', time)],
    ['most', createOperatorObject('$max', time)],
    ['sum', createOperatorObject('$sum', time)],
    ['mean', createOperatorObject('$avg', time)],
  ]);
}

/**
 * Chooses the width of time buckets in ms: the smallest one that needs at most `bucketsMax` buckets. Undefined if the
 * service has no such buckets for ISO times.
 */
export function chooseBucketWidth(rangeMs: number, unit: TimeUnit, bucketsMax: number): number | undefined {
  const least = unit === 'ms' ? 1 : unit === 's' ? 1000 : MINUTE_MS;
  const widths = unit === 'iso' ? BUCKET_WIDTH_OPTIONS.map(([, ms]) => ms) : BUCKET_WIDTHS;
  const fitting = widths.find((width) => width >= least && rangeMs / width <= bucketsMax);
  if (fitting !== undefined || unit === 'iso') return fitting;
  let width = DAY_MS;
  while (rangeMs / width > bucketsMax) width *= 2;
  return width;
}

/** Widens a fixed bucket width until at most `bucketsMax` buckets are needed. Undefined for ISO times and local days. */
export function chooseStepWidth(
  { step = 1, dayZone }: Pick<ChartSpec, 'step' | 'dayZone'>,
  rangeMs: number,
  unit: TimeUnit,
  bucketsMax: number,
): number | undefined {
  let width = step;
  while (rangeMs / width > bucketsMax) width *= 2;
  return width === step || (unit !== 'iso' && !dayZone) ? width : undefined;
}

/**
 * Creates the expression of a time bucket. Numeric times use number buckets, because a service also accepts ISO text as
 * a time, which the axis does not.
 */
export function createTimeBucket(axis: TimeAxisField, width: number, dayZone?: string): OrderedJsonObject {
  const { path, time } = axis;
  const [unit] = BUCKET_WIDTH_OPTIONS.find(([, ms]) => ms === width) ?? [];
  if (dayZone === undefined && time !== 'iso') {
    return createOperatorObject(
      '$bucket',
      new OrderedJsonObject([
        ['of', toFieldReference(path)],
        ['by', time === 's' ? width / 1000 : width],
      ]),
    );
  }
  return createTimeTruncation(axis, unit ?? 'day', dayZone);
}

/** Creates the expression of the start of a unit. `zone` is an IANA name or `utc`. */
export function createTimeTruncation({ path }: TimeAxisField, unit: DateTruncUnit, zone = 'utc'): OrderedJsonObject {
  const timezone: OrderedJsonEntry[] = zone === 'utc' ? [] : [['timezone', zone]];
  return createOperatorObject(
    '$dateTrunc',
    new OrderedJsonObject([['date', toFieldReference(path)], ['unit', unit], ...timezone]),
  );
}
