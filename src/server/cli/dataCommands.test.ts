import { execFileSync } from 'node:child_process';
import { closeSync, lstatSync, openSync, readFileSync, readSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/store/database.ts';
import { createProject } from '#server/store/sql/projects.ts';
import { CollectionWriter } from '#server/store/transfer/bulkWriters.ts';
import { computeTableChecksums } from '#server/store/transfer/copyDatabase.ts';
import { createTestFolder, runCommandAsProcess, runCommandInProcess } from '#server/testing/commandLine.ts';
import { createCommandTestTarget, openCommandTestPlace } from '#server/testing/createCommandTestTarget.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import {
  createTestDataDirectory,
  getAvailableDatabaseKinds,
  type TestDatabaseKind,
} from '#server/testing/testService.ts';
import { withDatabase } from './databaseTarget.ts';

const text = (path: string) => readFileSync(path, 'utf8');

describe('data commands', () => {
  const { place, file, at } = createCommandTestTarget();
  const inLogs = ['--project', 'p', '--collection', 'logs'];

  test('imports a spreadsheet of devices with mapped headings, and reports the detected columns', async () => {
    const sheet = file(
      'fleet.csv',
      'No.;productID;name;status;admin;registeredAt;lastPairedAt;paired;online;site.hall\r\n' +
        '1001;7;"Unit ""A""";TRUE;;1700000000000;;FALSE;TRUE;3\r\n' +
        '1002;7;B;false;a@b.c;1700000000001;null;true;false;\r\n',
    );
    const plain = await at('import', 'devices', sheet, '--project', 'p');
    expect(plain.err).toContain('CSV format: semicolon, 10 columns.\nLine 1: missing column: deviceID.');
    const mapped = await at('import', 'devices', sheet, '--project', 'p', '--map', 'No.=deviceID');
    expect(mapped.out).toBe('Stored 2 devices.\n');
    expect((await at('export', 'devices', '--project', 'p')).out).toBe(
      '{"deviceID":"1001","productID":"7","name":"Unit \\"A\\"","status":true,"admin":"","registeredAt":1700000000000,' +
        '"paired":false,"online":true,"site":{"hall":3},"lastPairedAt":0}\n' +
        '{"deviceID":"1002","productID":"7","name":"B","status":false,"admin":"a@b.c","registeredAt":1700000000001,' +
        '"paired":true,"online":false,"lastPairedAt":0}\n',
    );
    const rehearsed = await at('import', 'devices', sheet, '--project', 'p', '--map', 'No.=deviceID', '--dry-run');
    expect(rehearsed).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Line 2: a device with the deviceID "1001" is already stored.*\nLine 3: .*"1002"/),
      err: expect.stringContaining('2 lines are invalid. Nothing was stored.'),
    });
  });

  test('exports survive a round trip byte for byte', async () => {
    const lines = TEST_FLEET.map((device, n) => `${JSON.stringify(device).slice(0, -1)}, "exact": 1.10e${n} }`);
    const anew = ['--project', 'p', '--replace', '--max-removed', '100%'];
    await at('import', 'devices', file('devices.ndjson', lines.join('\n')), ...anew);
    await at('export', 'devices', file('out.ndjson'), '--project', 'p');
    expect(text(file('out.ndjson')).trimEnd().split('\n').sort()).toEqual([...lines].sort());
    const replaced = await at('import', 'devices', file('out.ndjson'), '--project', 'p', '--replace');
    expect(replaced.out).toBe(`Stored 7 devices, replacing 7.\n`);
    expect((await at('export', 'devices', '--project', 'p')).out).toBe(text(file('out.ndjson')));

    const documents = '{"documentID":"b","z":9007199254740993,"a":[1.10,"\\n\\u00e9"]}\n{"a":{"b":null}}\n';
    await at('import', 'documents', file('logs.ndjson', documents), ...inLogs);
    await at('export', 'documents', file('logs.out'), ...inLogs);
    const updated = await at('import', 'documents', file('logs.out'), ...inLogs, '--format', 'ndjson', '--update');
    expect(updated.out).toBe('Stored 2 documents, 2 of them updated.\n');
    expect((await at('export', 'documents', '-', ...inLogs)).out).toBe(text(file('logs.out')));
    expect(text(file('logs.out'))).toContain('"z": 9007199254740993');
  });

  test('exports connectivity that is not part of the records into a given field', async () => {
    await at('demo', '--devices', '30', '--documents', '1');
    const untold = await at('export', 'devices', '--project', 'demo');
    expect(untold.err).toContain('add --online-field F');
    const { out } = await at('export', 'devices', '--project', 'demo', '--online-field', 'lit');
    const online = out.split('\n').filter((line) => line.endsWith(',"lit":true}')).length;
    await at('import', 'devices', file('lit.ndjson', out), '--project', 'demo', '--online-field', 'lit', '--replace');
    expect(online).toBeGreaterThan(10);
    expect((await at('export', 'devices', '--project', 'demo', '--online-field', 'lit')).out).toBe(out);
    const refused = await at('export', 'devices', '--project', 'demo', '--online-field', 'status');
    expect(refused.err).toContain('--online-field: status already has a different value');
  });

  test('lists and deletes collections', async () => {
    await at('import', 'documents', file('one.ndjson', '{}'), '--project', 'p', '--collection', 'one');
    expect((await at('collection', 'list', '--project', 'p')).out).toContain('one\t1 document\n');
    expect((await at('collection', 'delete', 'one', '--project', 'p')).err).toContain('Confirm with --yes.');
    const deleted = await at('collection', 'delete', 'one', '--project', 'p', '--yes');
    expect(deleted.out).toBe('Deleted collection one with 1 document.\n');
    expect((await at('collection', 'list', '--project', 'p')).out).not.toContain('one\t');
    const again = await at('collection', 'delete', 'one', '--project', 'p', '--yes');
    expect(again.err).toBe('Project p has no collection named one.\n');
  });

  test('exports into a pipe or a link without replacing it', async () => {
    const [pipe, link] = [file('pipe'), file('link')];
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, 'r+');
    onTestFinished(() => closeSync(reader));
    symlinkSync(file('linked', 'old'), link);
    const { out } = await at('export', 'devices', '--project', 'p');
    for (const target of [pipe, link]) await at('export', 'devices', target, '--project', 'p');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    const received = Buffer.alloc(Buffer.byteLength(out));
    readSync(reader, received);
    expect(received.toString()).toBe(out);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(text(file('linked'))).toBe(out);
  });

  test('keeps everything before an invalid line of an endless input', async () => {
    const args = ['import', 'documents', '--project', 'p', '--collection', 'tail', '--commit-every', '2'];
    const { code, err } = await runCommandAsProcess([...args, ...place], ({ stdin }) => {
      stdin?.end('{"n":1}\n{"n":2}\n{"n":3}\nnot JSON\n');
    });
    const stored = '2 documents before this line were stored.\n';
    expect({ code, err }).toEqual({
      code: 1,
      err: `Line 4: expected an object at character 1 of the record. ${stored}`,
    });
    const { out } = await at('export', 'documents', '--project', 'p', '--collection', 'tail');
    expect(out.match(/"n": \d/g)).toEqual(['"n": 1', '"n": 2']);
  });

  test.each<[string[], string]>([
    [['import', 'documents', ...inLogs, '--replace', '--update'], '--replace and --update cannot be combined.'],
    [['import', 'documents', ...inLogs, '--replace', '--commit-every', '5'], '--commit-every and --replace cannot be'],
    [['import', 'devices', '--project', 'p', '--allow-empty'], '--allow-empty can only be used with --replace.'],
    [
      ['import', 'devices', '--project', 'p', '--replace', '--max-removed', '200'],
      'a percentage from 0% to 100%, not "200"',
    ],
    [['import', 'devices', 'a', 'b', '--project', 'p'], 'Unexpected argument b.'],
    [['project', 'show', 'p', 'q'], 'Unexpected argument q.'],
    [['import', 'devices', '--project', 'p', '--map', 'x'], '--map: expected HEADING=FIELD, not "x".'],
    [['import', 'devices', '--project', 'p', '--encoding', 'x'], '--encoding: expected one of utf-8, utf-16le'],
    [['import', 'documents', '--project', 'p', '--collection', 'é'.repeat(129)], 'the name is longer than 256 bytes.'],
    [['export', 'documents', '--project', 'p', '--collection', 'none'], 'Project p has no collection named none.'],
    [['export', 'devices', '--project', 'none'], 'Project none does not exist.'],
    [['import', 'devices', '/tmp', '--project', 'p'], '/tmp is a directory.'],
    [['export', 'devices', '/dev/null/x', '--project', 'p'], '/dev/null/x cannot be written (ENOTDIR).'],
  ])('%j fails with a clear message', async (args, message) => {
    const { code, err } = await at(...args);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});

