import type { Page } from 'playwright/test';
import { datastorePath, devicePath } from '#paths.ts';
import { expect, type Service, test } from './fixtures.ts';
import { signIn } from './helpers.ts';
import { Wire } from './wire.ts';

/** Faults of the network and the service, by their numbers in docs/faults.md. */

const LOGS = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' } as const;

/** More than any request is sent, retries included. */
const ALWAYS = 50;

test.afterEach(({ service }) => service.control('reset', {}));

function someDevice(service: Service) {
  const device = service.devices[3]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  return device;
}

/** Signed in on a device page, which works; what comes after is up to the test. */
async function openDevice(page: Page, service: Service) {
  const device = someDevice(service);
  await signIn(page, service, devicePath(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  return device;
}

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();
const alert = (page: Page) => page.getByRole('alert');
const record = (page: Page) => page.getByRole('region', { name: 'Record', exact: true });

test('1 connection refused: the host is named, old data stays marked, and it recovers by itself', async ({
  page,
  service,
}) => {
  const wire = await new Wire(service.url).open();
  const device = someDevice(service);
  await signIn(page, service, wire.url + devicePath(device.deviceID));
  await wire.close();
  await refresh(page);
  await expect(alert(page)).toContainText(`Cannot reach ${new URL(wire.url).host}`);
  await expect(alert(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(page.getByText('refresh failed, as of')).toBeVisible();
  await expect(record(page)).toBeVisible();
  await wire.open();
  await expect(alert(page)).toBeHidden();
  await expect(page.getByText('refresh failed, as of')).toBeHidden();
  await wire.close();
});

test('1 a host that does not exist is named at sign-in', async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('Base URL').fill('http://nowhere.invalid/api');
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert(page)).toContainText('Cannot reach nowhere.invalid');
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(service.apiKey);
});

test('2 a reset in mid-body shows no part of the answer as the whole', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await service.control('fault', { operation: 'pipeline', times: 3, fault: { kind: 'reset', afterBytes: 900 } });
  await page.goto(datastorePath(LOGS));
  await expect(alert(page)).toContainText('Cannot reach');
  await expect(page.getByRole('table')).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(alert(page)).toBeHidden();
});

test('3 latency: a skeleton stands in, and everything else is usable', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await service.control('fault', { operation: 'device', fault: { kind: 'latency', ms: 3000 } });
  await page.goto(devicePath(someDevice(service).deviceID));
  await expect(page.getByRole('status', { name: 'Loading the device' })).toBeVisible();
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await page.goBack();
  await expect(record(page)).toBeVisible();
});

test('4 a service that never answers can be cancelled, and is given up after 30 s', async ({ page, service }) => {
  test.setTimeout(90_000);
  await signIn(page, service, '/datastore');
  await service.control('fault', { operation: 'device', times: 2, fault: { kind: 'never' } });
  await page.goto(devicePath(someDevice(service).deviceID));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Loading the device was cancelled.')).toBeVisible();
  await page.getByRole('button', { name: 'Load' }).click();
  await expect(alert(page)).toContainText('did not answer within 30 seconds', { timeout: 40_000 });
  await alert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(record(page)).toBeVisible();
});

