import { withStubServer } from '#e2e/bench/stubServer.ts';
import { buildDocumentsUrl, getCollectionInput, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { getColumnCells, getDemoDevice } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, signIn, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { NetworkFaultProxy, NOT_FOUND_RESPONSE } from '#e2e/helpers/networkFaultProxy.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const MINUTE = 60_000;

const FIFTY_MB = 220_000;

test('23 reports being offline, keeps the data, and sends no burst afterwards', async ({ page, context, service }) => {
  await openDatastore(page, service);
  await expect(page.getByRole('grid')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('refresh failed, as of')).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  const seen = recordRequestBodies(page, '/datastore/pipeline');
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(page.getByText('refresh failed, as of')).toBeHidden();
  // the displayed page and the prefetched one, each repeated at most once when back online
  expect(seen.length).toBeLessThanOrEqual(4);
});

test('23 ten focus changes cause at most one request per query', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID));
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toBeVisible();
  await page.clock.fastForward(MINUTE);
  const seen = recordRequestBodies(page, '/device/get');
  for (let change = 0; change < 10; change++) {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  }
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  expect(seen.length).toBeLessThanOrEqual(1);
});

test('24 the page stays usable while a list of 50 MB refreshes', { tag: '@long' }, async ({ page }) => {
  await withStubServer(FIFTY_MB, async (stub) => {
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    await expect(page.getByText(`${FIFTY_MB.toLocaleString()} devices`, { exact: true })).toBeVisible({
      timeout: 120_000,
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('link', { name: 'Datastore' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such device');
    await expect(page.getByText('No devices match')).toBeVisible();
  });
});

const HOSTILE: Record<string, unknown> = {
  'markup <img src=x onerror=alert(1)>':
    '<img src=x onerror="globalThis.hit = true"><script>globalThis.hit = true</script>',
  long: 'x'.repeat(20_000),
  deep: JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`),
  rtl: 'مرحبا \u202e gnp.exe \u2066',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈',
  escaped: 'nul \\u0000 and \u200b zero width',
  constructor: 'a field name of every object',
  big: 'see the number beside',
};

test('25 shows hostile values as text, and never runs markup', async ({ page, service }) => {
  const device = { ...getDemoDevice(service), ...HOSTILE, deviceID: 'hostile/<b>?#%2F', name: '<b>bold</b>' };
  // `__proto__` and large numbers are written into the JSON text, as objects cannot hold them
  const text = `${JSON.stringify(device).slice(0, -1)},"__proto__":{"polluted":true},"exact":12345678901234567890}`;
  const body = `{"code":"DEVICE-DETAILS-FETCHED","message":"","device":${text}}`;
  await service.fault({ kind: 'body', body }, { operation: 'device', times: 5 });
  await openSignedIn(page, service, buildDeviceUrl(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>bold</b>');
  const record = page.getByRole('region', { name: 'Record', exact: true });
  await expect(record.getByRole('definition').filter({ hasText: '<script>' })).toBeVisible();
  await expect(record.getByRole('term').filter({ hasText: '__proto__' })).toBeVisible();
  await expect(record.getByRole('definition').filter({ hasText: '12345678901234567890' })).toBeVisible();
  await page.getByText('JSON', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'device record' })).toContainText('"exact": 12345678901234567890');
  expect(await page.evaluate(() => 'hit' in globalThis || 'polluted' in {})).toBe(false);
  await record.getByText('Fields', { exact: true }).click();
  await expect(record.getByText('x'.repeat(1000))).toHaveCount(0);
  await record.getByRole('button', { name: 'Show all 20,000 characters' }).click();
  await expect(record.getByText('x'.repeat(20_000))).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
});

test('25 hostile names break no list and no documents', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  const hostile = { ...getDemoDevice(service), ...HOSTILE, admin: HOSTILE['rtl'] };
  for (const [operation, content] of [
    ['devices', { code: 'DEVICES-LIST-FETCHED', nDevices: 1, devices: [hostile] }],
    ['pipeline', { code: 'DATASTORE-DOCUMENTS-FETCHED', nDocuments: 1, documents: [hostile] }],
  ] as const) {
    const body = JSON.stringify({ message: '', ...content }).replace(
      '"emoji"',
      '"__proto__":{"polluted":true},"emoji"',
    );
    await service.fault({ kind: 'body', body }, { operation, times: 9 });
  }
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('rowheader')).toHaveText(hostile.deviceID);
  const boxes = await page
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(new Set(boxes.map(({ top }) => top)).size, 'one row of headings').toBe(1);
  await expect(page.getByRole('gridcell').filter({ hasText: 'U+202E' })).not.toHaveCount(0);

  // columns are virtualized, so the window is very wide
  await page.setViewportSize({ width: 6000, height: 900 });
  await page.goto(buildDocumentsUrl());
  await expect(await getColumnCells(page, '__proto__.polluted')).toHaveText('true');
  await expect(await getColumnCells(page, 'rtl')).toContainText('U+202E');
  expect(await page.evaluate(() => 'hit' in globalThis || 'polluted' in {})).toBe(false);
});

test('26 works with blocked storage, and says so once', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    // Firefox throws here
    Reflect.set(window, 'BroadcastChannel', refuse);
  });
  await signIn(page, service);
  const said = page.getByText('Your browser blocks storage');
  await expect(said).toHaveCount(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await expect(said).toHaveCount(0);
});

test('26 works in memory when storage is full, and says so', { tag: '@long' }, async ({ page, service }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await signIn(page, service);
  await expect(page.getByText('Your browser blocks storage')).toHaveCount(1);
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
});

test('27 a page chunk missing after a deployment offers to reload', async ({ page, service }) => {
  // from the start, because idle pages preload it
  let gone = true;
  const wire = await new NetworkFaultProxy(service.url, (line) =>
    gone && /DatastorePage.*\.js/.test(line) ? NOT_FOUND_RESPONSE : undefined,
  ).open();
  await openSignedIn(page, service, `${wire.url}/devices`);
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('alert')).toContainText('Fleetlens was updated');
  gone = false;
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await wire.close();
});

test('28 a panel that throws while rendering fails alone', { tag: '@long' }, async ({ page, service }) => {
  await page.addInitScript(() => {
    const { stringify } = JSON;
    JSON.stringify = (value: unknown, replacer?: unknown, space?: unknown) => {
      if (space === 2) throw new Error('the pen broke');
      return Reflect.apply(stringify, JSON, [value, replacer, space]);
    };
  });
  await openSignedIn(page, service, buildDeviceUrl(getDemoDevice(service).deviceID, undefined, 'json'));
  const record = page.getByRole('region', { name: 'Record', exact: true });
  await expect(record.getByRole('alert')).toContainText('This panel failed');
  await expect(
    page.getByRole('region', { name: 'One field' }).getByRole('button', { name: 'Fetch', exact: true }),
  ).toBeVisible();
});

for (const { title, minutes, passing } of [
  { title: 'a session locks if its limit passed while the computer slept', minutes: 20, passing: 1000 },
  { title: 'setting the clock back does not keep a session open', minutes: -60, passing: 16 * MINUTE },
]) {
  test(`29 ${title}`, { tag: '@long' }, async ({ page, service }) => {
    await page.clock.install();
    await openSignedIn(page, service);
    await page.clock.setSystemTime(Date.now() + minutes * MINUTE);
    await page.clock.runFor(passing);
    await expect(page.getByText('Locked after 15 minutes without activity.')).toBeVisible();
  });
}

test('30 signing out in another tab locks this one', { tag: ['@firefox', '@long'] }, async ({
  page,
  context,
  service,
}) => {
  await openSignedIn(page, service);
  const other = await context.newPage();
  await other.goto('/datastore');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByText('You signed out in another tab.')).toBeVisible();
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
});

test('31 a double click on Run sends one request', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  const seen = recordRequestBodies(page, '/datastore/pipeline');
  await getCollectionInput(page).fill('anomalies');
  await getCollectionInput(page).press('Escape');
  await page.getByRole('button', { name: 'Run' }).dblclick();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(seen.filter((body) => JSON.parse(body).nPage === 1)).toHaveLength(1);
});
