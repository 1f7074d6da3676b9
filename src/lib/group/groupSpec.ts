import type { ExactNumber } from '#lib/json/json.ts';

export type DateTruncUnit = 'minute' | 'hour' | 'day' | 'week' | 'month';

/** Reference to a field, as `"$name"`. Dotted names refer to members of objects. */
type FieldReference = string;

/** Truncates times to the start of a unit in a time zone (a name or an offset, UTC by default). Weeks start on Monday. */
export type DateTruncSpec = { date: FieldReference; unit: DateTruncUnit; timezone?: string | null };

/** Assigns numbers to buckets of width `by`. The result is the lower bound of the bucket. */
export type BucketSpec = { of: FieldReference; by: number | ExactNumber };

export type GroupExpression = FieldReference | { $dateTrunc: DateTruncSpec } | { $bucket: BucketSpec };

export type AccumulatorSpec =
  | { $count: Record<string, never> }
  | { $sum: FieldReference | number | ExactNumber }
  | { $avg: FieldReference }
  | { $min: FieldReference }
  | { $max: FieldReference }
  | { $first: FieldReference }
  | { $last: FieldReference };

export type GroupStage = {
  condition?: Readonly<Record<string, GroupExpression>> | null;
  fields?: Readonly<Record<string, AccumulatorSpec>> | null;
};
