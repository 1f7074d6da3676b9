import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createTestFolder,
  encodeMessageFrame,
  runCommandAsProcess,
  runCommandInProcess,
} from '#server/testing/commandLine.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import {
  parseKeyPairs,
  type RunningService,
  sendToTestService,
  startTestService,
} from '#server/testing/startTestService.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { createTestDataDirectory } from '#server/testing/testService.ts';

const MANY = 4000;

const PATIENCE = { timeout: 60_000 };

const { files, file } = createTestFolder();
const documents = (version: number, many = MANY) =>
  Array.from({ length: many }, (_, n) => `{"documentID":"d${n}","version":${version},"text":"of length"}\n`).join('');
const inLogs = ['--project', 'p', '--collection', 'logs'];

const foldersIn = (path: string) => readdirSync(path).filter((name) => name.startsWith('pglite'));

describe('a data directory in use by a service', () => {
  const data = createTestDataDirectory();
  let service: RunningService;
  let made = '';
  let current = 1;
  const at = (...args: string[]) => runCommandInProcess(...args, '--data', data.path);
  const ask = async (path: string, body = {}) =>
    (await sendToTestService(service.url, parseKeyPairs(made)[0], path, body)).text();
  const versions = async () => {
    const stage = { type: 'project', specs: { version: 1 } };
    const answer = await ask('/datastore/pipeline', { collection: 'logs', pipeline: [stage] });
    return [...new Set(answer.match(/"version": ?-?\d+/g))].map((match) => Number(match.split(':')[1]));
  };
  const folders = (many: number) => vi.waitUntil(() => foldersIn(data.path).length === many, PATIENCE);
  const importing = (during: (child: ChildProcess) => Promise<void>) =>
    runCommandAsProcess(['import', 'documents', ...inLogs, '--replace', '--data', data.path], (child) => {
      child.stdin?.on('error', () => undefined);
      child.stdin?.write(documents(current + 1));
      void during(child);
    });

  beforeAll(async () => {
    service = await startTestService(data.path);
    made = (await at('project', 'create', 'p')).out;
    await at('import', 'documents', file('one.ndjson', documents(1)), ...inLogs);
  });
  afterAll(async () => {
    await service.stop();
    data.remove();
  });

  test('accepts commands only from its owner, with immediate effect', async () => {
    expect(statSync(join(data.path, 'service.socket')).mode & 0o777).toBe(0o600);
    expect(await versions()).toEqual([current]);
    const devices = file('fleet.ndjson', TEST_FLEET.map((device) => JSON.stringify(device)).join('\n'));
    expect((await at('import', 'devices', devices, '--project', 'p')).out).toBe('Stored 7 devices.\n');
    expect(await ask('/devices/get')).toContain('"nDevices":7');
    made = (await at('project', 'rotate', 'p')).out;
    expect(await ask('/devices/get')).toContain('"nDevices":7');
    // only the current copy of the database is left
    await folders(2);
  });

  test('gives commands the same results as without a service', { tags: ['long'] }, async () => {
    const alone = join(files, 'alone');
    const copied = await runCommandInProcess('copy', '--from', data.path, '--to', alone);
    expect(copied.out).toMatch(/^Copied 1 project, .* and 4,000 documents\. Counts and checksums match\.\n$/);
    const bad = file('bad.ndjson', `${documents(7)}{"version":\n`);
    const sheet = file('sheet.csv', 'documentID;version\na;1\nb;2\n');
    const many = file('many.ndjson', documents(9));
    const inSheet = ['--project', 'p', '--collection', 'sheet'];
    for (const args of [
      ['import', 'documents', bad, ...inLogs, '--update'],
      ['import', 'documents', bad, ...inLogs, '--replace', '--dry-run'],
      ['import', 'documents', many, ...inLogs],
      ['import', 'documents', many, ...inLogs, '--update'],
      ['import', 'documents', sheet, ...inSheet],
      ['import', 'documents', sheet, '--project', 'none', '--collection', 'sheet'],
      ['collection', 'list', '--project', 'p'],
      ['collection', 'delete', 'sheet', '--project', 'p', '--yes'],
      ['collection', 'delete', 'sheet', '--project', 'p', '--yes'],
      ['export', 'documents', ...inSheet],
      ['export', 'documents', ...inLogs],
      ['project', 'create', 'p'],
      ['project', 'delete', 'none', '--yes'],
      ['project', 'list'],
    ]) {
      const [held, own] = [await at(...args), await runCommandInProcess(...args, '--data', alone)];
      // keeps failure messages short: whole texts have thousands of lines
      const out = held.out === own.out || held.out.slice(0, 200);
      expect({ args, ...held, out }).toEqual({ args, ...own, out: true });
    }
    const back = await runCommandInProcess('copy', '--from', alone, '--to', data.path);
    expect(back).toEqual({ code: 1, out: '', err: `${data.path} already contains projects. Nothing was copied.\n` });
    await at('import', 'documents', file('one.ndjson', documents(current)), ...inLogs, '--replace');
  });

  test('stays unchanged until a command ends, and the next command waits for it', async () => {
    let waiting: ReturnType<typeof at> | undefined;
    const { code, out } = await importing(async (child) => {
      await folders(3);
      expect(await versions()).toEqual([current]);
      waiting = at('import', 'documents', file('late.csv', 'n\n1\n'), '--project', 'p', '--collection', 'late');
      child.stdin?.end();
    });
    expect({ code, out }).toEqual({ code: 0, out: 'Stored 4,000 documents, replacing 4,000.\n' });
    expect(await waiting).toMatchObject({ code: 0, out: 'Stored 1 document.\n' });
    expect(await versions()).toEqual([++current]);
  });

  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    test(`is unchanged after a command received ${signal}`, { tags: ['long'] }, async () => {
      const { code } = await importing(async (child) => {
        await folders(3);
        child.kill(signal);
      });
      expect(code).not.toBe(0);
      await folders(2);
      expect(await versions()).toEqual([current]);
      expect((await at('project', 'list')).code).toBe(0);
    });
  }

  test('stores an endless input batch by batch', { tags: ['long'] }, async () => {
    const args = ['import', 'documents', '--project', 'p', '--collection', 'tail', '--commit-every', '2'];
    const seen = async (n: number) => {
      const answer = await ask('/datastore/pipeline', { collection: 'tail' });
      return answer.includes(`"n": ${n}`) || answer.includes(`"n":${n}`);
    };
    const { code, out } = await runCommandAsProcess([...args, '--data', data.path], async (child) => {
      child.stdin?.write('{"n":1}\n{"n":2}\n');
      await vi.waitUntil(() => seen(2), PATIENCE);
      child.stdin?.write('{"n":3}\n');
      await vi.waitUntil(() => seen(3), PATIENCE);
      child.kill('SIGINT');
    });
    expect({ code, out }).toEqual({ code: 0, out: 'Stored 3 documents.\n' });
  });

  test.each([
    'GET / HTTP/1.1\r\nhost: a\r\n\r\n',
    '{"id"',
    '{"do":"query"}',
    '{"id":1,"do":"constructor"}',
    '{"id":1,"do":"send"}',
    '{"id":1,"do":"credentials"}',
    '{"id":1,"do":"open","for":"ever"}',
  ])('stays in service after %j on its socket', async (text) => {
    const bytes = text.startsWith('{') ? encodeMessageFrame(text) : text;
    const socket = connect(join(data.path, 'service.socket'));
    socket.on('error', () => undefined);
    socket.write(bytes);
    await new Promise((resolve) => socket.resume().once('close', resolve));
    expect(await versions()).toEqual([current]);
  });

  test('is unchanged after the service was killed, and the next service starts with it', async () => {
    const { code, err } = await importing(async () => {
      await folders(3);
      await service.stop('SIGKILL');
    });
    const stopped = 'Database error: the service that uses the data directory stopped. Nothing was stored.\n';
    expect({ code, err }).toEqual({ code: 1, err: stopped });
    expect(existsSync(join(data.path, 'service.socket'))).toBe(true);
    service = await startTestService(data.path);
    expect(foldersIn(data.path)).toHaveLength(2);
    expect(await versions()).toEqual([current]);
    expect((await at('project', 'list')).code).toBe(0);
  });

  test('lets a stopping service roll back a running command', { tags: ['long'] }, async () => {
    let stopped: Promise<void> | undefined;
    const { code, err } = await importing(async () => {
      await folders(3);
      stopped = service.stop();
    });
    await stopped;
    expect({ code, err: err.slice(-20) }).toEqual({ code: 1, err: 'Nothing was stored.\n' });
    expect(existsSync(join(data.path, 'service.socket'))).toBe(false);
    service = await startTestService(data.path);
    expect(await versions()).toEqual([current]);
  });

  test(`is never partially changed in rounds of kills`, { tags: ['long'] }, async () => {
    for (let round = 0; round < getTestRepeatCount(2, 12); round++) {
      const version = 100 + round;
      const path = file(`round-${round}.ndjson`, documents(version, 5 * MANY));
      const args = ['import', 'documents', path, ...inLogs, '--replace', '--data', data.path];
      const ended = await runCommandAsProcess(args, (child) => {
        const wait = 100 + ((round * 373) % 2500);
        setTimeout(() => (round % 2 ? void service.stop('SIGKILL') : child.kill('SIGKILL')), wait);
      });
      if (round % 2) await service.stop('SIGKILL');
      if (round % 2) service = await startTestService(data.path);
      await folders(2);
      const [seen, ...more] = await versions();
      expect(more).toEqual([]);
      expect(ended.code === 0 ? [version] : [current, version]).toContain(seen);
      current = seen ?? Number.NaN;
      const { out } = await at('export', 'documents', ...inLogs);
      expect(new Set(out.match(/"version": \d+/g))).toEqual(new Set([`"version": ${current}`]));
    }
  });
});
