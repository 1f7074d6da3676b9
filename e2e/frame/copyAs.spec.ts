import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const run = promisify(execFile);

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function chosen(page: Page, service: Service, notation: 'curl' | 'fetch', of = 'list'): Promise<string> {
  await chooseFromMenu(page, `More ${of} actions`, `Copy as ${notation}`);
  await expect(page.getByText(`Copied as ${notation}`)).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).not.toContain(service.apiKey);
  expect(text).not.toContain(service.token);
  return text;
}

async function answerTo(script: string, service: Service) {
  const env = { ...process.env, FLEETLENS_API_KEY: service.apiKey, FLEETLENS_TOKEN: service.token };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
  return JSON.parse(stdout);
}

test('copies the request of the device list, which can be run elsewhere', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?type=paired&filter=online');
  expect(await chosen(page, service, 'curl')).toContain(`'${service.url}/api/devices/get'`);
  const answer = await answerTo(await chosen(page, service, 'fetch'), service);
  expect(answer.code).toBe('DEVICES-LIST-FETCHED');
  const expected = service.devices.filter(({ online, record }) => online && record.paired);
  expect(answer.nDevices).toBe(expected.length);
});

test('copies the request for one device and for one of its fields', { tag: '@long' }, async ({ page, service }) => {
  const device = service.devices[3]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  const whole = await answerTo(await chosen(page, service, 'fetch', 'device'), service);
  expect(whole.device).toEqual(device);

  await page.goto(buildDeviceUrl(device.deviceID, 'admin'));
  const field = page.getByRole('region', { name: 'One field' });
  await field.getByRole('button', { name: 'curl' }).click();
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(text).toContain(JSON.stringify({ deviceID: device.deviceID, path: 'admin' }));
});

test('copies the applied query, not the draft', { tag: '@long' }, async ({ page, service }) => {
  const pipeline = [{ type: 'match', filter: { temperature: 25 } }];
  await openSignedIn(
    page,
    service,
    buildDatastoreUrl({ collection: 'logs', documentID: '', pipeline, page: 2, view: 'table' }),
  );
  await page.getByRole('button', { name: 'Project: add stage' }).click();
  const text = await chosen(page, service, 'curl', 'query');
  expect(text).toContain(JSON.stringify({ collection: 'logs', index: {}, pipeline, nPage: 2 }));
});
