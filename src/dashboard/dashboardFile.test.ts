import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { describeDashboardFileError, formatDashboardFile, parseDashboardFile } from './dashboardFile.ts';

const NUMBER_TILE = { title: 'Offline', link: '/devices?filter=offline', show: 'number' };

test('a file is written back with everything that this version does not know', () => {
  const text = formatFile({
    owner: { team: 'night', id: 1 },
    tiles: [
      { ...NUMBER_TILE, color: 'red', of: '/devices', limit: { over: 5, unit: '%', for: 2, escalate: ['phone'] } },
      { show: 'map', zoom: 4, limit: 'later', size: 'huge' },
    ],
  }).replace('"id": 1', '"id": 12345678901234567890');
  const result = parseDashboardFile(text);
  if ('error' in result) throw new Error(result.error.problem);
  const sortMembers = (json: string) =>
    JSON.parse(json, (_name, value: unknown) =>
      typeof value === 'object' && value && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  const written = formatDashboardFile(result.dashboard);
  expect(sortMembers(written)).toEqual(sortMembers(text));
  expect(written).toContain('"id": 12345678901234567890');
});

test.each<[string, JsonObject | string, string]>([
  ['no JSON', '{"fleetlens":', 'This file is not valid JSON'],
  ['another file', '{"format":"fleetlens-views"}', 'fleetlens: This file is not a Fleetlens dashboard.'],
  ['a newer file', { version: 2 }, 'version: version 2 requires a newer version of Fleetlens.'],
  ['an older version', { version: 0 }, 'version: expected 1.'],
  ['no name', { name: ' ' }, 'name: expected a text that is not empty.'],
  ['a refresh that is too short', { refresh: 9 }, 'refresh: expected a whole number from 10 to 3600.'],
  ['no tiles', { tiles: {} }, 'tiles: expected a list.'],
  ['a tile that is a text', { tiles: ['/devices'] }, 'tiles[0]: expected an object.'],
  ['a tile without link', { tiles: [{ show: 'rows' }] }, 'tiles[0].link: expected a text that is not empty.'],
  ['a tile without show', createTiles({ show: undefined }), 'tiles[1].show: expected "number"'],
  ['too many bars', createTiles({ show: 'bars', top: 21 }), 'tiles[1].top: expected a whole number from 1 to 20.'],
  ['an unknown size', createTiles({ size: 'big' }), 'tiles[1].size: expected "quarter"'],
  ['a limit of text', createTiles({ limit: { over: '5' } }), 'tiles[1].limit.over: expected a number.'],
  ['no bound', createTiles({ limit: { for: 2 } }), 'tiles[1].limit: expected exactly one of'],
  ['two bounds', createTiles({ limit: { over: 2, under: 1 } }), 'tiles[1].limit: expected exactly one of'],
  ['eleven refreshes', createTiles({ limit: { over: 2, for: 11 } }), 'tiles[1].limit.for: expected a whole number'],
  ['a share of nothing', createTiles({ limit: { over: 2, unit: '%' } }), 'tiles[1].limit.unit: "%" requires of'],
  ['a change from nothing', createTiles({ limit: { change: 2 } }), 'tiles[1].limit.change: requires compare'],
  ['a limit of rows', createTiles({ show: 'rows', limit: { over: 2 } }), 'tiles[1].limit: only a tile with'],
])('%s is reported with its location', (_name, content, expected) => {
  const result = parseDashboardFile(typeof content === 'string' ? content : formatFile(content));
  expect('error' in result && describeDashboardFileError(result.error)).toContain(expected);
});

test('a file of more than 256 kB is rejected', () => {
  const result = parseDashboardFile(formatFile({ note: 'é'.repeat(128_000) }));
  expect('error' in result && result.error.problem).toBe('This file is larger than 256 kB.');
});

function createTiles(tile: JsonObject): JsonObject {
  return { tiles: [NUMBER_TILE, { ...NUMBER_TILE, ...tile }] };
}

function formatFile(content: JsonObject): string {
  return JSON.stringify({ fleetlens: 'dashboard', version: 1, name: 'Morning', tiles: [], ...content }, null, 2);
}