test('5 a page of documents that trickles meets the same deadline', async ({ page, service }) => {
  test.setTimeout(90_000);
  await signIn(page, service, '/datastore');
  await service.control('fault', { operation: 'pipeline', fault: { kind: 'trickle', bytes: 1, ms: 500 } });
  await page.goto(datastorePath(LOGS));
  await expect(alert(page)).toContainText('did not answer within 30 seconds', { timeout: 40_000 });
  await alert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('5 a device list that keeps flowing shows progress', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await service.control('fault', { operation: 'devices', fault: { kind: 'trickle', bytes: 20_000, ms: 100 } });
  await page.goto('/devices');
  await expect(page.getByRole('status').filter({ hasText: / of 2,000 devices$/ })).toBeVisible();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible({ timeout: 20_000 });
});

const UNREADABLE: [number, string, object, string][] = [
  [6, 'truncated JSON', { kind: 'truncate', afterBytes: 60 }, 'Unreadable reply'],
  [7, 'a 200 with HTML', { kind: 'html' }, 'This address does not speak the interface'],
  [8, 'an empty 200', { kind: 'empty' }, 'This address does not speak the interface'],
  [8, 'a 204', { kind: 'empty', status: 204 }, 'This address does not speak the interface'],
];

for (const [number, name, fault, sentence] of UNREADABLE) {
  for (const operation of ['device', 'pipeline', 'devices'] as const) {
    test(`${number} ${name} to ${operation}: “${sentence}”, and Retry works`, async ({ page, service }) => {
      await signIn(page, service, '/datastore');
      await service.control('fault', { operation, times: ALWAYS, fault });
      const path = {
        device: devicePath(someDevice(service).deviceID),
        pipeline: datastorePath(LOGS),
        devices: '/devices',
      };
      await page.goto(path[operation]);
      await expect(alert(page)).toContainText(sentence, { timeout: 3000 });
      await service.control('calm', {});
      await alert(page).getByRole('button', { name: 'Retry' }).click();
      await expect(alert(page)).toBeHidden();
    });
  }
}

test('9 records of the wrong shape are marked, and the others render', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  const good = someDevice(service);
  const devices = [
    good,
    { ...good, deviceID: 'ODD-1', name: null, registeredAt: 'yesterday', paired: 'yes' },
    17,
    null,
  ];
  const body = JSON.stringify({ code: 'DEVICES-LIST-FETCHED', message: '', nDevices: 4, devices });
  await service.control('fault', { operation: 'devices', times: ALWAYS, fault: { kind: 'body', body } });
  await page.goto('/devices');
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await expect(page.getByRole('rowheader').filter({ hasText: 'ODD-1' }).getByRole('img')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '2 list entries are no records' })).toBeVisible();
});

test('10 a 200 with an error code is an error, in its own words', async ({ page, service }) => {
  await openDevice(page, service);
  const fault = { kind: 'error', status: 200, code: 'FLEET-ASLEEP', message: 'The fleet sleeps until six.' };
  await service.control('fault', { operation: 'device', times: ALWAYS, fault });
  await refresh(page);
  await expect(alert(page)).toContainText('The fleet sleeps until six.');
  await expect(alert(page)).toContainText('FLEET-ASLEEP');
  await expect(record(page)).toBeVisible();
});

test('11 a 400 stands at the stage it names', async ({ page, service }) => {
  const pipeline = [{ type: 'match', filter: { a: { $regex: 'x' } } }];
  await signIn(page, service, datastorePath({ ...LOGS, pipeline }));
  await expect(page.getByRole('listitem', { name: /Match/ }).getByRole('alert')).toContainText(
    '$regex: not an operator',
  );
});

test('12 a 401 asks to sign in once, and leads back to the place', async ({ page, service }) => {
  const device = await openDevice(page, service);
  const fault = { kind: 'error', status: 401, code: 'AUTH-UNAUTHORIZED', message: 'This token has expired.' };
  await service.control('fault', { operation: 'device', times: ALWAYS, fault });
  await refresh(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.getByText('This token has expired.')).toHaveCount(1);
  await service.control('calm', {});
  await signIn(page, service, page.url());
  await expect(page).toHaveURL(service.url + devicePath(device.deviceID));
});

test('13 a 403 says that this is not allowed, and does not sign out', async ({ page, service }) => {
  await openDevice(page, service);
  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Only the owner may see this.' };
  await service.control('fault', { operation: 'device', times: ALWAYS, fault });
  await refresh(page);
  await expect(alert(page)).toContainText('Only the owner may see this.');
  await expect(alert(page)).toContainText('not allowed');
  await expect(record(page)).toBeVisible();
});

test('14 an unknown device is not registered with the project', async ({ page, service }) => {
  await signIn(page, service, devicePath('unknown'));
  await expect(alert(page)).toContainText('Device is not registered with the project.');
});

