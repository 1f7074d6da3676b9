import { expect, test } from 'vitest';
import { ExactNumber } from '#lib/json/json.ts';
import { compareDecimals, formatDecimal, toDecimal } from './decimal.ts';

test.each([
  ['1e300', '1e999999999'],
  ['-1e999999999', '-1e300'],
  ['1e-999999999', '1e-300'],
  ['0', '1e-99999999999999999999'],
])('%s is less than %s, whose digits do not fill the memory', (less, more) => {
  const [one, other] = [toDecimal(new ExactNumber(less)), toDecimal(new ExactNumber(more))];
  expect(compareDecimals(one, other)).toBe(-1);
  expect(formatDecimal(other).length).toBeLessThan(20_000);
});
