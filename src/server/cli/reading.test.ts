import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestFolder, runCommandAsProcess, runCommandInProcess } from '#server/testing/commandLine.ts';
import { getPostgresUser } from '#server/testing/privatePostgres.ts';
import { openTestDatabase, REVERT_CREDENTIAL_TABLE_SQL, unpackPreviousDirectory } from '#server/testing/testService.ts';

const COPIED = /^Copied 1 project, 40 devices, .* 2,600 documents\. Counts and checksums match\.\n$/;

const { files } = createTestFolder();

describe('a read-only command changes nothing', () => {
  const path = join(files, 'old');
  let project = '';
  beforeAll(() => {
    mkdirSync(path);
    unpackPreviousDirectory(path);
  });

  test('in a directory of the previous version, and reads it', { tags: ['long'] }, async () => {
    const before = contentOf(path);
    expect((await runCommandInProcess('copy', '--from', path, '--to', join(files, 'new'))).out).toMatch(COPIED);
    [project = ''] = (await runCommandInProcess('project', 'list', '--data', join(files, 'new'))).out.split('\t');
    const { out } = await runCommandInProcess('export', 'devices', '--project', project, '--data', path);
    expect(out.trimEnd().split('\n')).toHaveLength(40);
    expect(contentOf(path)).toEqual(before);
  });

  test.runIf(process.getuid?.() === 0)(
    'in a read-only backup, or reports the file that it cannot read',
    { tags: ['long'] },
    () => {
      const user = getPostgresUser();
      const backup = join(files, 'backup');
      cpSync(path, backup, { recursive: true });
      chmodSync(files, 0o755);
      execFileSync('chmod', ['-R', 'a-w,a+rX', backup]);
      execFileSync('chown', ['-R', `${user?.uid}:${user?.gid}`, backup]);
      const asUser = (...args: string[]) => {
        const child = spawnSync(process.execPath, [inject('program'), ...args], { ...user, encoding: 'utf8' });
        return { code: child.status, err: child.stderr };
      };
      const exporting = ['export', 'devices', '--project', project, '--data', backup];
      expect(asUser(...exporting)).toEqual({ code: 0, err: 'Exported 40 devices.\n' });

      const file = join(backup, 'pglite/global/pg_control');
      chownSync(file, 0, 0);
      chmodSync(file, 0o600);
      const why = `${file} belongs to user root, and user postgres has no access (EACCES).`;
      const err = `Cannot use the data directory ${backup}: ${why} Give all files of the directory to the user that runs Fleetlens.\n`;
      expect(asUser(...exporting)).toEqual({ code: 1, err });
      execFileSync('chmod', ['-R', 'u+w', backup]);
      expect(asUser('project', 'list', '--data', backup)).toEqual({ code: 1, err });
    },
  );

  for (const { words, tags } of [
    { words: 'export devices --project p', tags: [] },
    { words: 'project list', tags: ['long'] },
  ])
    test(`and reports a damaged database before the message of the engine (${words})`, { tags }, async () => {
      const damaged = mkdtempSync(join(files, 'damaged-'));
      cpSync(path, damaged, { recursive: true });
      writeFileSync(join(damaged, 'pglite/global/pg_control'), 'nonsense');
      const { code, err } = await runCommandAsProcess([...words.split(' '), '--data', damaged]);
      const advice = 'Restore a backup. The database engine reported: ';
      expect(code).toBe(1);
      expect(err).toContain(`Cannot open the database in ${damaged}: its files are damaged or incomplete. ${advice}`);
    });

  test('and reports a missing data directory', async () => {
    const { err } = await runCommandInProcess('export', 'devices', '--project', 'p', '--data', join(files, 'nothing'));
    expect(err).toBe(`No data directory exists at ${join(files, 'nothing')}.\n`);
    expect(readdirSync(files)).not.toContain('nothing');
  });

  test.runIf(inject('postgresUrl'))(
    'on a server of the previous version, which may be a replica',
    { tags: ['long'] },
    async () => {
      const { database, url = '', remove } = await openTestDatabase('postgres');
      onTestFinished(async () => {
        await database.close();
        await remove();
      });
      await runCommandInProcess('copy', '--from', path, '--to', url);
      const [id = ''] = (await runCommandInProcess('project', 'list', '--database', url)).out.split('\t');
      for (const undo of [
        ...REVERT_CREDENTIAL_TABLE_SQL,
        'drop table page_mark',
        'alter table collection drop column common',
        'alter table collection drop column generation',
        'delete from migration where step > 1',
      ]) {
        await database.transaction((session) => session.query(undo));
      }
      const replica = `${url}?options=-c%20default_transaction_read_only%3Don`;
      const to = join(files, 'from-server');
      const copied = await runCommandInProcess('copy', '--from', replica, '--to', to);
      expect(copied.err + copied.out).toMatch(COPIED);
      const exported = await runCommandInProcess('export', 'devices', '--project', id, '--database', replica);
      expect(exported.err).toContain('Exported 40 devices.');
      expect(await database.query('select count(*) from migration')).toEqual([['2']]);
      await database.transaction((session) => session.query('insert into migration values (2), (3), (4), (5)'));
      const later = 'This data was written by a newer version of Fleetlens.\n';
      expect((await runCommandInProcess('copy', '--from', replica, '--to', join(files, 'late'))).err).toBe(later);
      await database.transaction((session) => session.query('drop table migration'));
      const none = await runCommandInProcess('export', 'devices', '--project', id, '--database', replica);
      expect(none.err).toBe('The database contains no Fleetlens data.\n');
    },
  );
});

function contentOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) return [path, readlinkSync(path)];
      return [path, entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder'];
    }),
  );
}
