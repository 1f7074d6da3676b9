import { expect, test } from 'vitest';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from './devices.ts';
import {
  addOrReplaceView,
  findViewOfLink,
  formatSavedViewsFile,
  moveView,
  parseSavedViewsFile,
  renameView,
} from './savedViews.ts';

const A = { name: 'A', link: '/devices?type=paired' };
const B = { name: 'B', link: '/devices#search=x' };

test('adds, replaces, renames and moves views', () => {
  const both = addOrReplaceView(addOrReplaceView({ views: [] }, A), B);
  expect(both.views).toEqual([A, B]);
  expect(addOrReplaceView(both, { ...A, link: '/devices' }).views).toEqual([{ name: 'A', link: '/devices' }, B]);
  expect(renameView({ ...both, first: 'A' }, 'A', 'C')).toEqual({ views: [{ ...A, name: 'C' }, B], first: 'C' });
  expect(renameView(both, 'A', 'B').views).toEqual([A, B]);
  expect(moveView(both, 'B', -1).views).toEqual([B, A]);
  expect(moveView(both, 'B', 1).views).toEqual([A, B]);
});

test('parses views from a file, and counts invalid ones', () => {
  const shelf = { views: [A, B], first: 'B' };
  expect(parseSavedViewsFile(formatSavedViewsFile(shelf))).toEqual({ ...shelf, lost: 0 });
  const views = [A, A, { name: 'X', link: 'https://elsewhere.example/devices' }, { name: '', link: '/devices' }, 7];
  expect(parseSavedViewsFile(formatSavedViewsFile({ views } as never))).toEqual({
    views: [A],
    first: undefined,
    lost: 4,
  });
  expect(parseSavedViewsFile('{')).toEqual({ complaint: 'This file contains no saved views.' });
  expect(parseSavedViewsFile('{"format":"fleetlens-views","version":2,"views":[]}')).toEqual({
    complaint: 'This file has version 2 and needs a newer version of Fleetlens.',
  });
});

test('a view that was saved without the place of documents is found by a link that has it', () => {
  const state = { ...DEFAULT_DEVICES_STATE, ranges: { lastSeenAt: { before: 86_400_000 } } };
  const [old, other] = ['lastSeenAt', 'registeredAt'].map((field) => ({
    name: field,
    link: buildDevicesUrl({ ...state, ranges: { [field]: { before: 86_400_000 } } }),
  }));
  const source = { collection: 'logs', field: 'deviceID', time: 'time' };
  const views = [other, old].filter((view) => view !== undefined);
  expect(findViewOfLink(views, buildDevicesUrl({ ...state, source }), source)).toBe(old);
  expect(findViewOfLink(views, buildDevicesUrl({ ...state, source }), { ...source, collection: 'x' })).toBeUndefined();
});
