import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Maximum number of lines per part of the source, without tests. Lower a budget when its part shrinks. */
const BUDGETS: Readonly<Record<string, number>> = {
  'contract urls': 1300,
  lib: 2998,
  'services api session': 2771,
  'fleet fields': 7121,
  lastSeen: 596,
  pipeline: 8005,
  dashboard: 2124,
  ui: 8355,
  'features/datastore': 10122,
  'features/devices': 5712,
  'features/overview': 1452,
  'features/device': 1647,
  'features/dashboard': 2177,
  'features/login features/connections features/about features/compare': 1688,
  shell: 1627,
  'server/store': 6941,
  'server/cli server/demo server/http server/importing server/operations': 6843,
  build: 251,
};

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.|\/testing\//.test(file),
);

test.each(Object.entries(BUDGETS))('%s: at most %i lines', (folders, budget) => {
  const files = sources.filter((file) => folders.split(' ').some((folder) => file.startsWith(`${folder}/`)));
  const lines = files.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0);
  expect(files).not.toEqual([]);
  expect(lines, `lines of ${folders}`).toBeLessThanOrEqual(budget);
});
