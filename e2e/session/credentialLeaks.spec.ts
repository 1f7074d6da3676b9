import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright/test';
import { expect, type Service, signIn, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu, openConnectionsPage } from '#e2e/helpers/page.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';

/**
 * Signs in with recognizable credentials, runs every flow, and searches all outputs for them. Only requests may contain
 * the credentials: the key in the query string, the token in a header.
 */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

type Sighting = { where: string; text: string };

async function watch(context: BrowserContext): Promise<Sighting[]> {
  const seen: Sighting[] = [];
  const note = (where: string, text: string) => seen.push({ where, text });
  context.on('console', (message) => note('console', message.text()));
  context.on('weberror', (error) => note('error', String(error.error())));
  context.on('request', (request) => {
    note('Referer', request.headers()['referer'] ?? '');
    const operation = request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/api/');
    if (!operation) note('request', `${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`);
    else note('request body', request.postData() ?? '');
  });
  // every URL of a document, as kept in the history
  await context.exposeFunction('noteAddress', (address: string) => note('address', address));
  await context.addInitScript(() => {
    const tell = () => Reflect.get(window, 'noteAddress')?.(`${location.href} ${JSON.stringify(history.state)}`);
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name];
      history[name] = function (this: History, ...given: Parameters<History['pushState']>) {
        original.apply(this, given);
        tell();
      };
    }
    addEventListener('popstate', tell);
    tell();
  });
  return seen;
}

async function look(page: Page, where: string, seen: Sighting[]) {
  const found = await page.evaluate(async () => ({
    dom: document.documentElement.outerHTML,
    values: [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .filter(({ name }) => name !== 'apiKey' && name !== 'token')
      .map(({ value }) => value)
      .join(' '),
    title: document.title,
    name: window.name,
    cookie: document.cookie,
    stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    timings: JSON.stringify(performance.getEntries()),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    entry: JSON.stringify(history.state),
  }));
  expect(found.caches).toEqual([]);
  expect(found.databases).toEqual([]);
  expect(found.workers).toBe(0);
  for (const [part, text] of Object.entries(found)) seen.push({ where: `${where}: ${part}`, text: String(text) });
}

function leaks(seen: readonly Sighting[], secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), btoa(secret)]);
  const found = seen.filter(({ text }) => forms.some((form) => text.includes(form)));
  return [...new Set(found.map(({ where }) => where))];
}

async function copy(page: Page, name: string, seen: Sighting[]): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  for (const [position] of (await button.all()).entries()) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await button.nth(position).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    // the confirmation is short and easily missed on a busy machine
    await expect.poll(copied).not.toBe('');
    seen.push({ where: name, text: await copied() });
    await expect(page.getByRole('button', { name: /copied/i })).toBeHidden();
  }
}

type Notation = 'curl' | 'fetch' | 'Python';

async function copyFromMenu(page: Page, notation: Notation, seen: Sighting[], of = 'list'): Promise<void> {
  await chooseFromMenu(page, `More ${of} actions`, `Copy as ${notation}`);
  await expect(page.getByText(`Copied as ${notation}`)).toBeVisible();
  seen.push({ where: notation, text: await page.evaluate(() => navigator.clipboard.readText()) });
}

