import { afterAll, beforeAll, inject } from 'vitest';
import { createTestFolder, runCommandInProcess } from './commandLine.ts';
import { createTestDataDirectory, openTestDatabase } from './testService.ts';

/**
 * Creates a database with the project `p` for the tests of a file, and a function that runs commands on it in this
 * process.
 */
export function createCommandTestTarget() {
  const { files, file } = createTestFolder();
  const place: string[] = [];
  const cleanUp: (() => unknown)[] = [];
  const at = (...args: string[]) => runCommandInProcess(...args, ...place);
  const exported = async (...what: string[]) => {
    const { out } = await at('export', ...what, '--project', 'p');
    return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  };
  beforeAll(async () => {
    // a server opens faster than an embedded database
    if (inject('postgresUrl')) {
      const { database, url = '', remove } = await openTestDatabase('postgres');
      await database.close();
      cleanUp.push(remove);
      place.push('--database', url, '--data', files);
    } else {
      const { path, remove } = createTestDataDirectory();
      cleanUp.push(remove);
      place.push('--data', path);
    }
    await at('project', 'create', 'p');
  });
  afterAll(() => Promise.all(cleanUp.map((remove) => remove())));
  return { place, file, at, exported };
}
