import { describe, expect, test } from 'vitest';
import { DEVICE_FIELD_NAMES } from '#contract/device.ts';
import { runCommandInProcess, runCommandWithInput } from '#server/testing/commandLine.ts';
import { createCommandTestTarget } from '#server/testing/createCommandTestTarget.ts';
import { COMMANDS } from './commands.ts';

const { place, file, at, exported } = createCommandTestTarget();

describe('device columns', () => {
  const lacking = 'deviceID,productID,name,paired,registeredAt\nL1,P,A,true,2026-01-01\n';
  const required = DEVICE_FIELD_NAMES.filter((field) => field !== 'lastPairedAt');

  test('are listed by --help', async () => {
    const { usage } = COMMANDS['import'] ?? {};
    expect(usage).toContain(`required: ${required.join(', ')}\n`);
    expect(usage).toContain('optional: lastPairedAt');
  });

  test('are in the sample printed by --example, which can be imported', async () => {
    const sample = await runCommandInProcess('import', 'devices', '--example');
    const [headings = '', ...rows] = sample.out.trimEnd().split('\n');
    expect(headings.split(',')).toEqual([...DEVICE_FIELD_NAMES, 'online']);
    const imported = await at('import', 'devices', file('sample.csv', sample.out), '--project', 'p', '--replace');
    expect(imported.out).toBe(`Stored ${rows.length} devices, replacing 0.\n`);
    expect((await exported('devices')).map(({ lastPairedAt }) => lastPairedAt)).toContain(0);

    const logs = await runCommandInProcess('import', 'documents', '--example');
    const into = ['--project', 'p', '--collection', 'sample'];
    expect((await at('import', 'documents', file('logs.csv', logs.out), ...into)).out).toMatch(/^Stored \d documents/);
  });

  test('that are missing are all reported at once', async () => {
    const sheet = file('few.csv', 'No.,name,paired,registeredAt\n1,A,true,2026-01-01\n');
    const { err } = await at('import', 'devices', sheet, '--project', 'p');
    expect(err).toContain(
      'Line 1: missing columns: deviceID, productID, status, admin. The columns are ' +
        '"No.", "name", "paired", "registeredAt". To rename a column, use --map "HEADING=deviceID"; ' +
        'to fill one, use --default productID=VALUE. Nothing was stored.\n',
    );
  });

  test('that are missing are filled by --default, and no others', async () => {
    const fill = ['--default', 'admin=,status=yes', '--default', 'name=B,site.hall=3', '--default', 'note=a, b'];
    const anew = ['--project', 'p', '--replace', '--max-removed', '100%'];
    const { err, out } = await at('import', 'devices', file('lacks.csv', lacking), ...anew, ...fill);
    expect(err).toContain('--default name=B is ignored: the file has this column.');
    expect(out).toMatch(/^Stored 1 device/);
    const given = { deviceID: 'L1', productID: 'P', name: 'A', paired: true, registeredAt: Date.UTC(2026, 0, 1) };
    const filled = { status: true, admin: '', lastPairedAt: 0, site: { hall: 3 }, note: 'a, b' };
    expect(await exported('devices')).toEqual([{ ...given, ...filled }]);
  });

  test.each([
    ['admin', '--default: expected FIELD=VALUE, not "admin".'],
    ['admin=,admin=x', '--default: field admin has two values.'],
    ['admin=,status=', '--default status=: expected true or false.'],
    ['admin=,status=maybe', '--default status=maybe: expected true or false'],
  ])('--default %s is rejected', async (fill, message) => {
    const into = ['--project', 'p', '--default', fill];
    const { code, err } = await at('import', 'devices', file('lacks.csv', lacking), ...into);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  });

  test('are not filled in JSON records', async () => {
    const records = file('fleet.ndjson', '{}\n');
    const { err } = await at('import', 'devices', records, '--project', 'p', '--default', 'admin=');
    expect(err).toBe('--default applies to CSV only. The input is JSON.\n');
  });
});

