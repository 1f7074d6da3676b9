import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCompareUrl, parseCompareUrl } from './compare.ts';

test('a comparison link keeps any device IDs', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const ids = fc.uniqueArray(fc.string({ unit, minLength: 1 }), { maxLength: 5 });
  fc.assert(
    fc.property(ids, fc.boolean(), (deviceIDs, different) => {
      const { searchParams } = new URL(buildCompareUrl({ deviceIDs, different }), 'http://console');
      expect(parseCompareUrl(searchParams)).toEqual({ state: { deviceIDs, different, leftOut: [] }, dropped: [] });
    }),
  );
});

test('reports unknown values and devices beyond the limit', () => {
  const search = new URLSearchParams('device=a&device=b&device=a&device=c&device=d&device=e&device=f&show=nothing');
  expect(parseCompareUrl(search)).toEqual({
    state: { deviceIDs: ['a', 'b', 'c', 'd', 'e'], different: false, leftOut: ['f'] },
    dropped: ['show'],
  });
});
