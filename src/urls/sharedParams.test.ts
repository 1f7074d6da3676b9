import { expect, test } from 'vitest';
import { parseSharedParams } from './sharedParams.ts';

test('a time mode or a version that is not known is named', () => {
  const dropped = (search: string) => parseSharedParams(new URLSearchParams(search)).dropped;
  expect(dropped('time=lunar')).toEqual(['time']);
  expect(dropped('v=2')).toEqual(['parts added in link version 2']);
  expect(dropped('v=1&time=utc')).toEqual([]);
});
