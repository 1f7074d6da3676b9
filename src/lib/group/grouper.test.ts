import { expect, test } from 'vitest';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { createJsonObject, parseJson } from '#lib/json/parseJson.ts';
import { createTimeTruncater } from './dateTrunc.ts';
import { Grouper } from './grouper.ts';
import type { GroupStage } from './groupSpec.ts';

const group = (stage: ConstructorParameters<typeof Grouper>[0], ...texts: string[]) => {
  const grouper = new Grouper(stage);
  for (const text of texts) grouper.add(parseJson(text) as JsonObject); // the tests pass only objects
  return stringifyJson(grouper.getResults());
};

test('groups are in the order of their first document, with the condition first', () => {
  const fields = createJsonObject(['n', '0'], [{ $count: {} }, { $last: '$c' }], true) as GroupStage['fields']; // as listed
  const stage = { condition: { z: '$a.b', y: '$c' }, ...(fields && { fields }) };
  expect(group(stage, '{"a":{"b":2}}', '{"a":[],"c":null}', '{"a":{"b":2.0}}')).toBe(
    '[{"z":2,"n":2,"0":null},{"y":null,"n":1,"0":null}]',
  );
});

test('the repeated hour gives two hours, and its day has 25', () => {
  const [hour, day] = [createTimeTruncater('hour', 'Europe/Zurich'), createTimeTruncater('day', 'Europe/Zurich')];
  const midnight = Date.UTC(2024, 9, 26, 22);
  const hours = Array.from({ length: 25 }, (_, n) => midnight + n * 3_600_000);
  expect(hours.map((start) => hour(start + 1_800_000))).toEqual(hours);
  expect(new Set(hours.map(day))).toEqual(new Set([midnight]));
});
