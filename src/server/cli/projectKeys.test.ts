import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Database } from '#server/store/database.ts';
import { openPostgres } from '#server/store/postgres/postgres.ts';
import {
  type CommandResult,
  encodeMessageFrame,
  runCommandAsProcess,
  runCommandInProcess,
} from '#server/testing/commandLine.ts';
import { openCommandTestPlace } from '#server/testing/createCommandTestTarget.ts';
import {
  type KeyPair,
  parseKeyPairs,
  type RunningService,
  sendToTestService,
  startTestService,
} from '#server/testing/startTestService.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { getAvailableDatabaseKinds, getFastDatabaseKind } from '#server/testing/testService.ts';

const SECONDS = { timeout: 30_000 };

const NONE = { key: '', token: '' };
const pairIn = ({ out }: CommandResult): KeyPair => parseKeyPairs(out)[0] ?? NONE;

const foldersIn = (path: string) => readdirSync(path).filter((name) => name.startsWith('pglite')).length;

const kinds = getAvailableDatabaseKinds().filter((kind) => kind === 'pglite' || kind === 'postgres');

// the embedded database copies its files for each command, which takes seconds
const getTags = (kind: string) => (kind === getFastDatabaseKind() ? [] : ['long']);
for (const kind of kinds)
  describe(`project keys while the service runs (${kind})`, { tags: getTags(kind) }, () => {
    let service: RunningService;
    let server: Database;
    let place: Awaited<ReturnType<typeof openCommandTestPlace>>;
    let target: string[] = [];
    let folders = 1;
    const at = (...args: string[]) => runCommandInProcess(...args, ...target);

    const signIn = async (pair: KeyPair): Promise<number> => {
      const response = await sendToTestService(service.url, pair, '/devices/get');
      await response.text();
      return response.status;
    };
    const signInWithAll = async (...pairs: KeyPair[]): Promise<number[]> => {
      const statuses: number[] = [];
      for (const pair of pairs) statuses.push(await signIn(pair));
      return statuses;
    };
    const create = async (project: string): Promise<KeyPair> => {
      const made = await at('project', 'create', project);
      expect(made).toMatchObject({ code: 0, err: '' });
      return pairIn(made);
    };
    const isImporting = async (): Promise<boolean> => {
      if (kind === 'pglite') return foldersIn(place.data) > folders;
      const [row] = await server.query(`select 1 from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and xact_start < now() - interval '200 ms'`);
      return row !== undefined;
    };
    const show = async (project: string) => (await at('project', 'show', project)).out;

    beforeAll(async () => {
      place = await openCommandTestPlace(kind);
      target = place.place;
      if (place.url) server = openPostgres({ url: place.url });
      service = await startTestService(place.data, target);
      await vi.waitUntil(async () => (await fetch(`${service.url}/readyz`)).ok, SECONDS);
    });
    afterAll(async () => {
      await service.stop();
      if (place.url) await server.close();
      await place.remove();
    });

    test('an earlier key is valid until the new one is used', async () => {
      const first = await create('p');
      const rotated = await at('project', 'rotate', 'p');
      const second = pairIn(rotated);
      expect(rotated.out).toMatch(/Still valid: key 1 \(\w{8}, created .* UTC\), until the first use of key 2\./);
      expect(await show('p')).toMatch(/key 1 .* valid until a newer key is used\n.*key 2 .* valid, not used yet\n/s);
      expect(await signIn(first)).toBe(200);
      // a wrong token does not use the key
      const wrong = { ...second, token: first.token };
      expect(await signInWithAll(first, wrong, first, second, first)).toEqual([200, 401, 200, 200, 401]);
      expect(await show('p')).toMatch(/Keys\n +key 2 [^\n]* valid\n$/);
    });

    test('an unused key does not revoke earlier keys', async () => {
      const first = await create('lost');
      await at('project', 'rotate', 'lost');
      const third = pairIn(await at('project', 'rotate', 'lost'));
      expect(await signInWithAll(first, third, first)).toEqual([200, 200, 401]);
      expect((await at('project', 'rotate', 'none')).err).toBe('Project none does not exist.\n');
    });

    test.runIf(kind === 'postgres')('a project has at most ten keys', async () => {
      const pairs = [await create('many')];
      while (pairs.length < 10) pairs.push(pairIn(await at('project', 'rotate', 'many')));
      const { err } = await at('project', 'rotate', 'many');
      expect(err).toMatch(
        /^Project many already has the maximum of 10 keys\..* Nothing was changed\.\n {2}key 1 .* {2}key 10 .* rotate many --now\n$/s,
      );
      pairs.push(pairIn(await at('project', 'rotate', 'many', '--now')));
      expect(await Promise.all(pairs.map(signIn))).toEqual([...Array(10).fill(401), 200]);
    });

    test('--now revokes all earlier keys, after the new one is printed', async () => {
      const first = await create('now');
      const rotated = await at('project', 'rotate', 'now', '--now');
      expect(rotated.out).toMatch(/^Project now\nAPI key \S+\nToken {3}\S+\n.*Revoked 1 earlier key\./s);
      expect(await signInWithAll(first, pairIn(rotated))).toEqual([401, 200]);
    });

    test('a locked project accepts no key until it is unlocked or gets a new key', async () => {
      const first = await create('locked');
      expect((await at('project', 'lock', 'locked')).out).toContain('Locked 1 key of locked.');
      expect(await signIn(first)).toBe(401);
      expect(await show('locked')).toMatch(/key 1 .* locked since/);
      expect((await at('project', 'unlock', 'locked')).out).toContain('Unlocked 1 key of locked.');
      expect(await signIn(first)).toBe(200);
      await at('project', 'lock', 'locked');
      const second = pairIn(await at('project', 'rotate', 'locked'));
      expect(await signInWithAll(first, second)).toEqual([401, 200]);
      expect(await show('locked')).toMatch(/Keys\n +key 2 [^\n]* valid\n$/);
      expect((await at('project', 'lock', 'none')).err).toBe('Project none does not exist.\n');
    });

    test('when several commands create the same project at once, one succeeds and the others fail', async () => {
      const creating: Promise<CommandResult>[] = [];
      let waiting = 0;
      const createAtOnce = () => {
        const several = Array.from({ length: 3 }, () =>
          runCommandAsProcess(['project', 'create', 'same', ...target], ({ stderr }) => {
            stderr?.once('data', () => waiting++);
          }),
        );
        creating.push(...several);
      };
      // blocks writers, so that all of them check the name before one takes it
      if (kind === 'pglite') {
        await create('other');
        folders = foldersIn(place.data);
        let blocked: Promise<void> | undefined;
        await runCommandAsProcess(['import', 'devices', '--project', 'other', ...target], ({ stdin }) => {
          stdin?.write(`${JSON.stringify(TEST_FLEET[0])}\n`);
          const block = async () => {
            await vi.waitUntil(isImporting, SECONDS);
            createAtOnce();
            await vi.waitUntil(() => waiting === 3, SECONDS);
          };
          blocked = block().finally(() => stdin?.end());
          blocked.catch(() => undefined);
        });
      } else {
        await server.transaction(async (session) => {
          await session.query('lock table project in share mode');
          createAtOnce();
          const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          await vi.waitUntil(async () => (await server.query(blocked)).length === 3, SECONDS);
        });
      }
      const made = await Promise.all(creating);
      const [one, ...more] = made.filter(({ code }) => code === 0);
      expect(more).toEqual([]);
      expect(await signIn(one ? pairIn(one) : NONE)).toBe(200);
      const others = made.filter(({ code }) => code !== 0);
      expect(others.map(({ out, err }) => out + err)).toEqual(
        Array(2).fill(expect.stringMatching(/^(Another command .*\n)?Project same already exists\.\n$/)),
      );
    });

    test('nothing changes if the key cannot be printed', async () => {
      const first = await create('full');
      for (const words of ['rotate full', 'create never']) {
        const args = [inject('program'), 'project', ...words.split(' '), ...target];
        const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
        const { status, stderr } = spawnSync(process.execPath, args, { stdio: [...stdio], encoding: 'utf8' });
        const err = 'The key could not be printed (ENOSPC). Nothing was changed.\n';
        expect({ status, stderr }).toEqual({ status: 1, stderr: err });
      }
      expect(await signIn(first)).toBe(200);
      expect(await show('full')).toMatch(/Keys\n +key 1 [^\n]* valid\n$/);
      expect((await at('project', 'show', 'never')).err).toBe('Project never does not exist.\n');
    });

    test('a revocation does not wait for an import that waits for its input, and stays in effect', async () => {
      const [first, other] = [await create('waits'), await create('leaked')];
      let second: KeyPair | undefined;
      const changed = async (...args: string[]) => {
        const ended = await at('project', ...args);
        expect(ended).toMatchObject({ code: 0, err: '' });
        return ended;
      };
      const revoke = async () => {
        await vi.waitUntil(isImporting, SECONDS);
        second = pairIn(await changed('rotate', 'waits', '--now'));
        await changed('lock', 'leaked');
        expect(await signInWithAll(first, second, other)).toEqual([401, 200, 401]);
      };
      folders = foldersIn(place.data);
      let revoked: Promise<void> | undefined;
      const imported = await runCommandAsProcess(
        ['import', 'devices', '--project', 'waits', ...target],
        ({ stdin }) => {
          stdin?.write(`${JSON.stringify(TEST_FLEET[0])}\n`);
          revoked = revoke().finally(() => stdin?.end());
          revoked.catch(() => undefined);
        },
      );
      await revoked;
      expect(imported).toMatchObject({ code: 0, out: 'Stored 1 device.\n' });
      // the import's copy replaced the database that the revocation had changed
      expect(await signInWithAll(first, second ?? first, other)).toEqual([401, 200, 401]);
      expect(await show('waits')).toContain('1 device');
    });

    test.runIf(kind === 'pglite')('a revocation interrupts a long database operation', async () => {
      const first = await create('busy');
      // the maximum number of commands, one of which holds the database
      const sockets = Array.from({ length: 16 }, () => connect(join(place.data, 'service.socket')));
      const said = Promise.all(sockets.map((socket) => once(socket, 'data')));
      for (const socket of sockets) socket.write(encodeMessageFrame('{"id":1,"do":"greet"}'));
      await said;
      let holding = '';
      sockets[0]?.on('data', (text) => {
        holding += text;
      });
      sockets[0]?.write(encodeMessageFrame('{"id":2,"do":"open","for":"short"}'));
      const statements = serialize([{ sql: 'select pg_sleep(600)', values: [] }]);
      sockets[0]?.write(encodeMessageFrame('{"id":3,"do":"send"}', statements));
      await vi.waitUntil(() => holding.includes('"id":2'), SECONDS);
      const second = pairIn(await at('project', 'rotate', 'busy', '--now'));
      expect(await signInWithAll(first, second)).toEqual([401, 200]);
      await vi.waitUntil(() => holding.includes('"id":3,"error"'), SECONDS);
      for (const socket of sockets) socket.destroy();
    });
  });
