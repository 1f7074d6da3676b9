import { expect, test } from 'vitest';
import { type FieldResult, FieldWatch } from './fieldWatch.ts';

const value = (it: unknown): FieldResult => ({ kind: 'value', value: it });
const FAILED: FieldResult = { kind: 'failed', words: 'No answer' };

function watched(...outcomes: FieldResult[]): FieldWatch {
  const watch = new FieldWatch();
  watch.setRunning(true);
  for (const [at, outcome] of outcomes.entries()) watch.add({ at, latency: 1, bytes: 1, result: outcome });
  return watch;
}

test('distinguishes false, null, an empty text and an absent field', () => {
  const { changes } = watched(value(false), value(null), value(''), { kind: 'absent' }, value(false));
  expect(changes.map(({ at }) => at)).toEqual([4, 3, 2, 1]);
});

test('a failure between two equal responses is not a change', () => {
  const watch = watched(value(true), FAILED, value(true), FAILED, value(false));
  expect(watch.changeCount).toBe(1);
  expect(watch.changes[0]).toEqual({ at: 4, from: value(true), to: value(false) });
  expect(watch.responseCount).toBe(5);
});

test('marks only the first response after a pause', () => {
  const watch = watched(value(1), value(1));
  watch.pause();
  watch.add({ at: 9, latency: 1, bytes: 1, result: value(1) });
  expect(watch.samples.map(({ afterPause }) => afterPause)).toEqual([true, false, true]);
});

test('drops old responses, and keeps their count and the changes', () => {
  const watch = watched(...Array.from({ length: 2500 }, (_, at) => value(at === 0 ? 'a' : 'b')));
  expect(watch.samples).toHaveLength(2000);
  expect(watch.samples.at(-1)?.at).toBe(2499);
  expect(watch.responseCount).toBe(2500);
  expect(watch.changes).toHaveLength(1);
});