for (const status of [409, 422]) {
  test(`15 a ${status} is shown where it happened`, async ({ page, service }) => {
    await openDevice(page, service);
    const fault = { kind: 'error', status, code: 'CONFLICT', message: 'The device is being moved.' };
    await service.control('fault', { operation: 'device', times: ALWAYS, fault });
    const picker = page.getByRole('region', { name: 'One field' });
    await picker.getByRole('combobox', { name: 'Field' }).fill('status');
    await picker.getByRole('button', { name: 'Fetch' }).click();
    await expect(picker.getByRole('alert')).toContainText('The device is being moved.');
    await expect(picker.getByRole('combobox', { name: 'Field' })).toHaveValue('status');
  });
}

test('16 a 413 says that the query is too large', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  const fault = { kind: 'error', status: 413, code: 'REQUEST-TOO-LARGE', message: 'Too large.' };
  await service.control('fault', { operation: 'pipeline', times: ALWAYS, fault });
  await page.goto(datastorePath(LOGS));
  await expect(alert(page)).toContainText('The query is too large for the service.');
});

test('17 a 429 counts down and is retried once', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  const fault = { kind: 'error', status: 429, code: 'REQUESTS-TOO-MANY', message: 'Slower, please.', retryAfter: '3' };
  await service.control('fault', { operation: 'pipeline', fault });
  await page.goto(datastorePath(LOGS));
  await expect(page.getByText('Slower, please.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/[123] s/);
  await expect(page.getByRole('table')).toBeVisible({ timeout: 6000 });
});

test('18 a 500 offers Retry and names the request', async ({ page, service }) => {
  await openDevice(page, service);
  const fault = { kind: 'error', status: 500, code: 'SERVER-ERROR', message: 'The disk is on fire.' };
  await service.control('fault', { operation: 'device', times: 3, fault });
  await refresh(page);
  await expect(alert(page)).toContainText('The disk is on fire.');
  await expect(alert(page)).toContainText(/request [0-9a-f-]{8}/);
  await alert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(alert(page)).toBeHidden();
});

for (const status of [502, 503, 504]) {
  test(`19 a ${status} is temporary, and the page recovers by itself`, async ({ page, service }) => {
    await openDevice(page, service);
    const fault = { kind: 'html', status };
    await service.control('fault', { operation: 'device', times: ALWAYS, fault });
    await refresh(page);
    await expect(alert(page)).toContainText('temporarily unavailable', { timeout: 3000 });
    await service.control('calm', {});
    await expect(alert(page)).toBeHidden({ timeout: 5000 });
    await expect(record(page)).toBeVisible();
  });
}

for (const retryAfter of ['rubbish', '86400', '-1']) {
  test(`20 a Retry-After of ${retryAfter} waits at most 30 s`, async ({ page, service }) => {
    await signIn(page, service, '/datastore');
    const fault = { kind: 'error', status: 429, code: 'REQUESTS-TOO-MANY', message: 'Slower, please.', retryAfter };
    await service.control('fault', { operation: 'pipeline', times: ALWAYS, fault });
    await page.clock.install();
    await page.goto(datastorePath(LOGS));
    await expect(page.getByText('Slower, please.')).toBeVisible();
    await page.clock.fastForward(31_000);
    await expect(alert(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    await service.control('calm', {});
    await alert(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });
}

test('21 a refusal across origins names the origin that the service must allow', async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('Base URL').fill(`${service.url.replace('127.0.0.1', 'localhost')}/api`);
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert(page)).toContainText(`it must allow the origin ${service.url}`);
});

test('22 whichever order answers come in, the newest request wins', async ({ page, service }) => {
  test.setTimeout(120_000);
  await signIn(page, service, datastorePath(LOGS));
  const collection = page.getByRole('combobox', { name: 'Collection' });
  for (let swap = 0; swap < 100; swap++) {
    await service.control('fault', { operation: 'pipeline', fault: { kind: 'latency', ms: 60 + (swap % 7) * 20 } });
    for (const name of [`older-${swap}`, `newer-${swap}`]) {
      await collection.fill(name);
      await collection.press('Control+Enter');
    }
    await expect(page.getByText(`The collection “newer-${swap}” is empty or does not exist.`)).toBeVisible();
    await service.control('calm', {});
  }
  await expect(page.getByText('The collection “newer-99” is empty or does not exist.')).toBeVisible();
});
