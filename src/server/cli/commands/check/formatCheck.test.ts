import { expect, test } from 'vitest';
import type { TileLimit } from '#dashboard/dashboard.ts';
import { formatPluginReport } from './formatCheck.ts';

test.each<[TileLimit, number, number | undefined, string, string]>([
  [{ over: 62.3, unit: '%' }, 623, 62.3, '623, 62.3 % of 1,000, limit over 62.3 %', '62.3%;62.3'],
  [{ over: 62.3, unit: '%' }, 623, 62.304, '623, 62.304 % of 1,000, limit over 62.3 %', '62.304%;62.3'],
  [{ over: 62.3, unit: '%' }, 623, 62.2999, '623, 62.2999 % of 1,000, limit over 62.3 %', '62.2999%;62.3'],
  [{ under: 5, unit: '%' }, 50, 4.99996, '50, 4.99996 % of 1,000, limit under 5 %', '4.99996%;5:'],
  [{ over: 0, unit: '%' }, 1, 0.0000002, '1, 0.0000002 % of 1,000, limit over 0 %', '0.0000002%;0'],
  [
    { over: 12.34567891, unit: '%' },
    1,
    12.3456789,
    '1, 12.3 % of 1,000, limit over 12.34567891 %',
    '12.3%;12.34567891',
  ],
  [{ over: 10 }, 10.000001, undefined, '10.000001, limit over 10', '10.000001;10'],
  [
    { over: 1_234_567_890 },
    1_234_567_891,
    undefined,
    '1,234,567,891, limit over 1,234,567,890',
    '1234567891;1234567890',
  ],
  [{ under: -0.123457 }, -0.1234573, undefined, '−0.1234573, limit under −0.123457', '-0.1234573;-0.123457:'],
  [{ over: 5 }, 1234.56789, undefined, '1,234.57, limit over 5', '1234.56789;5'],
])('%j with %j and the share %j: as many digits as make the difference visible', (limit, value, share, words, data) => {
  const tile = { title: 'A', link: '/devices', show: 'number' as const, limit, ...(limit.unit && { of: '/devices' }) };
  const result = { state: 'ok' as const, number: { value, ...(share && { share }) }, ...(share && { total: 1000 }) };
  const tiles = [{ title: 'A', tile, result, compared: undefined, hasCrossed: false }];
  const [first, second] = formatPluginReport({ dashboard: 'Morning', asOf: 0, tiles }).split('\n');
  expect([second, first]).toEqual([`OK A: ${words}`, `OK: 1 ok | 'A'=${data}`]);
});

test('a share that changed shows on which side of the limit it is', () => {
  const limit = { change: 5, unit: '%' as const };
  const tile = { title: 'A', link: '/devices', of: '/devices', show: 'number' as const, limit };
  const result = { state: 'ok' as const, number: { value: 1, share: 35.302 }, total: 3 };
  const tiles = [{ title: 'A', tile, result, compared: { at: 0, value: 1, share: 30.3 }, hasCrossed: true }];
  const [first] = formatPluginReport({ dashboard: 'Morning', asOf: 0, tiles }).split('\n');
  expect(first).toBe("OK: 1 ok | 'A'=35.302%;25.3:35.3");
});
