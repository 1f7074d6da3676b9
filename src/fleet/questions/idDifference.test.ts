import { expect, test } from 'vitest';
import { idDifference } from './idDifference.ts';

test.each([
  ['CAM-360-0131', 'CAM-360-00131', 'one 0 more', '', '0'],
  ['CAM-360-001311', 'CAM-360-00131', 'one 1 less', '1', ''],
  ['PUMP-X2-O0911', 'PUMP-X2-00911', '0 for O', 'O', '0'],
  ['tracker-1', 'TRACKER-1', 'in other case', 'tracker', 'TRACKER'],
  ['pump_room_7', 'pump room 7', 'other spaces or separators', '_room_', ' room '],
  ['pumproom7', 'pump room 7', 'other spaces or separators', 'room', ' room '],
  ['cam-360-o0131', 'CAM 360 00131', '0 for o; case or separators too', 'o', '0'],
])('%s is like %s: %s', (typed, id, words, ofTyped, ofId) => {
  const found = idDifference(typed, id);
  expect(found.words).toBe(words);
  expect(typed.slice(found.ofTyped.from, found.ofTyped.to)).toBe(ofTyped);
  expect(id.slice(found.ofId.from, found.ofId.to)).toBe(ofId);
});
