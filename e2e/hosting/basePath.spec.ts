import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { copyDemoData } from '#e2e/helpers/demoData.ts';
import { getFirstRow } from '#e2e/helpers/devicePages.ts';
import { test as base, expect, signIn } from '#e2e/helpers/fixtures.ts';
import { startServiceProcess, stopServiceProcess } from '#e2e/testing/service.ts';
import { NGINX_PATH, startNginx } from './nginx.ts';
import { startBasePathStrippingProxy, startStaticHost, type TestHost } from './staticHost.ts';

const BASE_PATH = '/fleet/';
const CREDENTIALS = { apiKey: 'key-below-a-path', token: 'token-below-a-path' };

const test = base.extend<{ below: string }>({
  below: async ({ service: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetlens-below-'));
    const data = join(folder, 'data');
    copyDemoData(data);
    const environment = { FLEETLENS_DEMO_API_KEY: CREDENTIALS.apiKey, FLEETLENS_DEMO_TOKEN: CREDENTIALS.token };
    const { process, url } = await startServiceProcess(data, environment, ['--base-path', BASE_PATH]);
    await use(url);
    await stopServiceProcess(process);
    rmSync(folder, { recursive: true });
  },
});

const HOSTS: [name: string, host: (service: string) => Promise<TestHost>][] = [
  ['the service itself', async (origin) => ({ origin, close: () => {} })],
  ['a proxy that removes it', (origin) => startBasePathStrippingProxy(origin, BASE_PATH)],
  ['a static server', (origin) => startStaticHost(origin, BASE_PATH)],
];
const BEHIND_NGINX: typeof HOSTS = [
  ['nginx, which keeps it', (origin) => startNginx(origin)],
  [
    'nginx, which removes it',
    (origin) =>
      startNginx(origin, (server) =>
        server.replace('location /', `location ${BASE_PATH}`).replace(`${origin};`, `${origin}/;`),
      ),
  ],
];

test.use({ ignoreHTTPSErrors: true });

for (const [name, host] of NGINX_PATH ? [...HOSTS, ...BEHIND_NGINX] : HOSTS) {
  test(`the console works under a base path from ${name}`, { tag: '@long' }, async ({ page, below }) => {
    const { origin, close } = await host(below);
    try {
      await walk(page, origin);
    } finally {
      await close();
    }
  });
}

async function walk(page: Page, origin: string): Promise<void> {
  const outside: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === origin && !url.pathname.startsWith(BASE_PATH)) outside.push(url.pathname);
  });
  const home = origin + BASE_PATH;
  const policy = (await page.request.get(home, { headers: { accept: 'text/html' } })).headers()[
    'content-security-policy'
  ];
  expect(policy?.includes('http:')).toBe(origin.startsWith('http:') && policy?.includes('nonce-'));
  await signIn(page, CREDENTIALS, `${home}devices?type=paired`);
  await expect(page).toHaveURL(`${home}devices?type=paired`);
  await page.reload();
  const device = getFirstRow(page).getByRole('link');
  const address = await device.evaluate((link: HTMLAnchorElement) => link.href);
  expect(address).toContain(`${home}devices/`);
  await device.click();
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Overview' }).click();
  await expect(page).toHaveURL(home);

  await page.keyboard.press('Control+k');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await commands.getByRole('combobox').fill('Datastore');
  await expect(commands.getByRole('option').first()).toHaveText(/Datastore/);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const second = await opened;
  // the new tab gets its session over a channel that includes the base path
  await expect(second).toHaveURL(new RegExp(`${BASE_PATH}datastore`));
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await second.goto(`${home}about`);
  for (const name of [/licenses/, /OpenAPI/]) {
    const links = second.getByRole('link', { name });
    const hrefs = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    for (const href of hrefs) expect(href).toContain(home);
  }
  await second.close();
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((key) => !key.startsWith(BASE_PATH))).toEqual([]);
  expect(outside).toEqual([]);
}
