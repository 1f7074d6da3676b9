import type { ExactNumber } from '#lib/json/json.ts';

export type DateUnit = 'minute' | 'hour' | 'day' | 'week' | 'month';

/** A field's value, as `"$name"`. Dotted names reach into objects. */
type FieldReference = string;

/** Truncates times to the start of a unit in a time zone (an IANA name, UTC by default). Weeks start on Monday. */
export type DateTrunc = { date: FieldReference; unit: DateUnit; timezone?: string | null };

/** Assigns numbers to buckets of width `by`; the result is the lower bound. */
export type Bucket = { of: FieldReference; by: number | ExactNumber };

/** A value that documents are grouped by. */
export type GroupExpression = FieldReference | { $dateTrunc: DateTrunc } | { $bucket: Bucket };

/** A value computed of the documents of a group. */
export type Accumulator =
  | { $count: Record<string, never> }
  | { $sum: FieldReference | number | ExactNumber }
  | { $avg: FieldReference }
  | { $min: FieldReference }
  | { $max: FieldReference }
  | { $first: FieldReference }
  | { $last: FieldReference };

/** The members of a valid group stage. */
export type GroupStage = {
  condition?: Readonly<Record<string, GroupExpression>> | null;
  fields?: Readonly<Record<string, Accumulator>> | null;
};
