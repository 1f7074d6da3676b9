import { describe, expect, test } from 'vitest';
import { authenticate } from '#server/operations/authentication.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import { Store } from '#server/store/store.ts';
import { runCommandAsProcess } from '#server/testing/commandLine.ts';
import { createCommandTestTarget } from '#server/testing/createCommandTestTarget.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { type KeyPair, parseKeyPairs } from '#server/testing/startTestService.ts';
import { getAvailableDatabaseKinds } from '#server/testing/testService.ts';
import { withDatabase } from './databaseTarget.ts';

const ROUNDS = Number(process.env['FLEETLENS_KILL_ROUNDS'] ?? getTestRepeatCount(1, 5));

const kinds = getAvailableDatabaseKinds().filter((kind) => kind === 'pglite' || kind === 'postgres');

describe.each(kinds)('a project always has a key that was printed, whenever a command is killed (%s)', (kind) => {
  const { target, place } = createCommandTestTarget(kind);

  const opening = (pairs: readonly KeyPair[], project: string) =>
    withDatabase({ data: target.data, database: target.url }, async (database) => {
      // keys are read by plain queries
      const store = new Store(database as ServiceDatabase);
      const opened: KeyPair[] = [];
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
    const first = await runUntil(['project', 'create', action, ...place], {});
    const usual = performance.now() - start;
    let seen = first.pairs;
    for (let round = 0; round < ROUNDS; round++) {
      const project = action === 'rotate' ? 'rotate' : `create-${round}`;
      const args = ['project', action, project, ...(round % 2 && action === 'rotate' ? ['--now'] : []), ...place];
      // at any time, or shortly after the first printed line
      const after = { start: usual * (0.3 + 0.9 * Math.random()), print: 40 * Math.random() };
      const ended = await runUntil(args, round % 3 === 1 ? { print: after.print } : { start: after.start });
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
  };
});

async function runUntil(args: string[], kill: { start?: number; print?: number }) {
  const { out } = await runCommandAsProcess(args, (child) => {
    const timers: NodeJS.Timeout[] = [];
    const killIn = (ms: number | undefined) => {
      if (ms !== undefined) timers.push(setTimeout(() => child.kill('SIGKILL'), ms));
    };
    child.stdout?.once('data', () => killIn(kill.print));
    child.once('close', () => timers.forEach(clearTimeout));
    killIn(kill.start);
  });
  return { pairs: parseKeyPairs(out), done: /cannot be shown again/.test(out) };
}
