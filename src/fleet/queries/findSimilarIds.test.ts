import { expect, test } from 'vitest';
import { createFleetOf, runSteps } from '#fleet/testing/testFleets.ts';
import { describeIdDifference, findSimilarIds } from './findSimilarIds.ts';

const IDS = ['CAM-360-00131', 'PUMP-X2-00911', 'TRACKER-1', 'TRACKER-2', 'pump room 7', 'A', ''];
const FLEET = createFleetOf(IDS.map((deviceID) => ({ deviceID })));

test.each([
  ['one digit missing', 'CAM-360-0131', 'CAM-360-00131'],
  ['one digit too many', 'CAM-360-001311', 'CAM-360-00131'],
  ['a letter in place of a digit', 'PUMP-X2-O0911', 'PUMP-X2-00911'],
  ['different case and extra spaces', 'cam 360 00131', 'CAM-360-00131'],
  ['no separators', 'pumproom7', 'pump room 7'],
  ['different case with several similar IDs', 'tracker-1', 'TRACKER-1'],
  ['several similar IDs', 'TRACKER-3', 'TRACKER-1, TRACKER-2'],
  ['the common prefix of several IDs', 'tracker-', 'TRACKER-1, TRACKER-2'],
  ['two characters', 'CAM-361-00132', undefined],
  ['two characters swapped', 'CAM-306-00131', undefined],
  ['an empty text', '', undefined],
  ['a long text', 'C'.repeat(100_000), undefined],
])('%s', (_, text, expected) => {
  const found = runSteps(findSimilarIds(FLEET, [text]));
  expect(found.get(text)?.join(', ')).toBe(expected);
});

test.each([
  ['CAM-360-0131', 'CAM-360-00131', 'extra 0', '', '0'],
  ['CAM-360-001311', 'CAM-360-00131', 'without 1', '1', ''],
  ['PUMP-X2-O0911', 'PUMP-X2-00911', '0 instead of O', 'O', '0'],
  ['tracker-1', 'TRACKER-1', 'different case', 'tracker', 'TRACKER'],
  ['pump_room_7', 'pump room 7', 'different spaces or separators', '_room_', ' room '],
  ['pumproom7', 'pump room 7', 'different spaces or separators', 'room', ' room '],
  ['cam-360-o0131', 'CAM 360 00131', '0 instead of o; case or separators also differ', 'o', '0'],
])('describes how %s differs from %s: %s', (typed, id, words, ofTyped, ofId) => {
  const found = describeIdDifference(typed, id);
  expect(found.description).toBe(words);
  expect(typed.slice(found.typedRange.from, found.typedRange.to)).toBe(ofTyped);
  expect(id.slice(found.idRange.from, found.idRange.to)).toBe(ofId);
});