describe('a spreadsheet', () => {
  test('saved by a German Excel is imported, and each column is reported', async () => {
    const sheet = file(
      'Messwerte.csv',
      Buffer.from(
        'sep=;\r\ndocumentID;gemessen;größe;ok;bemerkung\r\n' +
          'm-1;31.12.2025 13:00;21,5;WAHR;\r\nm-2;01.01.2026 00:00;-1.250,75;FALSCH;"kurz; ""knapp"""\r\n',
        'latin1',
      ),
    );
    const into = ['--project', 'p', '--collection', 'german'];
    const notation = ['--encoding', 'windows-1252', '--decimal', 'comma', '--dates', 'dmy'];
    const { out, err } = await at('import', 'documents', sheet, ...into, ...notation);
    expect(out).toBe('Stored 2 documents.\n');
    expect(err).toBe(
      `CSV format: semicolon, 5 columns.
documentID: text, for example "m-1"
gemessen: time, for example 31.12.2025 13:00, stored as 1767186000000 (2025-12-31T13:00:00Z)
größe: number, for example 21,5, stored as 21.5
ok: text, for example "WAHR"
bemerkung: text, for example "kurz; \\"knapp\\""
`,
    );
    expect(await exported('documents', '--collection', 'german')).toMatchObject([
      { documentID: 'm-1', gemessen: Date.UTC(2025, 11, 31, 13), größe: 21.5 },
      { documentID: 'm-2', gemessen: Date.UTC(2026, 0, 1), größe: -1250.75 },
    ]);
  });

  test('of devices is imported from a pipe, with the order of its dates', async () => {
    const rows = (last: string) =>
      [
        'deviceID,productID,name,status,admin,registeredAt,lastPairedAt,paired',
        ...Array.from({ length: 3000 }, (_, n) => `d${n},P,Unit,TRUE,,1/2/2025,1/2/2025 1:00 PM,TRUE`),
        `last,P,Unit,TRUE,,${last},,FALSE\n`,
      ].join('\n');
    const anew = ['import', 'devices', '--project', 'p', '--replace', '--max-removed', '100%', ...place];
    const piped = (text: string, ...args: string[]) => runCommandWithInput(text, ...anew, ...args);
    const refused = await piped(rows('12/31/2025'));
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(
      'Line 2: registeredAt: expected a time such as 2026-01-31T12:00:00Z or milliseconds, found "1/2/2025"; ' +
        'to read times, use --dates dmy or --dates mdy. Nothing was stored.\n',
    );
    const { err } = await piped(rows('12/31/2025'), '--dates', 'mdy');
    expect(err).toContain('\nregisteredAt: time, for example 1/2/2025, stored as 1735776000000 (2025-01-02');
    expect(err).toContain('\nstatus: yes/no, for example TRUE\n');
    const last = { deviceID: 'last', registeredAt: Date.UTC(2025, 11, 31) };
    expect((await exported('devices')).at(-1)).toMatchObject(last);
  });

  test('is read in the same way by a dry run and in batches', async () => {
    const into = ['--project', 'p', '--collection', 'trial', '--dates', 'dmy', '--decimal', 'comma'];
    const sheet = file('trial.csv', 'documentID;at;n\na;31.12.2025;1,5\nb;01.01.2026;2\n');
    const trial = await at('import', 'documents', sheet, ...into, '--dry-run');
    expect(trial.out).toBe('All lines are valid. Would store 2 documents.\n');
    const { err } = await at('import', 'documents', sheet, ...into, '--commit-every', '1');
    expect(err).toBe(trial.err);
    expect(err).toContain('\nat: time, for example 31.12.2025, stored as ');
    expect(err).toContain('\nn: number, for example 1,5, stored as 1.5');
    const refused = await at('import', 'documents', sheet, ...into, '--dates', 'us');
    expect(refused.err).toBe('--dates: expected one of dmy, mdy, iso, not "us".\n');
  });
});

