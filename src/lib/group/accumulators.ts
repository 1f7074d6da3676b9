import type { ExactNumber } from '#lib/json/json.ts';
import { compareCodePoints, compareNumbers } from './compareValues.ts';
import {
  addDecimals,
  DECIMAL_ZERO,
  type Decimal,
  divideDecimal,
  isNumberOrExact,
  multiplyDecimals,
  toDecimal,
  toNumberOrExact,
} from './decimal.ts';
import type { AccumulatorSpec } from './groupSpec.ts';

/** Accumulates the values of one group. `add` receives undefined for a missing value. */
export type AccumulatorState = { add: (value: unknown) => void; getResult: () => unknown };

export function getAccumulatorFieldName(accumulator: AccumulatorSpec): string | undefined {
  const [operand] = Object.values(accumulator);
  return typeof operand === 'string' ? operand.slice(1) : undefined;
}

export function createAccumulatorState(accumulator: AccumulatorSpec): AccumulatorState {
  if ('$count' in accumulator) return createCounter();
  if ('$sum' in accumulator)
    return typeof accumulator.$sum === 'string' ? createSum() : createCounter(accumulator.$sum);
  if ('$avg' in accumulator) return createMean();
  if ('$min' in accumulator) return createExtreme(-1);
  if ('$max' in accumulator) return createExtreme(1);
  return '$first' in accumulator ? createFirst() : createLast();
}

function createCounter(each: number | ExactNumber = 1): AccumulatorState {
  let count = 0;
  return {
    add: () => {
      count++;
    },
    getResult: () => toNumberOrExact(multiplyDecimals(toDecimal(each), toDecimal(count))),
  };
}

/** Exact sum. While the sum is exact as a double, integers are added as numbers, which is much faster. */
class DecimalSum {
  count = 0;
  private small = 0;
  private large = DECIMAL_ZERO;

  add(value: unknown): void {
    if (!isNumberOrExact(value)) return;
    this.count++;
    const next = typeof value === 'number' ? this.small + value : Number.NaN;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(next)) this.small = next;
    else this.large = addDecimals(this.large, toDecimal(value));
  }

  get total(): Decimal {
    return addDecimals(this.large, toDecimal(this.small));
  }
}

function createSum(): AccumulatorState {
  const sum = new DecimalSum();
  return { add: (value) => sum.add(value), getResult: () => toNumberOrExact(sum.total) };
}

function createMean(): AccumulatorState {
  const sum = new DecimalSum();
  return {
    add: (value) => sum.add(value),
    getResult: () => (sum.count === 0 ? null : toNumberOrExact(divideDecimal(sum.total, sum.count))),
  };
}

/**
 * Creates an accumulator for the least (`sign` -1) or greatest (1) value of the most frequent type. If types are
 * equally frequent, numbers precede texts and texts precede booleans.
 */
function createExtreme(sign: -1 | 1): AccumulatorState {
  const numbers = createTypeExtreme(sign, compareNumbers);
  const texts = createTypeExtreme(sign, compareCodePoints);
  const flags = createTypeExtreme<boolean>(sign, (one, other) => Number(one) - Number(other));
  return {
    add(value) {
      if (isNumberOrExact(value)) numbers.add(value);
      else if (typeof value === 'string') texts.add(value);
      else if (typeof value === 'boolean') flags.add(value);
    },
    getResult() {
      const { value, count } = [numbers, texts, flags].reduce((most, next) => (next.count > most.count ? next : most));
      return count === 0 ? null : value;
    },
  };
}

function createTypeExtreme<Value>(sign: -1 | 1, compare: (one: Value, other: Value) => number) {
  const state = {
    count: 0,
    value: undefined as Value | undefined,
    add(value: Value) {
      if (state.count === 0 || sign * compare(value, state.value as Value) > 0) state.value = value;
      state.count++;
    },
  };
  return state;
}

function createFirst(): AccumulatorState {
  let first: unknown;
  return {
    add: (value) => {
      first ??= value === null ? NULL : value;
    },
    getResult: () => (first === undefined || first === NULL ? null : first),
  };
}

const NULL = Symbol('null');

function createLast(): AccumulatorState {
  let last: unknown = null;
  return {
    add: (value) => {
      if (value !== undefined) last = value;
    },
    getResult: () => last,
  };
}
