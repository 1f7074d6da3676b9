import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#server/store/database.ts';
import { computeTableChecksums, type TableChecksums } from '#server/store/transfer/copyDatabase.ts';
import { runCommandInProcess } from '#server/testing/commandLine.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-kills-'));

  beforeAll(async () => {
    await runCommandInProcess('project', 'create', 'p', '--data', data.path);
    for (const collection of ['replaced', 'updated']) {
      await runCommandInProcess('import', 'documents', documents(folder, -1), ...into(collection, data.path));
    }
  });
  afterAll(() => {
    data.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const read = <Result>(path: string, work: (database: Database) => Promise<Result>) =>
    withDatabase({ data: path, database: undefined }, work);
  const versionsOf = (collection: string) => read(data.path, (database) => versions(database, collection));
  let whole: TableChecksums | undefined;
  const current = new Map([
    ['replaced', -1],
    ['updated', -1],
  ]);
  const changing = (collection: string, mode: string): Kind => ({
    args: (round) => ['import', 'documents', documents(folder, round), mode, ...into(collection, data.path)],
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
      args: (round) => ['import', 'documents', documents(folder, round), ...into(`new-${round}`, data.path)],
      async check(round, done) {
        const found = await versionsOf(`new-${round}`);
        expect(done ? [[round]] : [[], [round]]).toContainEqual(found);
      },
    },
    replace: changing('replaced', '--replace'),
    update: changing('updated', '--update'),
    copy: {
      args: (round) => ['copy', '--from', data.path, '--to', join(folder, `copy-${round}`)],
      async check(round, done) {
        const to = join(folder, `copy-${round}`);
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
      expect(await killed(kind.args(1000), Number.POSITIVE_INFINITY)).toBe(true);
      const usual = performance.now() - begun;
      await kind.check(1000, true);
      let acknowledged = 0;
      for (let round = 0; round < ROUNDS; round++) {
        // from opening the database until after the end
        const done = await killed(kind.args(round), usual * (0.2 + Math.random()));
        if (done) acknowledged++;
        await kind.check(round, done);
      }
      if (ROUNDS > 1) console.log(`${name}: ${ROUNDS} rounds, ${acknowledged} acknowledged before the kill`);
    });
  }
});

function documents(folder: string, version: number): string {
  const path = join(folder, 'documents.ndjson');
  writeFileSync(
    path,
    Array.from({ length: SIZE }, (_, n) => `{"documentID":"d${n}","v":${version},"site":"A"}`).join('\n'),
  );
  return path;
}

function into(collection: string, data: string): string[] {
  return ['--project', 'p', '--collection', collection, '--data', data];
}

async function versions(database: Database, collection: string): Promise<number[]> {
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

async function killed(args: string[], after: number): Promise<boolean> {
  const child = spawn(process.execPath, [inject('program'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  const timer = Number.isFinite(after) ? setTimeout(() => child.kill('SIGKILL'), after) : undefined;
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return /^(Stored|Copied)/.test(out);
}
