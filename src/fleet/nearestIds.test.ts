import { expect, test } from 'vitest';
import { fleetOf } from '#fleet/read/testFleets.ts';
import { nearestIds } from './nearestIds.ts';

const IDS = ['CAM-360-00131', 'PUMP-X2-00911', 'TRACKER-1', 'TRACKER-2', 'pump room 7', 'A', ''];
const FLEET = fleetOf(JSON.stringify({ devices: IDS.map((deviceID) => ({ deviceID })) }));

function nearest(text: string): string | undefined {
  const work = nearestIds(FLEET, [text]);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value.get(text);
  }
}

test.each([
  ['one digit less', 'CAM-360-0131', 'CAM-360-00131'],
  ['one digit more', 'CAM-360-001311', 'CAM-360-00131'],
  ['a letter for a digit', 'PUMP-X2-O0911', 'PUMP-X2-00911'],
  ['another case, and spaces', 'cam 360 00131', 'CAM-360-00131'],
  ['no separators', 'pumproom7', 'pump room 7'],
  ['another case of one of several', 'tracker-1', 'TRACKER-1'],
  ['close to several', 'TRACKER-3', undefined],
  ['two characters', 'CAM-361-00132', undefined],
  ['two that changed places', 'CAM-306-00131', undefined],
  ['nothing', '', undefined],
  ['a long text', 'C'.repeat(100_000), undefined],
])('%s', (_, text, expected) => {
  expect(nearest(text)).toBe(expected);
});

test('50 texts among 100,000 devices are looked for in steps of which none takes long', () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => `SENSOR-TH1-${String(index).padStart(6, '0')}`);
  const many = fleetOf(JSON.stringify({ devices: ids.map((deviceID) => ({ deviceID })) }));
  const texts = ids.slice(-50).map((id) => `${id}O`);
  const least: number[] = [];
  // of each step the shortest of three: whatever else the machine does lengthens one of them
  for (let round = 0; round < 3; round++) {
    const work = nearestIds(many, texts);
    for (let step = 0; ; step++) {
      const began = performance.now();
      const { done, value } = work.next();
      least[step] = Math.min(least[step] ?? Number.POSITIVE_INFINITY, performance.now() - began);
      if (!done) continue;
      expect(value.size).toBe(50);
      break;
    }
  }
  // a slice of 8 ms and one step are well below a frame of 50
  expect(Math.max(...least)).toBeLessThan(25);
}, 30_000);
