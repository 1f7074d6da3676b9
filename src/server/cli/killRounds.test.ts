import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/store/database.ts';
import { computeTableChecksums, type TableChecksums } from '#server/store/transfer/copyDatabase.ts';
import { createTestFolder, runCommandAsProcess, runCommandInProcess } from '#server/testing/commandLine.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';
import { withDatabase } from './databaseTarget.ts';

/** Number of kills per kind of command. A total of 200 is 50 for each of the four kinds. */
const ROUNDS = Number(process.env['FLEETLENS_KILL_ROUNDS'] ?? getTestRepeatCount(1, 5));
const SIZE = 10_000;

type Kind = {
  args: (round: number) => string[];
  check: (round: number, done: boolean) => Promise<void>;
};

describe('a killed command applies everything or nothing, and loses nothing that it acknowledged', () => {
  const data = createTestDataDirectory();
  const { files, file } = createTestFolder();
  const documents = (version: number) => {
    const lines = Array.from({ length: SIZE }, (_, n) => `{"documentID":"d${n}","v":${version},"site":"A"}`);
    return file('documents.ndjson', lines.join('\n'));
  };
  const into = (collection: string) => ['--project', 'p', '--collection', collection, '--data', data.path];

  beforeAll(async () => {
    await runCommandInProcess('project', 'create', 'p', '--data', data.path);
    for (const collection of ['replaced', 'updated']) {
      await runCommandInProcess('import', 'documents', documents(-1), ...into(collection));
    }
  });
  afterAll(data.remove);

  const read = <Result>(path: string, work: (database: Database) => Promise<Result>) =>
    withDatabase({ data: path, database: undefined }, work);
  const versionsOf = (collection: string) => read(data.path, (database) => readVersions(database, collection));
  let whole: TableChecksums | undefined;
  const current = new Map([
    ['replaced', -1],
    ['updated', -1],
  ]);
  const changing = (collection: string, mode: string): Kind => ({
    args: (round) => ['import', 'documents', documents(round), mode, ...into(collection)],
    async check(round, done) {
      const [version, ...mixed] = await versionsOf(collection);
      expect(mixed).toEqual([]);
      const before = current.get(collection);
      expect(done ? [round] : [before, round]).toContain(version);
      current.set(collection, version ?? Number.NaN);
    },
  });

  const kinds: Record<string, Kind> = {
    import: {
      args: (round) => ['import', 'documents', documents(round), ...into(`new-${round}`)],
      async check(round, done) {
        const found = await versionsOf(`new-${round}`);
        expect(done ? [[round]] : [[], [round]]).toContainEqual(found);
      },
    },
    replace: changing('replaced', '--replace'),
    update: changing('updated', '--update'),
    copy: {
      args: (round) => ['copy', '--from', data.path, '--to', join(files, `copy-${round}`)],
      async check(round, done) {
        const to = join(files, `copy-${round}`);
        const there = existsSync(join(to, 'ready'));
        expect(there || !done).toBe(true);
        // a killed copy must not prevent the next one
        if (!there) expect((await runCommandInProcess('copy', '--from', data.path, '--to', to)).err).toBe('');
        whole ??= await read(data.path, computeTableChecksums);
        expect(await read(to, computeTableChecksums)).toEqual(whole);
        rmSync(to, { recursive: true });
      },
    },
  };

  for (const [name, kind] of Object.entries(kinds)) {
    test(name, { tags: ['long'] }, async () => {
      const begun = performance.now();
      expect(await killed(kind.args(1000))).toBe(true);
      const usual = performance.now() - begun;
      await kind.check(1000, true);
      for (let round = 0; round < ROUNDS; round++) {
        // from opening the database until after the end
        const done = await killed(kind.args(round), usual * (0.2 + Math.random()));
        await kind.check(round, done);
      }
    });
  }
});

async function readVersions(database: Database, collection: string): Promise<number[]> {
  const rows = await database.query(
    `select body -> 'v', count(*), min(seq), max(seq), (select documents from collection where name = $1),
       (select count(*) from document where collection = $1 and body @> '{"site": "A"}'),
       (select count(*) from page_mark m join collection c on c.name = m.collection and c.generation = m.generation
         where name = $1)
     from document where collection = $1 group by 1`,
    [collection],
  );
  const size = `${SIZE}`;
  // the site is a common value with an anchor at every thousandth document
  for (const row of rows) expect(row.slice(1)).toEqual([size, '1', size, size, size, `${SIZE / 1000 + 1}`]);
  const [[counted] = ['0']] = await database.query(`select documents from collection where name = $1`, [collection]);
  expect(counted).toBe(rows.length === 0 ? '0' : size);
  return rows.map(([version]) => Number(version));
}

async function killed(args: string[], after?: number): Promise<boolean> {
  const { out } = await runCommandAsProcess(args, (child) => {
    const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
    child.once('close', () => clearTimeout(timer));
  });
  return /^(Stored|Copied)/.test(out);
}
