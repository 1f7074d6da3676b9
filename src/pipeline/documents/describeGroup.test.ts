import { expect, test } from 'vitest';
import { describeGroup, getGroupId } from './describeGroup.ts';
import { createDocumentColumns } from './documentColumns.ts';

test('groups of null, missing, and values that look alike have different IDs', () => {
  const groups = [{ n: 1 }, ...[null, '', '25', 25, true, 'true', [], [25], ['25']].map((level) => ({ level, n: 1 }))];
  const keys = createDocumentColumns(groups, new Set()).filter(({ key }) => key === 'level');
  expect(keys).toHaveLength(1);
  expect(new Set(groups.map((group) => getGroupId([{ name: 'level' }], group))).size).toBe(groups.length);
  const names = groups.map((group) => describeGroup(keys, group));
  expect(names.filter((name) => name.includes('25'))).toEqual(['"25"', '25', '[25]', '["25"]']);
});
