import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { Device } from '#contract/deviceSchemas.ts';
import { computeExpectedFleet, createBenchDevice } from '#e2e/bench/fleetBody.ts';
import { startStubServer } from '#e2e/bench/stubServer.ts';
import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { DEMO_NOW, startServiceProcess, stopServiceProcess } from '#e2e/testing/service.ts';

type Source = { url: string; apiKey: string; token: string };

test('2,000 devices look the same from the service and from the stub', { tag: '@long' }, async ({ page, service }) => {
  await expectAlike(page, { url: service.url, apiKey: service.apiKey, token: service.token }, 2_000);
});

test('100,000 devices look the same from the service and from the stub', { tag: '@long' }, async ({ page }) => {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-fleet-'));
  const credentials = { FLEETLENS_DEMO_API_KEY: 'k', FLEETLENS_DEMO_TOKEN: 't' };
  const made = spawnSync(
    process.execPath,
    ['dist/server/main.js', 'demo', '--devices', '100000', '--documents', '1', '--data', directory],
    { env: { ...process.env, ...credentials, FLEETLENS_DEMO_NOW: DEMO_NOW }, encoding: 'utf8' },
  );
  expect(made.status, made.stderr).toBe(0);
  const service = await startServiceProcess(directory, credentials);
  try {
    await expectAlike(page, { url: service.url, apiKey: 'k', token: 't' }, 100_000);
  } finally {
    await stopServiceProcess(service.process);
    rmSync(directory, { recursive: true, force: true });
  }
});

