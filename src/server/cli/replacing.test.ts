import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { runCommandAsProcess, startProgram } from '#server/testing/commandLine.ts';
import { createCommandTestTarget } from '#server/testing/createCommandTestTarget.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { getAvailableDatabaseKinds, getFastDatabaseKind } from '#server/testing/testService.ts';

const lines = (from: number, to: number, write: (n: number) => string) =>
  Array.from({ length: to - from }, (_, n) => write(from + n)).join('\n');
const fleet = (from: number, to: number) =>
  lines(from, to, (n) => JSON.stringify({ ...TEST_FLEET[0], deviceID: `D${n}` }));
const documents = (from: number, to: number) => lines(from, to, (n) => `{"documentID":"d${n}"}`);

for (const kind of getAvailableDatabaseKinds()) {
  describe(`import --replace (${kind})`, { tags: kind === getFastDatabaseKind() ? [] : ['long'] }, () => {
    const { target, place, file, at } = createCommandTestTarget(kind);
    const into = { devices: ['--project', 'p'], documents: ['--project', 'p', '--collection', 'logs'] };
    const replace = (what: 'devices' | 'documents', text: string, ...more: string[]) =>
      at('import', what, file('input.ndjson', text || '\n'), ...into[what], '--replace', ...more);
    const count = async () => (await at('project', 'list')).out.trim().split('\t').slice(2).join(', ');

    beforeAll(async () => {
      await replace('devices', fleet(0, 100));
      await replace('documents', documents(0, 100));
    }, 60_000);

    test.each(['devices', 'documents'] as const)('an empty input does not remove all %s', async (what) => {
      const refused = `The input is empty and would replace 100 ${what}. Nothing was stored. Add --allow-empty if this is intended.\n`;
      expect(await replace(what, '')).toMatchObject({ code: 1, out: '', err: refused });
      expect(await replace(what, '', '--dry-run')).toMatchObject({ code: 1, out: '', err: refused });
      expect(await count()).toBe('100 devices, 100 documents');
      expect((await replace(what, '', '--allow-empty', '--dry-run')).out).toContain('Would store 0');
    });

    test('an input that lacks more than half of the devices removes none', async () => {
      const refused = 'This would remove 51 of 100 devices, more than 50%. Nothing was stored. ';
      const advice = 'Set --max-removed 51% if this is intended.\n';
      const confirmed = await replace('devices', fleet(51, 200), '--yes');
      expect(confirmed).toMatchObject({ code: 1, err: `${refused}--yes only works in a terminal. ${advice}` });
      // the same number of devices with other IDs counts as different devices
      const rehearsed = await replace('devices', fleet(51, 200), '--dry-run');
      expect(rehearsed).toMatchObject({ code: 1, err: `${refused}${advice}` });
      expect((await replace('devices', fleet(20, 101), '--max-removed', '19%')).code).toBe(1);
      expect(await count()).toBe('100 devices, 100 documents');
      expect((await replace('devices', fleet(50, 100), '--dry-run')).code).toBe(0);
      const replaced = await replace('devices', fleet(51, 200), '--max-removed', '51%');
      expect(replaced.out).toBe('Stored 149 devices, replacing 100. 51 were removed.\n');
      await replace('devices', fleet(0, 100), '--max-removed', '100%');
    });

    test('documents without an ID are compared by count', async () => {
      expect((await replace('documents', '{}\n'.repeat(49))).err).toContain('This would remove 51 of 100 documents');
      expect((await replace('documents', documents(60, 160))).err).toContain('This would remove 60 of 100 documents');
      const mixed = `${documents(90, 110)}\n${'{}\n'.repeat(40)}`;
      expect((await replace('documents', mixed)).out).toBe('Stored 60 documents, replacing 100. 50 were removed.\n');
      expect((await replace('documents', '{}\n'.repeat(60))).out).toBe('Stored 60 documents, replacing 60.\n');
    });

    test.runIf(existsSync('/usr/bin/script'))('--yes confirms the removal in a terminal', async () => {
      const inTerminal = async (...more: string[]) => {
        const args = ['import', 'devices', file('few.ndjson', fleet(0, 10)), ...into.devices, '--replace', ...place];
        const line = [process.execPath, inject('program'), ...args, ...more].map((word) => `'${word}'`).join(' ');
        const { ended, said } = startProgram(['--quiet', '--return', '--command', line, '/dev/null'], ['script']);
        return { code: await ended, out: said.out };
      };
      const refused = 'more than 50%. Nothing was stored. Add --yes if this is intended.';
      expect(await inTerminal()).toEqual({ code: 1, out: expect.stringContaining(refused) });
      const confirmed = 'Stored 10 devices, replacing 100. 90 were removed.';
      expect(await inTerminal('--yes')).toEqual({ code: 0, out: expect.stringContaining(confirmed) });
    });

    test.runIf(kind === 'pglite')('a killed import leaves no temporary table', async () => {
      const before = await count();
      const temporary = () =>
        readdirSync(join(target.data, 'pglite', 'base'), { recursive: true }).filter((name) => /\/t\d/.test(`${name}`));
      await runCommandAsProcess(['import', 'devices', '-', ...into.devices, '--replace', ...place], (child) => {
        child.stdin?.write(fleet(0, 10));
        void vi.waitUntil(() => temporary().length > 0, { timeout: 20_000 }).finally(() => child.kill('SIGKILL'));
      });
      expect(temporary().length).toBeGreaterThan(0);
      expect(await count()).toBe(before);
      expect(temporary()).toEqual([]);
    });
  });
}
