import type { ExactNumber } from '#lib/json/json.ts';

export type DateUnit = 'minute' | 'hour' | 'day' | 'week' | 'month';

/** Reference to a field, as `"$name"`. Dotted names refer to members of objects. */
type FieldReference = string;

/** Truncates times to the start of a unit in a time zone (an IANA name, UTC by default). Weeks start on Monday. */
export type DateTrunc = { date: FieldReference; unit: DateUnit; timezone?: string | null };

/** Assigns numbers to buckets of width `by`. The result is the lower bound of the bucket. */
export type Bucket = { of: FieldReference; by: number | ExactNumber };

export type GroupExpression = FieldReference | { $dateTrunc: DateTrunc } | { $bucket: Bucket };

export type Accumulator =
  | { $count: Record<string, never> }
  | { $sum: FieldReference | number | ExactNumber }
  | { $avg: FieldReference }
  | { $min: FieldReference }
  | { $max: FieldReference }
  | { $first: FieldReference }
  | { $last: FieldReference };

export type GroupStage = {
  condition?: Readonly<Record<string, GroupExpression>> | null;
  fields?: Readonly<Record<string, Accumulator>> | null;
};