test('a list long enough for a worker has the sort of its link, and reverses it', async ({ page }) => {
  const stub = await startStubServer();
  const devices = Array.from({ length: 8_000 }, (_, index) => createBenchDevice(index));
  const byTime = devices.sort((a, b) => a.registeredAt - b.registeredAt);
  stub.setDevices(devices.length);
  try {
    // the first request for this sort order: the worker already computes it when the page needs it
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices?asc=registeredAt`);
    await expectFirst(page, byTime);
    await sortBy(page, 'registeredAt');
    await expectFirst(page, byTime.reverse());
  } finally {
    stub.close();
  }
});

test('the rest of a list too long for the main thread is read after the page is painted', { tag: '@long' }, async ({
  page,
}) => {
  const stub = await startStubServer();
  const count = 8_000;
  stub.setDevices(count);
  await page.addInitScript(() => {
    const drawn: boolean[] = [];
    class Watched extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        drawn.push(document.querySelector('main') !== null);
      }
    }
    Object.assign(window, { drawn, Worker: Watched });
  });
  try {
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    await page.reload();
    await expect(page.getByText(`${count.toLocaleString('en')} devices`, { exact: true })).toBeVisible();
    expect(await page.evaluate('[...new Set(drawn)]')).toEqual([true]);
  } finally {
    stub.close();
  }
});

test('loads, searches, sorts and scrolls a million devices to the last', {
  tag: ['@long', '@firefox'],
}, async ({ page }) => {
  const stub = await startStubServer();
  const count = 1_000_000;
  const { firstId, firstBy } = computeExpectedFleet(count);
  stub.setDevices(count);
  try {
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    await expect(page.getByText(`${count.toLocaleString('en')} devices`, { exact: true })).toBeVisible();
    const first = getFirstRow(page).getByRole('rowheader');
    await expect(first).toHaveText(firstId);
    await first.focus();
    await page.keyboard.press('Control+End');
    const last = page.locator(`[aria-rowindex="${count + 1}"]`).getByRole('rowheader');
    await expect(last).toHaveText(createBenchDevice(count - 1).deviceID);
    const { name, deviceID } = createBenchDevice(777_777);
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    await expectCount(page, 1);
    await expect(first).toHaveText(deviceID);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await sortBy(page, 'registeredAt');
    await expect(first).toHaveText(firstBy.registeredAt);
  } finally {
    stub.close();
  }
});

async function expectAlike(page: Page, service: Source, count: number): Promise<void> {
  const stub = await startStubServer();
  stub.setDevices(count);
  try {
    await behaves(page, service, count);
    await behaves(page, { url: stub.url, apiKey: 'k', token: 't' }, count);
    await sumsUp(page, { url: stub.url, apiKey: 'k', token: 't' }, count);
  } finally {
    stub.close();
  }
}

async function behaves(page: Page, source: Source, count: number): Promise<void> {
  const devices = await list(source, {});
  const online = new Set((await list(source, { filter: 'online' })).map(({ deviceID }) => deviceID));
  expect(devices).toHaveLength(count);
  await openSignedIn(page, source, `${source.url}/devices`);
  await expect(page.getByText(`${count.toLocaleString('en')} devices`, { exact: true })).toBeVisible();
  await expectFirst(page, devices);

  const name = devices[Math.floor(count * 0.777)]?.name ?? '';
  const found = devices.filter((device) => textOf(device).includes(name.toLowerCase()));
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expectCount(page, found.length);
  await expectFirst(page, found);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');

  await sortBy(page, 'registeredAt');
  await expectFirst(
    page,
    [...devices].sort((a, b) => a.registeredAt - b.registeredAt),
  );
  await sortBy(page, 'registeredAt');
  const latest = [...devices].sort((a, b) => b.registeredAt - a.registeredAt);
  await expectFirst(page, latest);
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator(`[aria-rowindex="${count + 1}"]`).getByRole('rowheader')).toHaveText(
    latest.at(-1)?.deviceID ?? '',
  );

  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'connectivity' }).click();
  await page.getByRole('checkbox', { name: /^online / }).check();
  await expectCount(page, online.size);
  await filter.getByRole('button', { name: 'paired', exact: true }).click();
  const both = devices.filter(({ deviceID, paired }) => online.has(deviceID) && paired);
  await page.getByRole('checkbox', { name: /^paired / }).check();
  await expectCount(page, both.length);
}

async function sumsUp(page: Page, source: Source, count: number): Promise<void> {
  const devices = await list(source, {});
  const online = new Set((await list(source, { filter: 'online' })).map(({ deviceID }) => deviceID));
  await page.goto(`${source.url}/`);
  const numbers = page.getByRole('region', { name: 'The fleet in numbers' });
  for (const paired of [true, false]) {
    const own = devices.filter((device) => device.paired === paired);
    const word = paired ? 'paired' : 'unpaired';
    const both = own.filter(({ deviceID }) => online.has(deviceID)).length;
    await expect(numbers.getByRole('link', { name: `${both.toLocaleString('en')} online, ${word}` })).toBeVisible();
    await expect(numbers.getByRole('link', { name: `${own.length.toLocaleString('en')} ${word}` })).toBeVisible();
  }
  await page.getByRole('region', { name: 'Last paired', exact: true }).getByRole('radio', { name: 'Table' }).check();
  const table = page.getByRole('region', { name: 'Last paired', exact: true }).getByRole('table');
  await expect(table.getByRole('row').last()).toHaveText(`sum${count.toLocaleString('en')}`);
}

async function list({ url, apiKey, token }: Source, body: object): Promise<Device[]> {
  const response = await fetch(`${url}/api/devices/get?apiKey=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  const { devices } = (await response.json()) as { devices: Device[] }; // both servers belong to this project
  return devices;
}

async function sortBy(page: Page, field: string): Promise<void> {
  await page.getByRole('columnheader', { name: field }).getByRole('button').click();
}

async function expectCount(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
}

async function expectFirst(page: Page, devices: readonly Device[]): Promise<void> {
  const ids = devices.slice(0, 3).map(({ deviceID }) => deviceID);
  await expect(page.getByRole('rowheader').nth(ids.length - 1)).toHaveText(ids.at(-1) ?? '');
  for (const [index, id] of ids.entries()) await expect(page.getByRole('rowheader').nth(index)).toHaveText(id);
}

function textOf({ deviceID, productID, name, admin }: Device): string {
  return [deviceID, productID, name, admin].join('\n').toLowerCase();
}
