import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { runCommandWithInput } from '#server/testing/commandLine.ts';
import { createCommandTestTarget } from '#server/testing/createCommandTestTarget.ts';

const { place, file, at } = createCommandTestTarget();

describe('a duplicate ID', () => {
  const into = ['--project', 'p', '--collection', 'ids'];
  const json = (count: number, ...more: string[]) =>
    `${[...Array.from({ length: count }, (_, n) => `{"documentID":"d${n}"}`), ...more].join('\n')}\n`;

  test('is reported with both lines, also from a pipe', async () => {
    const sheet = file('twice.csv', 'documentID,note\r\na,"x\r\ny"\r\nb,\r\n\r\na,z\r\n');
    const { err } = await at('import', 'documents', sheet, ...into);
    expect(err).toContain('Line 6: the documentID "a" is already used in line 2. Nothing was stored.\n');
    // more than the list of IDs keeps in memory
    const many = json(20_000, '{"documentID":"d7"}');
    const piped = await runCommandWithInput(many, 'import', 'documents', ...into, ...place);
    expect(piped.err).toContain('Line 20001: the documentID "d7" is already used in line 8. Nothing was stored.\n');
  });

  test('is reported with both lines across batches', async () => {
    const portions = ['--commit-every', '2', '--format', 'ndjson'];
    const path = file('portions', json(5, '{"documentID":"d1"}'));
    const { err } = await at('import', 'documents', path, ...into, ...portions);
    const stored = '4 documents before this line were stored.\n';
    expect(err).toContain(`Line 6: the documentID "d1" is already used in line 2. ${stored}`);
  });

  test('from an earlier import of the file suggests --update and --replace', async () => {
    const { err } = await at('import', 'documents', file('again.ndjson', json(3)), ...into);
    expect(err).toBe(
      'Line 1: a document with the documentID "d0" is already stored. Use --update to replace it, or --replace ' +
        'to replace all documents of the collection. Nothing was stored.\n',
    );
  });
});

describe('an input file', () => {
  const into = ['--project', 'p', '--collection', 'inputs', '--replace'];
  const lines = '{"documentID":"a"}\n{"documentID":"b"}\n';
  const sheet = '\ufeffdocumentID;n\r\na;1\r\nb;2\r\n';
  const piped = (bytes: string | Buffer) => runCommandWithInput(bytes, 'import', 'documents', ...into, ...place);

  test.each([
    ['NDJSON', `\n ${lines}`],
    ['a JSON array', ' [{"documentID":"a"},\n{"documentID":"b"}]'],
    ['CSV', sheet],
    ['CSV in UTF-16', Buffer.from(sheet, 'utf16le')],
    ['NDJSON in gzip', gzipSync(lines)],
    ['CSV in gzip', gzipSync(sheet)],
  ])('without a name is detected as %s', async (_, bytes) => {
    const { out, err } = await piped(bytes);
    expect(out, err).toMatch(/^Stored 2 documents/);
  });

  test.each([
    ['fleet.csv.gz', gzipSync(sheet)],
    ['fleet.gz', gzipSync(sheet)],
    ['fleet.ndjson.gz', Buffer.concat([gzipSync('{"documentID":"a"}\n'), gzipSync('{"documentID":"b"}\n')])],
    ['fleet.txt', Buffer.from(sheet)],
    ['lines.json', Buffer.from(lines)],
    ['array.ndjson', Buffer.from('[{"documentID":"a"},{"documentID":"b"}]')],
    ['empty.ndjson.gz', gzipSync('')],
  ])('named %s is imported', async (name, bytes) => {
    const { out, err } = await at('import', 'documents', file(name, bytes), ...into.slice(0, -1), '--update');
    expect(out, err).toMatch(name.startsWith('empty') ? /^Stored 0 documents/ : /^Stored 2 documents/);
  });

  test.each([
    ['fleet.xlsx', 'The input is a workbook or another zip file, which cannot be imported. Save the sheet as CSV'],
    ['fleet.ods', 'in Excel and LibreOffice: File > Save As'],
  ])('named %s is rejected with an alternative', async (name, message) => {
    const { code, err } = await at('import', 'documents', file(name, 'PK\x03\x04'), ...into);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
    expect(err).toMatch(/import the \.csv file\.\n$/);
  });

  test.each([
    ['a workbook', 'PK\x03\x04\0\0', 'The input is a workbook or another zip file, which cannot be imported.'],
    ['an HTML page', '<!DOCTYPE html>\n<p>Sign in, please', 'The input is HTML or XML, not CSV or JSON.'],
    ['plain text', 'no such file\n', 'The format of the input could not be detected. Select it with --format'],
    ['truncated gzip', gzipSync(lines.repeat(9)).subarray(0, 30), 'the gzip data is damaged or incomplete near this'],
  ])('that is %s is rejected', async (_, bytes, message) => {
    const { code, err } = await piped(bytes);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  });
});
