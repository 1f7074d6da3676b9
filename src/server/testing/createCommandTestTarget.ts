import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createTestFolder, runCommandInProcess } from './commandLine.ts';
import {
  createTestDataDirectory,
  getFastDatabaseKind,
  openTestDatabase,
  type TestDatabaseKind,
} from './testService.ts';

/** Creates an empty database. `place` are the options of commands that use it. */
export async function openCommandTestPlace(kind: TestDatabaseKind) {
  if (kind === 'pglite') {
    const { path, remove } = createTestDataDirectory();
    return { data: path, url: undefined, place: ['--data', path], remove: async () => remove() };
  }
  const { database, url = '', remove } = await openTestDatabase(kind);
  await database.close();
  const data = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  const removeAll = () => remove().finally(() => rmSync(data, { recursive: true }));
  return { data, url, place: ['--database', url, '--data', data], remove: removeAll };
}

/**
 * Creates a database with the project `p` for the tests of a file, and a function that runs commands on it in this
 * process.
 */
export function createCommandTestTarget(kind: TestDatabaseKind = getFastDatabaseKind()) {
  const { file } = createTestFolder();
  const target = { data: '', url: undefined as string | undefined };
  const place: string[] = [];
  let remove = async () => {};
  const at = (...args: string[]) => runCommandInProcess(...args, ...place);
  const exported = async (...what: string[]) => {
    const { out } = await at('export', ...what, '--project', 'p');
    return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  };
  beforeAll(async () => {
    const opened = await openCommandTestPlace(kind);
    remove = opened.remove;
    place.push(...opened.place);
    await at('project', 'create', 'p');
    Object.assign(target, { data: opened.data, url: opened.url });
  });
  afterAll(() => remove());
  return { target, place, file, at, exported };
}
