import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test, vi } from 'vitest';
import { lockDataDirectory } from '#server/store/embedded/dataDirectory.ts';
import { openRemoteDatabase } from '#server/store/remote/remoteDatabase.ts';
import { runSqlOn } from '#server/testing/citus.ts';
import { createTestFolder, runCommandAsProcess, runCommandInProcess } from '#server/testing/commandLine.ts';
import { canMountMemoryDisk, mountMemoryDisk } from '#server/testing/mountMemoryDisk.ts';
import { getPostgresUser } from '#server/testing/privatePostgres.ts';
import { type KeyPair, parseKeyPairs, sendToTestService, startTestService } from '#server/testing/startTestService.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';

const TARGET = ['--project', 'p', '--collection', 'logs'];
const FULL = { code: 1, err: 'The disk is full. Nothing was stored.\n' };
const EMPTY = 'p\tp\t0 devices\t0 documents\n';

function fill(path: string): void {
  for (const size of [2 ** 20, 4096]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
}

describe.runIf(canMountMemoryDisk())('a full disk stores nothing, and reports an error', () => {
  const { file } = createTestFolder();
  const writeDocuments = (count: number) => {
    const line = JSON.stringify({ text: 'x'.repeat(1500), list: Array.from({ length: 100 }, (_, n) => n * 1.1) });
    return file('large.ndjson', `${line}\n`.repeat(count));
  };

  test('for the embedded database', { tags: ['long'] }, async () => {
    const disk = mountMemoryDisk('size=90m');
    try {
      const at = (...args: string[]) => runCommandInProcess(...args, '--data', join(disk.path, 'data'));
      await at('project', 'create', 'p');
      const { code, err } = await at('import', 'documents', writeDocuments(30_000), ...TARGET);
      expect({ code, err }).toEqual(FULL);
      fill(join(disk.path, 'filled'));
      expect((await at('project', 'list')).err).toMatch(/^The disk of the data directory \S+data is full\.\n$/);
      // with space again, the partial import is gone and earlier data is there
      disk.remount('size=400m');
      expect((await at('project', 'list')).out).toBe(EMPTY);
    } finally {
      disk.remove();
    }
  });

  for (const endsEngine of [false, true]) {
    const name = `of a running service, which keeps reading and recovers${endsEngine ? ', even when its engine stops' : ''}`;
    test(name, { tags: endsEngine ? ['long'] : [] }, async () => {
      const disk = mountMemoryDisk('size=200m');
      const [data, filled] = [join(disk.path, 'data'), join(disk.path, 'filled')];
      const at = (...args: string[]) => runCommandInProcess(...args, '--data', data);
      const create = () => runCommandAsProcess(['project', 'create', 'q', '--data', data]);
      mkdirSync(data);
      cpSync(inject('pgliteTemplate'), join(data, 'pglite'), { recursive: true });
      writeFileSync(join(data, 'ready'), '');
      const service = await startTestService(data);
      try {
        await at('project', 'create', 'p');
        const readyz = async () => (await fetch(`${service.url}/readyz`)).json();
        const database = await openRemoteDatabase(data, () => undefined);
        const projects = () => database?.query('select id from project');
        fill(filled);
        expect(await create()).toMatchObject({ code: 1, err: expect.stringMatching(/^The disk is full\. /) });
        // a record larger than a log file crashes the engine
        const log = `select pg_logical_emit_message(true, 'test', repeat('x', 20000000))`;
        if (endsEngine) await expect(database?.query(log)).rejects.toMatchObject({ fault: 'unavailable' });
        expect(await projects()).toEqual([['p']]);
        expect(await readyz()).toEqual({
          status: 'degraded',
          reason: 'the disk is full; writing resumes when 17 MB are free',
        });
        expect(await create()).toMatchObject({ code: 1, err: expect.stringMatching(/^The disk is full\. /) });
        expect(await projects()).toEqual([['p']]);
        rmSync(filled);
        await vi.waitUntil(async () => (await readyz()).status === 'ready', { timeout: 10_000 });
        expect((await create()).code).toBe(0);
        await database?.close();
      } finally {
        await service.stop();
        disk.remove();
      }
    });
  }

  test('for the copy that a reading command makes, which leaves neither files nor a lock', async () => {
    const { path, remove } = createTestDataDirectory();
    const disk = mountMemoryDisk('nr_inodes=2');
    vi.stubEnv('TMPDIR', disk.path);
    try {
      const reading = await runCommandInProcess('export', 'devices', '--project', 'p', '--data', path);
      const advice = `Not enough space in ${disk.path} for the copy of ${path} that this command reads. Set TMPDIR to a folder with more space.\n`;
      expect(reading).toMatchObject({ code: 1, err: advice });
      expect(readdirSync(disk.path)).toEqual([]);
      await (await lockDataDirectory(path)).release();
    } finally {
      vi.unstubAllEnvs();
      disk.remove();
      remove();
    }
  });

  test('keys of a project change entirely or not at all', { tags: ['long'] }, async () => {
    const disk = mountMemoryDisk('size=90m');
    const data = join(disk.path, 'data');
    const service = await startTestService(data);
    const at = (...args: string[]) => runCommandInProcess(...args, '--data', data);
    const signIn = async (pair: KeyPair) => (await sendToTestService(service.url, pair, '/devices/get')).status;
    try {
      let pairs = parseKeyPairs((await at('project', 'create', 'p')).out);
      fill(join(disk.path, 'filled'));
      // fills the space reserved for the write-ahead log
      const filling = await at('import', 'documents', writeDocuments(30_000), ...TARGET, '--commit-every', '500');
      expect(filling.err).toContain('The disk is full.');
      for (const more of [[], ['--now'], ['--now']]) {
        const { code, out, err } = await at('project', 'rotate', 'p', ...more);
        if (code === 0) pairs = parseKeyPairs(out);
        else pairs.push(...parseKeyPairs(out));
        const refused = /^The disk is full\. (Nothing was changed|Earlier keys are still valid)\./;
        expect(err).toMatch(code === 0 ? /^$/ : refused);
      }
      const created = await at('project', 'create', 'q');
      disk.remount('size=400m');
      expect(created.err).toMatch(created.code === 0 ? /^$/ : /^The disk is full\. Nothing was changed\.$/m);
      const statuses: number[] = [];
      for (const pair of pairs) statuses.push(await signIn(pair));
      expect(statuses).toContain(200);
      expect((await at('project', 'show', 'q')).code).toBe(created.code);
      expect((await at('project', 'rotate', 'p', '--now')).code).toBe(0);
    } finally {
      await service.stop();
      disk.remove();
    }
  });

  test.runIf(inject('postgresUrl'))('for a PostgreSQL server', { tags: ['long'] }, async () => {
    const server = inject('postgresUrl') ?? '';
    const name = `full_${Math.random().toString(36).slice(2)}`;
    const disk = mountMemoryDisk('size=16m');
    const user = getPostgresUser();
    if (user) chownSync(disk.path, user.uid, user.gid);
    await runSqlOn(server, `create tablespace ${name} location '${disk.path}'`);
    try {
      await runSqlOn(server, `create database ${name} tablespace ${name}`);
      const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
      const at = (...args: string[]) => runCommandInProcess(...args, '--database', url);
      await at('project', 'create', 'p');
      const few = writeDocuments(16_000);
      const { code, err } = await at('import', 'documents', few, ...TARGET);
      expect({ code, err }).toEqual(FULL);
      disk.remount('size=400m');
      expect((await at('project', 'list')).out).toBe(EMPTY);
      expect((await at('import', 'documents', few, ...TARGET)).out).toBe('Stored 16,000 documents.\n');
    } finally {
      await runSqlOn(server, `drop database if exists ${name} with (force)`);
      await runSqlOn(server, `drop tablespace ${name}`);
      disk.remove();
    }
  });
});
