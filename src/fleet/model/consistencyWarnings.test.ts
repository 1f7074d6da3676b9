import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasConsistencyWarnings } from '#fleet/shown/loadState.ts';
import { getConsistencyWarnings } from './consistencyWarnings.ts';

const few = fc.nat(2);

test('warns exactly about inconsistent lists', () => {
  const lists = fc.record({
    nDevices: fc.option(few, { nil: undefined }),
    count: few,
    state: fc.constantFrom('complete' as const, 'incomplete' as const),
    cancelled: fc.boolean(),
    progress: fc.record({
      fields: fc.constant({}),
      bytes: fc.constant(0),
      bad: fc.constant([{ position: 4, found: 'null' }]),
      badCount: few,
      flawed: few,
      unlisted: fc.subarray(['extra']),
    }),
  });
  fc.assert(
    fc.property(lists, (list) => {
      expect(getConsistencyWarnings(list).length > 0).toBe(hasConsistencyWarnings(list));
    }),
  );
});
