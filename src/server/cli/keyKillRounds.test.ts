import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { authenticate } from '#server/operations/authentication.ts';
import { Store } from '#server/store/store.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { createTestDataDirectory, openTestDatabase } from '#server/testing/testService.ts';
import { withDatabase } from './databaseTarget.ts';

const ROUNDS = Number(process.env['FLEETLENS_KILL_ROUNDS'] ?? getTestRepeatCount(1, 5));

type Pair = { key: string; token: string };

const kinds = inject('postgresUrl') ? (['pglite', 'postgres'] as const) : (['pglite'] as const);

describe.each(kinds)('a project always has a key that was printed, whenever a command is killed (%s)', (kind) => {
  const data = createTestDataDirectory();
  let url: string | undefined;
  let remove = async () => data.remove();
  let target: string[] = [];
  beforeAll(async () => {
    const opened = kind === 'postgres' ? await openTestDatabase(kind) : undefined;
    await opened?.database.close();
    url = opened?.url;
    target = ['--data', data.path, ...(url ? ['--database', url] : [])];
    remove = async () => {
      await opened?.remove();
      data.remove();
    };
  });
  afterAll(() => remove());

  const opening = (pairs: readonly Pair[], project: string) =>
    withDatabase({ data: data.path, database: url }, async (database) => {
      const store = new Store(database);
      const opened: Pair[] = [];
      for (const pair of pairs) {
        const headers = { authorization: pair.token };
        const request = new Request(`http://127.0.0.1/api/devices/get?apiKey=${pair.key}`, { headers });
        if ((await authenticate(request, store).catch(() => undefined)) === project) opened.push(pair);
      }
      const [found] = await database.query('select 1 from project where id = $1', [project]);
      return { opened, exists: found !== undefined };
    });

  for (const action of ['rotate', 'create'])
    test(`project ${action}`, { timeout: 580_000, tags: ['long'] }, () => kill(action));

  const kill = async (action: string) => {
    const start = performance.now();
    const first = await runUntil(['project', 'create', action, ...target], {});
    const usual = performance.now() - start;
    let seen = first.pairs;
    let [acknowledged, printed] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const project = action === 'rotate' ? 'rotate' : `create-${round}`;
      const args = ['project', action, project, ...(round % 2 && action === 'rotate' ? ['--now'] : []), ...target];
      // at any time, or shortly after the first printed line
      const after = { start: usual * (0.3 + 0.9 * Math.random()), print: 40 * Math.random() };
      const ended = await runUntil(args, round % 3 === 1 ? { print: after.print } : { start: after.start });
      if (ended.done) acknowledged++;
      printed += ended.pairs.length;
      if (action === 'create') seen = [];
      // newest last, because its use revokes the others
      seen.push(...ended.pairs);
      const { opened, exists } = await opening(seen, project);
      expect({ round, exists, opened: opened.length > 0 }).toEqual({ round, exists, opened: exists });
      if (action === 'rotate' || ended.done) expect({ round, exists }).toEqual({ round, exists: true });
      if (ended.done) expect(opened.at(-1)).toEqual(ended.pairs.at(-1));
      // varies between rounds which keys are used
      if (round % 3 === 0) seen = opened.slice(-1);
    }
    if (ROUNDS > 1) {
      console.log(
        `${action} (${kind}): ${ROUNDS} rounds, ${printed} printed, ${acknowledged} acknowledged before the kill`,
      );
    }
  };
});

async function runUntil(
  args: string[],
  kill: { start?: number; print?: number },
): Promise<{ pairs: Pair[]; done: boolean }> {
  const child = spawn(process.execPath, [inject('program'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const timers: NodeJS.Timeout[] = [];
  const killIn = (ms: number | undefined) => {
    if (ms !== undefined) timers.push(setTimeout(() => child.kill('SIGKILL'), ms));
  };
  let out = '';
  child.stdout.on('data', (text) => {
    if (out === '') killIn(kill.print);
    out += text;
  });
  killIn(kill.start);
  await new Promise((resolve) => child.on('close', resolve));
  for (const timer of timers) clearTimeout(timer);
  const pairs = [...out.matchAll(/API key (\S+)\nToken +(\S+)\n/g)].map(([, key = '', token = '']) => ({ key, token }));
  return { pairs, done: /cannot be shown again/.test(out) };
}
