import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Page } from 'playwright/test';
import { withStubServer } from '#e2e/bench/stubServer.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockSavePicker, readSavedFile } from '#e2e/helpers/savePicker.ts';

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

const form = (page: Page) => page.getByRole('dialog', { name: 'Export' });

async function filesOf(page: Page, button: RegExp): Promise<[text: string, manifest: Record<string, unknown>]> {
  const isManifest = (file: Download) => file.suggestedFilename().endsWith('.manifest.json');
  const rows = page.waitForEvent('download', (file) => !isManifest(file));
  const manifest = page.waitForEvent('download', isManifest);
  await form(page).getByRole('button', { name: button }).click();
  return [await textOf(await rows), JSON.parse(await textOf(await manifest))];
}

test('exports devices of the selectors and the filter', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?type=paired&filter=offline#is.productID=DRONE-01');
  const expected = service.devices.filter(
    ({ online, record }) => !online && record.paired && record.productID === 'DRONE-01',
  );
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [text, manifest] = await filesOf(page, new RegExp(`^Export ${expected.length} rows$`));
  expect(text.startsWith('\ufeffdeviceID,')).toBe(true);
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows.map(({ deviceID }) => deviceID).sort()).toEqual(expected.map(({ record }) => record.deviceID).sort());
  for (const row of rows) {
    const device = expected.find(({ record }) => record.deviceID === row['deviceID'])?.record;
    expect(row['name']).toBe(device?.name);
    expect(Date.parse(row['registeredAt'] ?? '')).toBe(device?.registeredAt);
    expect(row['paired']).toBe('true');
  }
  expect(manifest).toMatchObject({
    host: new URL(service.url).host,
    rows: expected.length,
    request: { type: 'paired', filter: 'offline' },
    filters: { is: { productID: ['DRONE-01'] } },
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    notes: [/^A time of 0/, /^An empty cell/, /formula\.$/, /^An apostrophe precedes IDs/].map((note) =>
      expect.stringMatching(note),
    ),
  });
  expect(JSON.stringify(manifest)).not.toContain(service.apiKey);
  expect(JSON.stringify(manifest)).not.toContain(service.token);
});

test('an export of a loading list records how many rows it has', { tag: '@long' }, async ({ page, service }) => {
  // a page without a device list: otherwise the connectivity request would consume the fault
  await openSignedIn(page, service, '/about');
  await service.fault({ kind: 'trickle', bytes: 300_000, ms: 3_600_000 }, { operation: 'devices', times: 1 });
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await expect(page.getByText(/^[\d,]+ of 2,000 devices/)).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [text, { rows, of, incomplete }] = await filesOf(page, /^Export [\d,]+ rows$/);
  const came = text.trim().split('\r\n').length - 1;
  expect(came).toBeLessThan(2_000);
  expect({ rows, of, incomplete }).toEqual({
    rows: came,
    of: came,
    incomplete: `${came.toLocaleString('en')} of 2,000 devices`,
  });
});

test('exports the visible columns as JSON', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?column=name&column=registeredAt&column=deviceID&desc=registeredAt');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await form(page).getByText('JSON', { exact: true }).click();
  await form(page).getByLabel('Times').selectOption('epoch');
  const [text, { notes }] = await filesOf(page, /^Export 2,000 rows$/);
  expect(notes).toEqual(['A time of 0 means never.']);
  const expected = service.devices
    .map(({ record: { name, registeredAt, deviceID } }) => ({ name, registeredAt, deviceID }))
    .sort((one, other) => other.registeredAt - one.registeredAt);
  const read = JSON.parse(text);
  expect(Object.keys(read[0])).toEqual(['name', 'registeredAt', 'deviceID']);
  expect(read.map(({ registeredAt }: { registeredAt: number }) => registeredAt)).toEqual(
    expected.map(({ registeredAt }) => registeredAt),
  );
  expect(new Set(read.map(({ deviceID }: { deviceID: string }) => deviceID)).size).toBe(expected.length);
});

test('a long export can be canceled, and its file kept or discarded', { tag: '@long' }, async ({ page }) => {
  await mockSavePicker(page);
  await withStubServer(100_000, async (stub) => {
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    await expect(page.getByText(`100,000 devices`, { exact: true })).toBeVisible();
    const line = page.getByRole('region', { name: 'Background tasks' });
    const written = async () => (await readSavedFile(page)).text;
    // holds writes after the first chunk, so that the export is still running when it is canceled
    const holdWriting = () =>
      page.evaluate(() => {
        const held = new Promise<void>((resolve) => Reflect.set(window, 'finishWriting', resolve));
        const { write } = FileSystemWritableFileStream.prototype;
        let may = Promise.resolve();
        FileSystemWritableFileStream.prototype.write = async function (data) {
          await may;
          may = held;
          return write.call(this, data);
        };
      });
    const finishWriting = () => page.evaluate(() => Reflect.get(window, 'finishWriting')());
    const cancel = async (): Promise<number> => {
      await holdWriting();
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await form(page).getByText('JSON', { exact: true }).click();
      await form(page).getByRole('button', { name: `Export 100,000 rows` }).click();
      await expect(line).toContainText(/[1-9]\d* kB/);
      // tasks continue on other pages
      await page.getByRole('link', { name: 'Overview' }).click();
      await line.getByRole('button', { name: /^Cancel / }).click();
      await finishWriting();
      const said = (await line.getByText(/^Canceled after [\d,]+ rows of 100,000/).textContent()) ?? '';
      // the pressed button was removed
      await expect(line.getByRole('button', { name: /^Keep [1-9]/ })).toBeFocused();
      await page.getByRole('link', { name: 'Devices', exact: true }).click();
      return Number(said.split(' ')[2]?.replaceAll(',', ''));
    };
    await cancel();
    await line.getByRole('button', { name: 'Discard' }).click();
    await expect(line).toHaveCount(0);
    expect(await written()).toBe('');

    const rows = await cancel();
    const keep = line.getByRole('button', { name: /^Keep [1-9]/ });
    const [download] = await Promise.all([page.waitForEvent('download'), keep.click()]);
    await expect(line).toContainText(`Exported ${rows.toLocaleString('en')} rows`);
    const text = await written();
    expect(JSON.parse(text)).toHaveLength(rows);
    expect(JSON.parse(await textOf(download))).toMatchObject({
      rows,
      cancelled: `the first ${rows} of ${100_000} rows`,
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  });
});
