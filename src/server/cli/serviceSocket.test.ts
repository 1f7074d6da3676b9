import { existsSync, mkdirSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockDataDirectory } from '#server/store/embedded/dataDirectory.ts';
import { startCommandServer } from '#server/store/remote/commandServer.ts';
import { openRemoteDatabase } from '#server/store/remote/remoteDatabase.ts';
import {
  createTestFolder,
  encodeMessageFrame,
  runCommandAsProcess,
  runCommandInProcess,
} from '#server/testing/commandLine.ts';
import { type RunningService, startTestService } from '#server/testing/startTestService.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';

const { files } = createTestFolder();

describe('the service', () => {
  const opened: RunningService[] = [];
  const started = async (path: string) => {
    const service = await startTestService(path);
    opened.push(service);
    return service;
  };
  afterAll(async () => {
    for (const service of opened) await service.stop();
  });

  test('accepts commands in a directory whose path exceeds the length limit of sockets', {
    tags: ['long'],
  }, async () => {
    const parent = join(files, 'deep'.repeat(40));
    mkdirSync(parent);
    const path = join(parent, 'data');
    await started(path);
    expect((await runCommandAsProcess(['project', 'create', 'p', '--data', path])).code).toBe(0);
    expect((await runCommandInProcess('project', 'list', '--data', path)).out).toContain('p\tp\t');
  });

  test('reports that its socket cannot be created, and still serves', { tags: ['long'] }, async () => {
    const { path, remove } = createTestDataDirectory();
    onTestFinished(remove);
    mkdirSync(join(path, 'service.socket', 'in the way'), { recursive: true });
    const { url, getOutput } = await started(path);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(getOutput()).toContain(
      `Other commands cannot use ${path} while this service runs, because it could not create its socket there`,
    );
    const { err } = await runCommandInProcess('project', 'list', '--data', path);
    expect(err).toContain('is in use by another process');
  });

  test('a command waits for a starting service', { tags: ['long'] }, async () => {
    const path = join(files, 'starting');
    const starting = started(path);
    await vi.waitUntil(() => existsSync(join(path, 'lock')), { timeout: 60_000 });
    const waits = /is in use by another process \(process \d+ on \S+\)\. Waiting up to 30 s for it\.\n$/;
    const created = await runCommandAsProcess(['project', 'create', 'p', '--data', path]);
    expect(created).toMatchObject({ code: 0, err: expect.stringMatching(waits) });
    await starting;
  });

  test('of another version is detected', async () => {
    const { path, remove } = createTestDataDirectory();
    onTestFinished(remove);
    const held = await lockDataDirectory(path);
    onTestFinished(() => held.release());
    const other = createServer((socket) => socket.end(encodeMessageFrame('{"fleetlens":"commands","protocol":99}')));
    await new Promise<void>((resolve) => other.listen(join(path, 'service.socket'), resolve));
    onTestFinished(() => void other.close());
    expect((await runCommandInProcess('project', 'list', '--data', path)).err).toBe(
      `The service that uses ${path} has a different version than this command. Use the same version for both, or restart the service.\n`,
    );
  });

  test('that ends before its greeting does not keep the command running', async () => {
    const path = join(files, 'ending');
    mkdirSync(path);
    const other = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => other.listen(join(path, 'service.socket'), resolve));
    onTestFinished(() => void other.close());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await expect(openRemoteDatabase(path, () => undefined)).rejects.toThrow('does not respond');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('makes no copy for a command that left while it waited for another', async () => {
    const { path, remove } = createTestDataDirectory();
    onTestFinished(remove);
    const directory = await lockDataDirectory(path);
    const database = await directory.openDatabase(async () => undefined);
    const stop = await startCommandServer(directory.pinnedPath, database);
    const created = new Set<string>();
    const watcher = watch(path, (_, name) => created.add(name ?? ''));
    const first = await openRemoteDatabase(path, () => undefined);
    await first?.transaction(async () => {
      const second = await openRemoteDatabase(path, () => void second?.close());
      await expect(second?.transaction(async () => undefined)).rejects.toThrow('stopped');
    });
    await stop();
    await database.close();
    await directory.release();
    writeFileSync(join(path, 'last'), '');
    await vi.waitUntil(() => created.has('last'));
    watcher.close();
    expect([...created].filter((name) => /^pglite-[\da-f-]{36}$/.test(name))).toHaveLength(1);
  });
});
