import {
  findFieldNameError,
  findFirstFieldError,
  isPlainObject,
  type StageError,
  type UnvalidatedObject,
} from './stageErrors.ts';

export const ACCUMULATOR_OPERATORS = ['$count', '$sum', '$avg', '$min', '$max', '$first', '$last'] as const;

export const DATE_TRUNC_UNITS = ['minute', 'hour', 'day', 'week', 'month'] as const;

/** Maximum number of names in the condition of a group stage, and in its fields. */
export const MAX_GROUP_KEYS = 8;
export const MAX_GROUP_FIELDS = 16;

const EXPRESSIONS = ['$dateTrunc', '$bucket'] as const;

const ZONE_EXPECTED = 'expected an IANA name, such as Europe/Zurich, or a UTC offset, such as +05:30.';

const FIELD_EXPECTED = 'expected a field, such as "$temperature".';

type Path = StageError['path'];

export function findGroupStageError({
  type: _,
  condition,
  fields,
  ...others
}: UnvalidatedObject): StageError | undefined {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return { path: [unknown], problem: 'not a member of a group stage; expected condition, fields.' };
  const keys = condition ?? {};
  if (!isPlainObject(keys))
    return { path: ['condition'], problem: 'expected an object of name to expression, or null.' };
  const values = fields ?? {};
  if (!isPlainObject(values)) return { path: ['fields'], problem: 'expected an object of name to accumulator.' };
  return (
    findFirstFieldError(
      ['condition'],
      keys,
      (name, expression, path) => findNameError('condition', name) ?? findExpressionError(expression, path),
      MAX_GROUP_KEYS,
    ) ??
    findFirstFieldError(
      ['fields'],
      values,
      (name, accumulator, path) => {
        const error = findNameError('fields', name);
        if (error) return error;
        if (Object.hasOwn(keys, name)) return { path, problem: 'the condition has this name too; choose another.' };
        return findAccumulatorError(accumulator, path);
      },
      MAX_GROUP_FIELDS,
    )
  );
}

/** Parses the field name in `"$name"`. Returns undefined for any other value. */
export function parseFieldReference(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined;
}

function findNameError(member: string, name: string): StageError | undefined {
  const error = findFieldNameError([member], name);
  if (error) return error;
  const path = [member, name];
  if (name.includes('.')) return { path, problem: 'the name of a result cannot contain a dot.' };
  return name === 'documentID' ? { path, problem: 'a group has no documentID; choose another name.' } : undefined;
}

function findReferenceError(value: unknown, path: Path): StageError | undefined {
  const field = parseFieldReference(value);
  if (field === undefined) return { path, problem: FIELD_EXPECTED };
  const error = findFieldNameError([], field);
  return error && { path, problem: error.problem };
}

function findExpressionError(expression: unknown, path: Path): StageError | undefined {
  const expected = `expected a field, such as "$deviceID", or one of ${EXPRESSIONS.join(', ')}.`;
  if (parseFieldReference(expression) !== undefined) return findReferenceError(expression, path);
  if (!isPlainObject(expression)) return { path, problem: expected };
  const [[name = '', operand] = [], ...others] = Object.entries(expression);
  if (others.length > 0) return { path, problem: expected };
  if (name === '$dateTrunc') return findDateTruncError(operand, [...path, name]);
  if (name === '$bucket') return findBucketError(operand, [...path, name]);
  if (name === '') return { path, problem: expected };
  return { path: [...path, name], problem: `not an expression this service runs; ${expected}` };
}

function findDateTruncError(operand: unknown, path: Path): StageError | undefined {
  const expected = `expected an object of date, unit (${DATE_TRUNC_UNITS.join(', ')}) and timezone (UTC if absent).`;
  if (!isPlainObject(operand)) return { path, problem: expected };
  const { date, unit, timezone, ...others } = operand;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { path: [...path, unknown], problem: `not a member; ${expected}` };
  const dateError = findReferenceError(date, [...path, 'date']);
  if (dateError) return dateError;
  if (!DATE_TRUNC_UNITS.some((name) => name === unit)) {
    return { path: [...path, 'unit'], problem: `expected one of ${DATE_TRUNC_UNITS.join(', ')}.` };
  }
  if (timezone == null || isTimeZone(timezone)) return undefined;
  const problem =
    typeof timezone === 'string'
      ? `${JSON.stringify(timezone)} is not a known time zone; ${ZONE_EXPECTED}`
      : ZONE_EXPECTED;
  return { path: [...path, 'timezone'], problem };
}

function findBucketError(operand: unknown, path: Path): StageError | undefined {
  const expected = 'expected an object of a field (of) and the width of a bucket (by).';
  if (!isPlainObject(operand)) return { path, problem: expected };
  const { of, by, ...others } = operand;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return { path: [...path, unknown], problem: `not a member; ${expected}` };
  const fieldError = findReferenceError(of, [...path, 'of']);
  if (fieldError) return fieldError;
  const isPositive = isNumber(by) && /^(?!-)[0.]*[1-9]/.test(String(by));
  return isPositive ? undefined : { path: [...path, 'by'], problem: 'expected a number above 0.' };
}

function findAccumulatorError(accumulator: unknown, path: Path): StageError | undefined {
  const expected = `expected one of ${ACCUMULATOR_OPERATORS.join(', ')}.`;
  const entries = isPlainObject(accumulator) ? Object.entries(accumulator) : [];
  const [name, operand] = entries[0] ?? [];
  if (name === undefined || entries.length > 1) return { path, problem: expected };
  const here = [...path, name];
  if (!ACCUMULATOR_OPERATORS.some((known) => known === name)) {
    return { path: here, problem: `not an accumulator this service runs; ${expected}` };
  }
  if (name === '$count') {
    const isEmpty = isPlainObject(operand) && Object.keys(operand).length === 0;
    return isEmpty ? undefined : { path: here, problem: 'expected an empty object, {}.' };
  }
  if (name === '$sum' && isNumber(operand)) return undefined;
  const error = findReferenceError(operand, here);
  if (!error || name !== '$sum' || typeof operand === 'string') return error;
  return { path: here, problem: 'expected a field, such as "$temperature", or a number.' };
}

/** True for a number or an ExactNumber. No other parsed value is a class instance. */
function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlainObject(value);
}

/** True for what the runtime resolves as a time zone, and for a UTC offset, which some runtimes do not. */
function isTimeZone(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  try {
    return /^[+-]([01]\d|2[0-3])(:?[0-5]\d)?$/.test(name) || Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
