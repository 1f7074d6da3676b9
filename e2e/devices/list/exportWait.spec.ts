import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright/test';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createAppShellPageObject, createDevicesPageObject } from '#e2e/testing/pageObjects.ts';

async function readFiles(page: Page, finish: () => Promise<unknown>): Promise<[Record<string, string>[], object]> {
  const rows = page.waitForEvent('download', (file) => !file.suggestedFilename().endsWith('.json'));
  const manifest = page.waitForEvent('download', (file) => file.suggestedFilename().endsWith('.json'));
  await finish();
  const [text, json] = await Promise.all(
    [rows, manifest].map(async (file) => readFile(await (await file).path(), 'utf8')),
  );
  return [parse(text ?? '', { bom: true, columns: true }), JSON.parse(json ?? '')];
}

test('an export waits for connectivity on any page, or is exported without it', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?column=deviceID');
  const { sortBy } = createDevicesPageObject(page);
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await service.fault({ kind: 'latency', ms: 3_600_000 }, { operation: 'devices', times: 1 });
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'connectivity' }).check();
  await page.keyboard.press('Escape');
  await sortBy('connectivity');
  const work = page.getByRole('region', { name: 'Background tasks' });
  const begin = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Export' });
    await expect(form).toContainText('The export waits until connectivity is loaded.');
    await form.getByRole('button', { name: 'Export 2,000 rows' }).click();
    await expect(work).toContainText('Waiting for connectivity');
  };

  await begin();
  const [without, skipped] = await readFiles(page, () =>
    work.getByRole('button', { name: 'Export without connectivity' }).click(),
  );
  expect(new Set(without.map((row) => row['(connectivity)']))).toEqual(new Set(['']));
  expect(skipped).toMatchObject({ rows: 2000, notKnown: ['connectivity'] });
  await expect(work).toContainText('Exported without connectivity, which was not loaded.');
  await work.getByRole('button', { name: /^Dismiss/ }).click();

  await begin();
  // leaves the page that requested connectivity
  await createAppShellPageObject(page).page('Datastore').click();
  const [rows, manifest] = await readFiles(page, () => service.release());
  const online = new Map(service.devices.map(({ record, online }) => [record.deviceID, online ? 'online' : 'offline']));
  expect(
    rows.map(({ deviceID = '', '(connectivity)': connectivity }) => online.get(deviceID) === connectivity),
  ).not.toContain(false);
  const first = rows.findIndex((row) => row['(connectivity)'] === 'offline');
  expect(rows.slice(first).every((row) => row['(connectivity)'] === 'offline')).toBe(true);
  expect(manifest).not.toHaveProperty('notKnown');
});