describe('a file that the console exported', () => {
  const head =
    'deviceID,productID,name,status,admin,registeredAt,(registeredAt),lastPairedAt,paired,location,(connectivity)';
  const at0 = Date.UTC(2026, 0, 31);
  const device = { productID: 'P', status: true, admin: '', registeredAt: at0, lastPairedAt: 0, paired: false };
  const anew = ['--project', 'p', '--replace', '--max-removed', '100%'];

  test('as CSV restores IDs, names and objects, and leaves out derived columns', async () => {
    const rows = [
      `'356938035643809,P,'-pump,true,"",${at0},2026-01-31T00:00:00.000Z,0,false,"{""site"":""A""}",online`,
      `'12E4,P,"'tis, "" 5",true,"",${at0},2026-01-31T00:00:00.000Z,0,false,=7,offline`,
    ];
    const sheet = file('export.csv', `\ufeff${[head, ...rows, ''].join('\r\n')}`);
    const { err } = await at('import', 'devices', sheet, ...anew);
    expect(err).toContain(
      '(connectivity) is left out, because it is not part of the records. To import it, add --map "(connectivity)=NAME".',
    );
    expect(await exported('devices')).toEqual([
      { deviceID: '12E4', ...device, name: `'tis, " 5`, location: 7 },
      { deviceID: '356938035643809', ...device, name: '-pump', location: { site: 'A' } },
    ]);
    expect((await at('import', 'devices', sheet, '--project', 'p', '--update')).out).toContain('2 of them updated');
    const kept = await at('import', 'devices', sheet, ...anew, '--map', '(connectivity)=was');
    expect(kept.out, kept.err).toMatch(/^Stored 2/);
    expect(await exported('devices')).toMatchObject([{ was: 'offline' }, { was: 'online' }]);
  });

  test('as NDJSON restores times, also with connectivity of an earlier version', async () => {
    const iso = { registeredAt: '2026-01-31T00:00:00.000Z', lastPairedAt: '2026-01-31 00:00' };
    const derived = { '(check)': 'offline', '(registeredAt)': 5, connectivity: 'online' };
    const own = { lastSeenAt: 7, '(note)': 'own' };
    const line = { deviceID: 'a', name: 'A', ...device, ...iso, ...derived, ...own };
    const { err } = await at('import', 'devices', file('export.ndjson', `${JSON.stringify(line)}\n`), ...anew);
    expect(await exported('devices')).toEqual([
      { deviceID: 'a', name: 'A', ...device, registeredAt: at0, lastPairedAt: at0, ...own },
    ]);
    expect(err).toBe(
      '(check): left out, because it is not part of the records.\n' +
        '(registeredAt): left out, because it is not part of the records.\n' +
        'connectivity: left out, because it is not part of the records.\n',
    );
    const [other] = [JSON.stringify({ ...line, connectivity: { connected: true } })];
    await at('import', 'devices', file('other.ndjson', `${other}\n`), ...anew);
    expect(await exported('devices')).toMatchObject([{ connectivity: { connected: true } }]);
  });
});

describe('options of CSV', () => {
  const into = ['--project', 'p', '--collection', 'options', '--replace'];

  test('choose the notation of numbers', async () => {
    const sheet = file('notation.csv', 'documentID,a,b\nx,"1,234",12E4\ny,"5,678",7\n');
    const as = async (...args: string[]) => {
      const { err } = await at('import', 'documents', sheet, ...into, '--max-removed', '100%', ...args);
      return [err, (await exported('documents', '--collection', 'options')).map(({ a, b }) => [a, b])];
    };
    const [hints, texts] = await as();
    expect(hints).toContain(
      'a: text, for example "1,234" (to read numbers, use --decimal point or --decimal comma)\n' +
        'b: text, for example "12E4" (it may be hexadecimal; to read numbers, use --number b)\n',
    );
    expect(texts).toEqual([
      ['1,234', '12E4'],
      ['5,678', '7'],
    ]);
    expect((await as('--decimal', 'comma'))[1]).toEqual([
      [1.234, '12E4'],
      [5.678, '7'],
    ]);
    expect((await as('--decimal', 'point', '--number', 'b'))[1]).toEqual([
      [1234, 120_000],
      [5678, 7],
    ]);
  });

  test('leave out a column without a heading, and words that mean no value', async () => {
    const sheet = file('pandas.csv', ',documentID,v\n0,a,1.5\n1,b,NA\n');
    await at('import', 'documents', sheet, ...into, '--max-removed', '100%', '--map', '=', '--empty', 'NA');
    expect(await exported('documents', '--collection', 'options')).toEqual([
      { documentID: 'a', v: 1.5 },
      { documentID: 'b' },
    ]);
  });

  test('reject cells that are not numbers, and JSON', async () => {
    const sheet = file('number.csv', 'documentID,a\nx,5\ny,soon\n');
    const { err } = await at('import', 'documents', sheet, ...into, '--number', 'a');
    expect(err).toContain(
      'Line 3: a: expected a number, found "soon"; if "soon" means no value, use --empty "soon". Nothing',
    );
    const json = await at('import', 'documents', file('n.json', '[]'), ...into, '--empty', 'NA');
    expect(json.err).toBe('--empty applies to CSV only. The input is JSON.\n');
  });
});