test('deleting a project of a data directory frees its disk space', async () => {
  const { path: data, remove } = createTestDataDirectory();
  onTestFinished(remove);
  await withDatabase({ data, database: undefined }, async (database) => {
    await database.transaction(async (session) => {
      await createProject(session, { id: 'p', name: 'p', keyHash: Buffer.from('k'), tokenHash: Buffer.from('t') });
      await (await CollectionWriter.open(session, 'p', 'logs')).writeDocuments([{ text: '{}', fields: {} }]);
    });
  });
  await runCommandInProcess('project', 'delete', 'p', '--yes', '--data', data);
  const measure = (database: Database) => database.query(`select pg_relation_size('document')`);
  expect(await withDatabase({ data, database: undefined }, measure)).toEqual([['0']]);
});

describe('copy', () => {
  const data = createTestDataDirectory();
  const { file } = createTestFolder();
  const places: (() => Promise<void>)[] = [async () => data.remove()];
  afterAll(async () => {
    for (const remove of places) await remove();
  });
  const copy = (from: string, to: string) => runCommandInProcess('copy', '--from', from, '--to', to);
  const sums = (place: string) =>
    withDatabase(
      place.includes('://') ? { data: '', database: place } : { data: place, database: undefined },
      computeTableChecksums,
    );
  const openServer = async (kind: TestDatabaseKind) => {
    const { url = '', remove } = await openCommandTestPlace(kind);
    places.push(remove);
    return url;
  };
  const copied = /^Copied 1 project, 80 devices, 5 collections and 9,400 documents\. Counts and checksums match\.\n$/;

  beforeAll(() => runCommandInProcess('demo', '--devices', '80', '--documents', '1500', '--data', data.path));

  test('copies everything from directory to directory', { tags: ['long'] }, async () => {
    const to = file('second');
    expect((await copy(data.path, to)).out).toMatch(copied);
    expect(await sums(to)).toEqual(await sums(data.path));
    expect(text(join(to, 'demo.json'))).toBe(text(join(data.path, 'demo.json')));
    const err = `${to} already contains projects. Nothing was copied.\n`;
    expect(await copy(data.path, to)).toEqual({ code: 1, out: '', err });
  });

  for (const kind of getAvailableDatabaseKinds().filter((kind) => kind !== 'pglite')) {
    test(`copies everything to a server (${kind})`, async () => {
      const url = await openServer(kind);
      expect((await copy(data.path, url)).out).toMatch(copied);
      expect(await sums(url)).toEqual(await sums(data.path));
      expect((await copy(data.path, url)).err).toContain('The target already contains projects');
    });

    test(`copies everything from a server and back (${kind})`, { tags: ['long'] }, async () => {
      const [url, back] = [await openServer(kind), file(`back-${kind}`)];
      await copy(data.path, url);
      expect((await copy(url, back)).out).toMatch(copied);
      expect(await sums(back)).toEqual(await sums(data.path));
    });
  }

  test('copies large records in small batches', { tags: ['long'] }, async () => {
    const from = createTestDataDirectory();
    places.push(async () => from.remove());
    await runCommandInProcess('project', 'create', 'wide', '--data', from.path);
    const wide = Array.from({ length: 60 }, (_, n) => JSON.stringify({ n, text: `${n}`.repeat(200_000) }));
    const narrow = Array.from({ length: 3000 }, (_, n) => `{"n":${n}}`);
    const path = file('wide.ndjson', [...narrow, ...wide, ...narrow].join('\n'));
    const target = ['--project', 'wide', '--collection', 'c', '--data', from.path];
    expect((await runCommandInProcess('import', 'documents', path, ...target)).out).toBe('Stored 6,060 documents.\n');
    expect((await copy(from.path, file('wide'))).out).toContain('6,060 documents. Counts');
  });

  test.each([
    [['--from', 'x', '--to', './x'], '--from and --to are the same database.'],
    [['--from', '/nothing', '--to', 'x'], 'No data directory exists at /nothing.'],
    [['--to', 'x'], '--from is required.'],
  ])('%j fails with a clear message', async (args, message) => {
    expect((await runCommandInProcess('copy', ...args)).err).toContain(message);
  });
});
