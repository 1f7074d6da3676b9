import { expect, test } from 'vitest';
import { parseSharedParams } from './sharedParams.ts';

test('reports an unknown time mode or version', () => {
  const dropped = (search: string) => parseSharedParams(new URLSearchParams(search)).dropped;
  expect(dropped('time=lunar')).toEqual(['time']);
  expect(dropped('v=2')).toEqual(['parts added in link version 2']);
  expect(dropped('v=1&time=utc')).toEqual([]);
});
