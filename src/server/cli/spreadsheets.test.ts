import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DEVICE_FIELDS } from '#contract/device.ts';
import { command, folderOfTests, run } from '#server/testing/commandLine.ts';
import { makeDataDirectory, openDatabase } from '#server/testing/service.ts';

const { files, file } = folderOfTests();

describe('spreadsheets', () => {
  const place: string[] = [];
  const cleanUp: (() => unknown)[] = [];
  const at = (...args: string[]) => command(...args, ...place);
  beforeAll(async () => {
    // a server opens sooner than an embedded database
    if (inject('postgresUrl')) {
      const { database, url = '', remove } = await openDatabase('postgres');
      await database.close();
      cleanUp.push(remove);
      place.push('--database', url, '--data', files);
    } else {
      const { path, remove } = makeDataDirectory();
      cleanUp.push(remove);
      place.push('--data', path);
    }
    await at('project', 'create', 'p');
  });
  afterAll(() => Promise.all(cleanUp.map((remove) => remove())));

  const devices = async () => {
    const { out } = await at('export', 'devices', '--project', 'p');
    return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  };

  describe('columns of devices', () => {
    const required = DEVICE_FIELDS.filter((field) => field !== 'lastPairedAt');

    test('are listed by --help', async () => {
      const { out } = await run(['import', 'devices', '--help']);
      expect(out).toContain(`required: ${required.join(', ')}\n`);
      expect(out).toContain('optional: lastPairedAt');
    });

    test('are in the sample that --example prints, which can be imported', async () => {
      const sample = await command('import', 'devices', '--example');
      const [headings = '', ...rows] = sample.out.trimEnd().split('\n');
      expect(headings.split(',')).toEqual([...DEVICE_FIELDS, 'online']);
      const imported = await at('import', 'devices', file('sample.csv', sample.out), '--project', 'p', '--replace');
      expect(imported.out).toBe(`Stored ${rows.length} devices.\n`.replace('.', ' in place of 0.'));
      expect((await devices()).map(({ lastPairedAt }) => lastPairedAt)).toContain(0);

      const logs = await command('import', 'documents', '--example');
      const into = ['--project', 'p', '--collection', 'sample'];
      expect((await at('import', 'documents', file('logs.csv', logs.out), ...into)).out).toMatch(
        /^Stored \d documents/,
      );
    });

    test('that are missing are all named at once', async () => {
      const sheet = file('few.csv', 'No.,name,paired,registeredAt\n1,A,true,2026-01-01\n');
      const { err } = await at('import', 'devices', sheet, '--project', 'p');
      expect(err).toContain(
        'Line 1: these columns are missing: deviceID, productID, status, admin. The file has ' +
          '"No.", "name", "paired", "registeredAt". --map "HEADING=deviceID" renames a column, ' +
          '--default productID=VALUE fills one. Nothing was stored.\n',
      );
    });

    test('that are missing are filled by --default, and no others', async () => {
      const sheet = file('lacks.csv', 'deviceID,productID,name,paired,registeredAt\nL1,P,A,true,2026-01-01\n');
      const fill = ['--default', 'admin=,status=yes', '--default', 'name=B,site.hall=3', '--default', 'note=a, b'];
      const { err, out } = await at('import', 'devices', sheet, '--project', 'p', '--replace', ...fill);
      expect(err).toContain('The file has a column name, so --default name=B is not used.');
      expect(out).toMatch(/^Stored 1 device/);
      expect(await devices()).toEqual([
        {
          deviceID: 'L1',
          productID: 'P',
          name: 'A',
          status: true,
          admin: '',
          registeredAt: Date.UTC(2026, 0, 1),
          lastPairedAt: 0,
          paired: true,
          site: { hall: 3 },
          note: 'a, b',
        },
      ]);
    });

    test.each([
      ['admin', '--default: expected FIELD=VALUE, not "admin".'],
      ['admin=,admin=x', '--default: admin is given twice.'],
      ['admin=,status=', '--default status=: expected true or false.'],
      ['admin=,status=maybe', '--default status=maybe: expected true or false'],
    ])('--default %s is refused', async (fill, message) => {
      const sheet = file('lacks.csv', 'deviceID,productID,name,paired,registeredAt\nL1,P,A,true,2026-01-01\n');
      const { code, err } = await at('import', 'devices', sheet, '--project', 'p', '--default', fill);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
    });

    test('cannot be filled in records that have their fields with them', async () => {
      const records = file('fleet.ndjson', '{}\n');
      const { err } = await at('import', 'devices', records, '--project', 'p', '--default', 'admin=');
      expect(err).toBe('--default fills columns of CSV, and the input is NDJSON.\n');
    });
  });

  describe('an ID that is not new', () => {
    const into = ['--project', 'p', '--collection', 'ids'];
    const json = (count: number, ...more: string[]) =>
      `${[...Array.from({ length: count }, (_, n) => `{"documentID":"d${n}"}`), ...more].join('\n')}\n`;

    test('is named with both lines, in a pipe too', async () => {
      const sheet = file('twice.csv', 'documentID,note\r\na,"x\r\ny"\r\nb,\r\n\r\na,z\r\n');
      const { err } = await at('import', 'documents', sheet, ...into);
      expect(err).toContain('Line 6: the documentID "a" is already in line 2. Nothing was stored.\n');
      // more than the list of IDs keeps in memory
      const piped = await run(['import', 'documents', ...into, ...place], ({ stdin }) => {
        stdin?.end(json(20_000, '{"documentID":"d7"}'));
      });
      expect(piped.err).toContain('Line 20001: the documentID "d7" is already in line 8. Nothing was stored.\n');
    });

    test('is named with both lines across portions', async () => {
      const portions = ['--commit-every', '2', '--format', 'ndjson'];
      const { err } = await at(
        'import',
        'documents',
        file('portions', json(5, '{"documentID":"d1"}')),
        ...into,
        ...portions,
      );
      expect(err).toContain('Line 6: the documentID "d1" is already in line 2. 4 documents before it are stored.\n');
    });

    test('because the file was imported before, names --update and --replace', async () => {
      const again = file('again.ndjson', json(3));
      const { err } = await at('import', 'documents', again, ...into);
      expect(err).toBe(
        'Line 1: a document with the documentID "d0" is already stored. Use --update to replace it, or --replace ' +
          'to replace all documents of the collection. Nothing was stored.\n',
      );
    });
  });

  describe('an input', () => {
    const into = ['--project', 'p', '--collection', 'inputs', '--replace'];
    const lines = '{"documentID":"a"}\n{"documentID":"b"}\n';
    const sheet = '\ufeffdocumentID;n\r\na;1\r\nb;2\r\n';
    const piped = (bytes: string | Buffer, ...args: string[]) =>
      run(['import', 'documents', ...into, ...args, ...place], ({ stdin }) => stdin?.end(bytes));

    test.each([
      ['NDJSON', `\n ${lines}`],
      ['a JSON array', ' [{"documentID":"a"},\n{"documentID":"b"}]'],
      ['CSV', sheet],
      ['CSV in UTF-16', Buffer.from(sheet, 'utf16le')],
      ['NDJSON in gzip', gzipSync(lines)],
      ['CSV in gzip', gzipSync(sheet)],
    ])('without a name is read as the %s that it holds', async (_, bytes) => {
      const { out, err } = await piped(bytes);
      expect(out, err).toMatch(/^Stored 2 documents/);
    });

    test.each([
      ['fleet.csv.gz', gzipSync(sheet)],
      ['fleet.gz', gzipSync(sheet)],
      ['fleet.ndjson.gz', Buffer.concat([gzipSync('{"documentID":"a"}\n'), gzipSync('{"documentID":"b"}\n')])],
      ['fleet.txt', Buffer.from(sheet)],
      ['empty.ndjson.gz', gzipSync('')],
    ])('named %s is read', async (name, bytes) => {
      writeFileSync(file(name), bytes);
      const { out, err } = await at('import', 'documents', file(name), ...into.slice(0, -1), '--update');
      expect(out, err).toMatch(name.startsWith('empty') ? /^Stored 0 documents/ : /^Stored 2 documents/);
    });

    test.each([
      [
        'fleet.xlsx',
        'PK\x03\x04',
        'fleet.xlsx is an Excel workbook, which import cannot read. In Excel, choose File > Save As',
      ],
      [
        'fleet.ods',
        'PK\x03\x04',
        'fleet.ods is an OpenDocument spreadsheet, which import cannot read. In LibreOffice, choose',
      ],
    ])('named %s is refused, with what to do instead', async (name, bytes, message) => {
      const { code, err } = await at('import', 'documents', file(name, bytes), ...into);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
      expect(err).toMatch(/import the \.csv file\.\n$/);
    });

    test.each([
      [
        'a workbook',
        Buffer.from('PK\x03\x04\0\0'),
        'The input is a workbook or another zip file, which import cannot read.',
      ],
      ['a page', '<!DOCTYPE html>\n<p>Sign in, please', 'The input is HTML or XML, not CSV or JSON.'],
      [
        'a sentence',
        'no such file\n',
        'The input is neither JSON nor CSV, as far as its first line shows. Name its format',
      ],
      [
        'gzip that is cut off',
        gzipSync(lines.repeat(9)).subarray(0, 30),
        'the gzip data is damaged or cut off from about here on',
      ],
    ])('that is %s is refused', async (_, bytes, message) => {
      const { code, err } = await piped(bytes);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
    });
  });
});
