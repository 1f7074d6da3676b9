import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announceProgress, withdrawAnnouncement } from './announce.ts';

const region = { said: [] as string[], text: '' };

beforeEach(() => {
  vi.useFakeTimers();
  region.said = [];
  vi.stubGlobal('document', {
    getElementById: () => ({
      get textContent() {
        return region.text;
      },
      set textContent(text: string) {
        region.text = text;
        region.said.push(text);
      },
    }),
  });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('announces a task at its start, every 10 s and at its end, however often it reports', () => {
  for (let ms = 0; ms < 25_000; ms += 100) {
    announceProgress(`${ms / 100} rows`, 'load');
    vi.advanceTimersByTime(100);
  }
  announce('250 rows loaded', 'load');
  vi.runAllTimers();
  // the first messages arrive within the time in which messages are collected
  expect(region.said).toEqual(['0 rows', '100 rows', '200 rows', '250 rows loaded']);
});

test('the end of a short task replaces its start, and its next run is announced from its start', () => {
  announceProgress('started', 'count');
  announce('done', 'count');
  vi.runAllTimers();
  announceProgress('started', 'count');
  vi.runAllTimers();
  expect(region.said).toEqual(['done', 'started']);
});

test('messages at the same time are one announcement, and a repeated message is announced again', () => {
  announce('Sorted by name.', 'sort');
  announce('5 devices', 'devices');
  vi.runAllTimers();
  announce('Saved');
  vi.runAllTimers();
  announce('Saved');
  vi.runAllTimers();
  expect(region.said).toEqual(['Sorted by name. 5 devices', 'Saved', 'Saved\u00a0']);
});

test('does not announce a withdrawn message', () => {
  announce('Loading the devices', 'load');
  withdrawAnnouncement('load');
  vi.runAllTimers();
  expect(region.said).toEqual([]);
});
