import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockDataDirectory } from '#server/store/embedded/dataDirectory.ts';
import { createTestFolder, runCommandAsProcess, runCommandInProcess } from '#server/testing/commandLine.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { type RunningService, startTestService } from '#server/testing/startTestService.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';

const ROUNDS = Number(process.env['FLEETLENS_KILL_ROUNDS'] ?? getTestRepeatCount(1, 3));

const DOCUMENTS = 3000;
const timeout = 60_000 * ROUNDS;
const PATIENCE = { timeout: 60_000 };
const LISTED = 'p\tp\t0 devices\t3,000 documents\n';

describe('a data directory removed or replaced while a service runs', () => {
  const { file } = createTestFolder();
  const backup = file('backup');
  const services: RunningService[] = [];

  beforeAll(async () => {
    const made = createTestDataDirectory();
    renameSync(made.path, backup);
    await runCommandInProcess('project', 'create', 'p', '--data', backup);
    const lines = Array.from({ length: DOCUMENTS }, (_, n) => `{"documentID":"d${n}","n":${n}}\n`);
    const documents = file('documents.ndjson', lines.join(''));
    const into = ['--project', 'p', '--collection', 'c', '--data', backup];
    await runCommandInProcess('import', 'documents', documents, ...into);
  });
  afterAll(async () => {
    for (const service of services) await service.stop('SIGKILL');
  });

  const restored = (name: string): string => {
    const path = file(name);
    execFileSync('cp', ['-a', backup, path]);
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return path;
  };
  const started = async (path: string): Promise<RunningService> => {
    const service = await startTestService(path);
    services.push(service);
    return service;
  };
  const readiness = async ({ url }: RunningService) => {
    const response = await fetch(`${url}/readyz`);
    return { code: response.status, ...(await response.json()) };
  };
  const expectNotReady = async (service: RunningService, reason: string) => {
    await vi.waitUntil(async () => (await readiness(service)).code === 503, PATIENCE);
    expect(await readiness(service)).toEqual({ code: 503, status: 'not ready', reason });
  };
  const create = (path: string, id = 'q') => runCommandAsProcess(['project', 'create', id, '--data', path]);
  const moveAway = (path: string): string => {
    const moved = `${path}.old`;
    renameSync(path, moved);
    onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
    return moved;
  };
  const list = (path: string) => runCommandInProcess('project', 'list', '--data', path);

  test('is never opened by a second engine, whichever file was removed', { tags: ['long'] }, async () => {
    const path = restored('removed');
    const service = await started(path);

    rmSync(join(path, 'ready'));
    expect(await create(path, 'a')).toMatchObject({ code: 0, err: '' });
    await vi.waitUntil(() => existsSync(join(path, 'ready')), PATIENCE);

    rmSync(join(path, 'lock'));
    await expectNotReady(service, 'the lock file of the data directory was removed');
    const logged = `The service stopped its database in ${path} and no longer writes to it: the lock file of the data directory was removed. Restart the service.\n`;
    await vi.waitUntil(() => service.getOutput().includes(logged), PATIENCE);
    expect(await create(path, 'b')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Database error: the lock file of the data directory was removed. '),
    });

    rmSync(join(path, 'service.socket'));
    expect(await create(path, 'c')).toEqual({
      code: 1,
      out: '',
      err: `The data directory ${path} is in use by another process. Stop it first.\n`,
    });
    await service.stop();
    const [, ...projects] = (await list(path)).out.split('\n').reverse();
    expect(projects.sort()).toEqual(['a\ta\t0 devices\t0 documents', LISTED.trim()]);
  });

  test('a service whose directory was removed is not ready, and no command creates another database there', {
    tags: ['long'],
  }, async () => {
    const path = restored('gone');
    const service = await started(path);
    rmSync(path, { recursive: true });
    await expectNotReady(service, 'the data directory was removed');
    const logged = 'the data directory was removed. Restart the service.';
    await vi.waitUntil(() => service.getOutput().includes(logged), PATIENCE);
    expect(await create(path)).toEqual({
      code: 1,
      out: '',
      err: `The data directory ${path} was removed, but process ${service.child.pid} is still using it. Stop the process, or restore a backup to ${path}, before you continue.\n`,
    });
    expect(existsSync(path)).toBe(false);
    await service.stop();
    expect(await create(path)).toMatchObject({ code: 0, err: `Created a new database in ${path}.\n` });
  });

  test.each([
    ['its folder', (path: string) => rmSync(join(path, 'pglite'), { recursive: true })],
    ['its files', (path: string) => emptyFolder(join(path, 'pglite'))],
  ])(
    'a service whose database lost %s stops, and no command creates another database',
    { tags: ['long'] },
    async (_, remove) => {
      const path = restored('emptied');
      const service = await started(path);
      remove(path);
      await expectNotReady(service, 'the database was removed');
      expect(await create(path)).toMatchObject({ code: 1 });
      await service.stop();
      expect(await create(path)).toEqual({
        code: 1,
        out: '',
        err: `The data directory ${path} contains no database: the files in its folder pglite were removed. Restore a backup, or delete the whole directory to start again.\n`,
      });
    },
  );

  test('a service keeps an emptied directory locked until it ends', { tags: ['long'] }, async () => {
    const path = restored('all');
    const service = await started(path);
    emptyFolder(path);
    await vi.waitUntil(async () => (await readiness(service)).code === 503, PATIENCE);
    expect(await create(path)).toMatchObject({ code: 1, err: expect.stringMatching(/process \d+ is still using it/) });
    const restore = await runCommandInProcess('copy', '--from', backup, '--to', path);
    expect(restore.err).toBe(`The data directory ${path} is in use by another process. Stop it first.\n`);
    await service.stop();
    expect(await create(path)).toMatchObject({ code: 0, err: `Created a new database in ${path}.\n` });
  });

  test('a service does not change the files of another process at its path', { tags: ['long'] }, async () => {
    const path = restored('other');
    const service = await started(path);
    const moved = moveAway(path);
    execFileSync('cp', ['-a', backup, path]);
    const other = await lockDataDirectory(path);
    await expectNotReady(service, 'the data directory was replaced');
    await service.stop();
    expect([existsSync(join(path, 'lock')), existsSync(join(moved, 'lock'))]).toEqual([true, false]);
    await other.release();
    expect(await list(path)).toEqual({ code: 0, out: LISTED, err: '' });
  });

  const changeAndMoveAway = async (path: string) => {
    expect((await create(path, 'late')).code).toBe(0);
    return moveAway(path);
  };
  const LATE = 'late\tlate\t0 devices\t0 documents\n';
  const expectWhole = async (path: string, listed: string) => {
    expect(await list(path)).toEqual({ code: 0, out: listed, err: '' });
    const from = ['--project', 'p', '--collection', 'c', '--data', path];
    const exported = await runCommandInProcess('export', 'documents', ...from);
    expect(new Set(exported.out.trim().split('\n')).size).toBe(DOCUMENTS);
  };

  test.each([
    ['copy --from', (to: string) => runCommandInProcess('copy', '--from', backup, '--to', to)],
    ['cp -a', async (to: string) => void execFileSync('cp', ['-a', backup, to])],
  ])(
    'a restore with %s survives the service that was still running there',
    { tags: ['long'], timeout },
    async (_, restore) => {
      for (let round = 0; round < ROUNDS; round++) {
        const path = restored(`restore-${round}`);
        const service = await started(path);
        const moved = await changeAndMoveAway(path);
        await restore(path);
        await service.stop();
        await expectWhole(path, LISTED);
        await expectWhole(moved, LATE + LISTED);
        for (const each of [path, moved]) rmSync(each, { recursive: true });
      }
    },
  );

  test('of two services on one path, the one whose directory was replaced does not affect the other', {
    tags: ['long'],
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const path = restored(`pair-${round}`);
      const [first, moved] = [await started(path), await changeAndMoveAway(path)];
      execFileSync('cp', ['-a', backup, path]);
      const second = await started(path);
      await first.stop();
      expect(['lock', 'service.socket'].filter((name) => existsSync(join(path, name)))).toHaveLength(2);
      expect(await readiness(second)).toEqual({ code: 200, status: 'ready' });
      expect(await list(path)).toEqual({ code: 0, out: LISTED, err: '' });
      await second.stop();
      await expectWhole(path, LISTED);
      await expectWhole(moved, LATE + LISTED);
      for (const each of [path, moved]) rmSync(each, { recursive: true });
    }
  });
});

function emptyFolder(path: string): void {
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
}
