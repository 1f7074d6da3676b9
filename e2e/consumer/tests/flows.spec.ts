import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DEMO_NOW, expect, FAULT_SENTENCES, signIn, test } from 'fleetlens/testing';

test.describe('not signed in', () => {
  test.use({ signedIn: false });

  test('a user signs in, finds a device by its ID and opens it', async ({ page, service, places }) => {
    const record = service.devices[3]?.record;
    if (!record) throw new Error('The demo holds too few devices.');
    await signIn(page, service);
    const { search, row } = places.devices;
    await search.fill(record.deviceID);
    await row(record.deviceID).getByRole('link', { name: record.deviceID }).click();
    await expect(places.frame.title).toHaveText(record.name);
    await expect(places.device.record).toContainText(record.productID);
  });
});

test('exports the paired devices of a product as CSV', async ({ page, service, places }) => {
  const wanted = service.devices.filter(({ record }) => record.paired && record.productID === 'PUMP-X2');
  const { devices } = places;
  await devices.open();
  await devices.type.selectOption('paired');
  await devices.product.fill('PUMP-X2');
  await devices.product.press('Enter');
  await expect.poll(devices.count).toBe(wanted.length);
  await devices.export.click();
  const form = devices.dialog('Export');
  await form.getByRole('checkbox', { name: 'as a second file' }).uncheck();
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: /^Export \d+ rows/ }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(wanted.length + 1);
});

test('builds a pipeline from stages and shows its rows', async ({ service, places }) => {
  await service.seed({
    documents: {
      visits: [
        { documentID: 'v1', city: 'Basel', guests: 3 },
        { documentID: 'v2', city: 'Bern', guests: 7 },
        { documentID: 'v3', city: 'Basel', guests: 9 },
      ],
    },
  });
  const { datastore } = places;
  await datastore.open();
  await datastore.collection.fill('visits');
  await datastore.add('Match').click();
  await datastore.part('Field', 1).fill('city');
  await datastore.part('Value', 1).fill('Basel');
  await datastore.add('Sort').click();
  await datastore.part('Sort by', 2).fill('guests');
  await datastore.part('Direction', 2).selectOption('descending');
  const rows = await datastore.run();
  expect(rows.map(({ guests }) => guests)).toEqual([9, 3]);
  await expect(await datastore.cells('documentID')).toHaveText(['v3', 'v1']);
});

test('shows the error of a failing service, and the list again once the service recovers', async ({
  service,
  places,
}) => {
  const { devices, frame } = places;
  await devices.open();
  await expect(devices.firstRow).toBeVisible();
  await service.fault('forbidden', { operation: 'devices' });
  await frame.refresh.click();
  await expect(frame.alert).toContainText(FAULT_SENTENCES.forbidden);
  // outdated data stays visible
  await expect(devices.firstRow).toBeVisible();
  await service.calm();
  await devices.refresh();
  await expect(frame.alert).toBeHidden();
});

test('the next refresh reports a device registered since the last one', async ({ page, service, places }) => {
  const { devices } = places;
  await page.clock.setFixedTime(DEMO_NOW);
  await devices.open();
  await expect(devices.grid).toHaveAttribute('aria-rowcount', '2001');
  const registeredAt = new Date(DEMO_NOW).getTime() - 60_000;
  const device = { deviceID: 'NEW-1', productID: 'PUMP-X2', name: 'New pump', paired: false, registeredAt };
  await service.seed({ devices: [device], online: ['NEW-1'] });
  await places.frame.refresh.click();
  await devices.changes.click();
  await expect(devices.dialog('1 changed').getByRole('row', { name: 'NEW-1 new' })).toBeVisible();
});

test('the dashboard shows the number that check reports', async ({ service, places }, info) => {
  const file = info.outputPath('pumps.json');
  const tile = { title: 'Pumps', link: '/devices?product=PUMP-X2', show: 'number', limit: { over: 1000 } };
  await writeFile(file, JSON.stringify({ fleetlens: 'dashboard', version: 1, name: 'Pumps', tiles: [tile] }));
  const { dashboard } = places;
  await dashboard.open();
  await dashboard.import(file);
  const { apiKey, token, url } = service;
  const env = { ...process.env, FLEETLENS_API_KEY: apiKey, FLEETLENS_TOKEN: token };
  const args = ['fleetlens', 'check', file, '--url', `${url}/api`, '--format', 'json'];
  const { stdout } = await promisify(execFile)('npx', args, { env });
  const { state, tiles } = JSON.parse(stdout);
  expect(state).toBe('ok');
  await expect(dashboard.number('Pumps')).toHaveText(String(tiles[0].value));
});