async function everyFlow(page: Page, service: Service, seen: Sighting[]): Promise<void> {
  const [first] = service.devices;
  const deviceID = first?.record.deviceID ?? '';

  // rejected first: wrong key, then wrong token
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill(`${service.apiKey}-not`);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Your API Key seems unfamiliar.')).toBeVisible();
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(`${service.token}-not`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Token', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  seen.push({ where: 'what is said of refused credentials', text: await page.locator('body').innerText() });

  await signIn(page, service, '/devices');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByLabel('Search').fill('drone');
  await expect(page).toHaveURL(/search=drone/);
  await copyFromMenu(page, 'curl', seen);
  await copyFromMenu(page, 'fetch', seen);
  await look(page, 'devices', seen);

  await page.goto(buildDeviceUrl(deviceID, 'admin', 'json'));
  await expect(page.getByText(/ ms · /)).toBeVisible();
  await copyFromMenu(page, 'curl', seen, 'device');
  await copy(page, 'Copy device record', seen);
  await look(page, 'device', seen);
  await page.goto(buildDeviceUrl('unknown'));
  await expect(page.getByRole('alert')).toBeVisible();
  await look(page, 'unknown device', seen);

  const query = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' } as const;
  await page.goto(buildDatastoreUrl(query));
  await expect(page.getByRole('grid')).toBeVisible();
  await copyFromMenu(page, 'curl', seen, 'query');
  await copyFromMenu(page, 'fetch', seen, 'query');
  await look(page, 'datastore', seen);
  await page.goto(buildDatastoreUrl({ ...query, pipeline: [{ type: 'odd' }] }));
  await expect(page.getByText('Stage 1 failed')).toBeVisible();
  await look(page, 'refused query', seen);
  await page.goBack();

  await page.getByRole('button', { name: 'Go to', exact: true }).click();
  await page.getByRole('combobox', { name: 'Command' }).fill('GATEWAY');
  await look(page, 'palette', seen);
  await page.keyboard.press('Escape');
  await openConnectionsPage(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections');
  await look(page, 'connections', seen);
  await page.goto('/nowhere');
  await expect(page.getByText('There is no page at this address')).toBeVisible();
  await page.reload();
  await look(page, 'after a reload', seen);
}

test('no flow leaks the key or the token outside of requests', async ({ page, context, service }) => {
  const seen = await watch(context);
  await everyFlow(page, service, seen);

  await page.getByRole('button', { name: 'Go to', exact: true }).click();
  await page.getByRole('option', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('Locked.')).toBeVisible();
  await look(page, 'locked', seen);

  await signIn(page, service, page.url());
  await page.goto('/devices');
  await expect(page.getByRole('grid')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await look(page, 'signed out while offline', seen);
  await context.setOffline(false);

  // Back must not show data after sign-out
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await look(page, 'back after sign-out', seen);

  expect(seen.filter(({ where }) => where === 'address').length).toBeGreaterThan(10);
  expect(leaks(seen, [service.apiKey, service.token])).toEqual([]);
});

test('another origin does not receive the URL of the console', { tag: '@long' }, async ({ page, service }) => {
  const received: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const other = createServer((request, response) => {
    received.push({ url: request.url ?? '', headers: request.headers });
    response.writeHead(request.method === 'OPTIONS' ? 204 : 401, {
      'access-control-allow-origin': service.url,
      'access-control-allow-headers': 'authorization, content-type',
      'content-type': 'application/json',
    });
    response.end(request.method === 'OPTIONS' ? '' : '{"code":"APIKEY-INVALID","message":"Who are you?"}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  // a server on a TCP port has an AddressInfo
  const { port } = other.address() as AddressInfo;
  try {
    await page.goto('/login?returnTo=/devices%23search=secret-place');
    await page.getByLabel('Base URL').fill(`http://127.0.0.1:${port}/api`);
    await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
    await page.getByLabel('Token', { exact: true }).fill(service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Who are you?')).toBeVisible();
  } finally {
    other.close();
  }
  expect(received.length).toBeGreaterThan(0);
  for (const { url, headers } of received) {
    expect(headers.referer).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
    expect(url).not.toContain('secret-place');
  }
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(leaks([{ where: 'storage', text: stored }], [service.apiKey, service.token])).toEqual([]);
});

test('the leak check finds planted leaks', { tag: '@long' }, async ({ page, context, service }) => {
  const seen = await watch(context);
  await page.goto(`/?oops=${encodeURIComponent(service.apiKey)}`);
  await page.evaluate((token) => {
    console.log(token);
    document.body.dataset['leak'] = token;
    localStorage.setItem('leak', token);
  }, service.token);
  await look(page, 'a page', seen);
  const found = leaks(seen, [service.apiKey, service.token]);
  expect(found).toEqual(expect.arrayContaining(['address', 'request', 'console', 'a page: dom', 'a page: stored']));
});
