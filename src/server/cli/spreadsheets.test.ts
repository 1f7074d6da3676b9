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
    expect(err).toContain('--default name=B is ignored, because the file already has a name column.');
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
    expect(err).toBe('--default applies to CSV only. The input is NDJSON.\n');
  });
});

describe('a spreadsheet', () => {
  test('saved by a German Excel is imported, and each column is reported', async () => {
    const sheet = file(
      'Messwerte.csv',
      '\ufeffsep=;\r\ndocumentID;gemessen;temperatur;ok;bemerkung\r\n' +
        'm-1;31.12.2025 13:00;21,5;WAHR;\r\nm-2;01.01.2026 00:00;-1.250,75;FALSCH;"kurz; ""knapp"""\r\n',
    );
    const into = ['--project', 'p', '--collection', 'german'];
    const { out, err } = await at('import', 'documents', sheet, ...into);
    expect(out).toBe('Stored 2 documents.\n');
    expect(err).toBe(
      `CSV format: semicolon, CRLF, 5 columns.
gemessen: dates are read as day, month, year, because line 3 has "31.12.2025 13:00". To change this, use --dates.
gemessen: a time without an offset is read as UTC.
documentID: text, for example "m-1"
gemessen: time, for example 31.12.2025 13:00, stored as 1767186000000 (2025-12-31T13:00:00Z)
temperatur: number, for example 21,5, stored as 21.5
ok: text, for example "WAHR"
bemerkung: text, for example "kurz; \\"knapp\\""
`,
    );
    expect(await exported('documents', '--collection', 'german')).toMatchObject([
      { documentID: 'm-1', gemessen: Date.UTC(2025, 11, 31, 13), temperatur: 21.5 },
      { documentID: 'm-2', gemessen: Date.UTC(2026, 0, 1), temperatur: -1250.75 },
    ]);
  });

  test('of devices is imported from a pipe, with the date order detected at its end', async () => {
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
      'Line 2: lastPairedAt: "1/2/2025 1:00 PM" can mean 2025-02-01 or 2025-01-02. Use --dates dmy for day first, or ' +
        '--dates mdy for month first. Nothing was stored.\n',
    );
    const { err } = await piped(rows('12/31/2025'), '--dates', 'mdy');
    expect(err).toContain('\nregisteredAt: time, for example 1/2/2025, stored as 1735776000000 (2025-01-02');
    expect(err).toContain('\nstatus: yes/no, for example TRUE\n');
    const last = { deviceID: 'last', registeredAt: Date.UTC(2025, 11, 31) };
    expect((await exported('devices')).at(-1)).toMatchObject(last);
  });

  test('is detected and reported by a dry run, and imported in batches without detection', async () => {
    const into = ['--project', 'p', '--collection', 'trial'];
    const sheet = file('trial.csv', 'documentID;at;n\na;31.12.2025;1,5\nb;01.01.2026;2\n');
    const trial = await at('import', 'documents', sheet, ...into, '--dry-run');
    expect(trial.out).toBe('All lines are valid. Would store 2 documents.\n');
    expect(trial.err).toContain('\nat: time, for example 31.12.2025, stored as ');
    const { err } = await at('import', 'documents', sheet, ...into, '--commit-every', '1');
    expect(err).toContain('\nat: text, for example "31.12.2025"\nn: number, for example 1,5, stored as 1.5');
    const refused = await at('import', 'documents', sheet, ...into, '--dates', 'us');
    expect(refused.err).toBe('--dates: expected one of dmy, mdy, iso, not "us".\n');
  });
});
