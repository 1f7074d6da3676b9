import type { Page } from 'playwright/test';
import { datastorePath, devicePath } from '#paths.ts';
import { expect, type Service, test } from './fixtures.ts';
import { signIn } from './helpers.ts';

/** Faults that the browser, its user or the data make, by their numbers in docs/faults.md. */

const LOGS = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' } as const;
const MINUTE = 60_000;

test.afterEach(({ service }) => service.control('reset', {}));

const requestsTo = (page: Page, path: string): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request.postData() ?? '');
  });
  return seen;
};

function someDevice(service: Service) {
  const device = service.devices[3]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  return device;
}

test('23 offline is said, keeps what is there, and ends without a storm of requests', async ({
  page,
  context,
  service,
}) => {
  await signIn(page, service, datastorePath(LOGS));
  await expect(page.getByRole('table')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('refresh failed, as of')).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  const seen = requestsTo(page, '/datastore/pipeline');
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(page.getByText('refresh failed, as of')).toBeHidden();
  // the page shown and the one fetched ahead, each once more at most for the way back
  expect(seen.length).toBeLessThanOrEqual(4);
});

test('23 ten focus changes cause at most one request per query', async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service, devicePath(someDevice(service).deviceID));
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toBeVisible();
  await page.clock.fastForward(MINUTE);
  const seen = requestsTo(page, '/device/get');
  for (let change = 0; change < 10; change++) {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  }
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  expect(seen.length).toBeLessThanOrEqual(1);
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

test('25 hostile values are shown as text, and no markup is ever run', async ({ page, service }) => {
  const device = { ...someDevice(service), ...HOSTILE, deviceID: 'hostile/<b>?#%2F', name: '<b>bold</b>' };
  // what a JavaScript object cannot hold is written into the text of the answer
  const text = `${JSON.stringify(device).slice(0, -1)},"__proto__":{"polluted":true},"exact":12345678901234567890}`;
  const body = `{"code":"DEVICE-DETAILS-FETCHED","message":"","device":${text}}`;
  await signIn(page, service, '/datastore');
  await service.control('fault', { operation: 'device', times: 5, fault: { kind: 'body', body } });
  await page.goto(devicePath(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>bold</b>');
  const record = page.getByRole('region', { name: 'Record', exact: true });
  await expect(record.getByRole('definition').filter({ hasText: '<script>' })).toBeVisible();
  await expect(record.getByRole('term').filter({ hasText: '__proto__' })).toBeVisible();
  await expect(record.getByRole('definition').filter({ hasText: '12345678901234567890' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'device record' })).toContainText('"exact": 12345678901234567890');
  const run = await page.evaluate(() => 'hit' in globalThis || 'polluted' in {});
  expect(run).toBe(false);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
});

test('26 with storage blocked everything works in memory, and it is said once', async ({ page, service }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  await signIn(page, service);
  const said = page.getByText('Your browser blocks storage');
  await expect(said).toHaveCount(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await expect(said).toHaveCount(0);
});

test('27 a chunk that is gone after a deploy offers to reload', async ({ page, service }) => {
  await signIn(page, service);
  await page.route(/DatastorePage.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByRole('alert')).toContainText('Fleetlens was updated');
  await page.unroute(/DatastorePage.*\.js/);
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
});

test('28 a panel whose drawing throws fails alone', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  await page.addInitScript(() => {
    const { stringify } = JSON;
    JSON.stringify = (value: unknown, replacer?: unknown, space?: unknown) => {
      if (space === 2) throw new Error('the pen broke');
      return Reflect.apply(stringify, JSON, [value, replacer, space]);
    };
  });
  await page.goto(devicePath(someDevice(service).deviceID));
  await expect(page.getByRole('region', { name: 'JSON' }).getByRole('alert')).toContainText('This panel failed');
  await expect(page.getByRole('region', { name: 'Record', exact: true }).getByRole('term')).not.toHaveCount(0);
  await expect(page.getByRole('region', { name: 'One field' }).getByRole('button', { name: 'Fetch' })).toBeVisible();
});

test('29 a session locks when it should have while the computer slept', async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  await page.clock.setSystemTime(Date.now() + 20 * MINUTE);
  await page.clock.runFor(1000);
  await expect(page.getByText('Locked after 15 minutes without activity.')).toBeVisible();
});

test('29 setting the clock back does not keep a session open', async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  await page.clock.setSystemTime(Date.now() - 60 * MINUTE);
  await page.clock.runFor(16 * MINUTE);
  await expect(page.getByText('Locked after 15 minutes without activity.')).toBeVisible();
});

test('30 signing out in another tab locks this one', async ({ page, context, service }) => {
  await signIn(page, service);
  const other = await context.newPage();
  await signIn(other, service);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByText('You signed out in another tab.')).toBeVisible();
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
});

test('31 a double click on Run sends one request', async ({ page, service }) => {
  await signIn(page, service, '/datastore');
  const seen = requestsTo(page, '/datastore/pipeline');
  await page.getByRole('combobox', { name: 'Collection' }).fill('anomalies');
  await page.getByRole('combobox', { name: 'Collection' }).press('Escape');
  await page.getByRole('button', { name: 'Run' }).dblclick();
  await expect(page.getByRole('table')).toBeVisible();
  expect(seen.filter((body) => JSON.parse(body).nPage === 1)).toHaveLength(1);
});
