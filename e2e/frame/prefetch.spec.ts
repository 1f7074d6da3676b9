import type { Request } from 'playwright/test';
import { expect, signIn, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy } from '#e2e/helpers/networkFaultProxy.ts';

test('a reload requests the list once, before the console code has loaded', async ({ page, service }) => {
  let first: Promise<unknown> | undefined;
  let held = 0;
  // other chunks arrive after the list was requested
  const wire = await new NetworkFaultProxy(service.url, async (line) => {
    if (!/\/assets\/base-.*\.js /.test(line) || !first) return undefined;
    held++;
    await first;
    return undefined;
  }).open();
  await signIn(page, service, `${wire.url}/devices`);
  // bypasses the browser's cache
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asks = (request: Request) => request.url().includes('/devices/get') && request.postData() === '{}';
  let asked = 0;
  page.on('request', (request) => {
    if (asks(request)) asked++;
  });
  first = page.waitForRequest(asks);
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(asked).toBe(1);
  expect(held).toBe(1);
  await wire.close();
});

test('a reload without a session sends no request', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/devices/get')) asked++;
  });
  await page.goto('/devices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(asked).toBe(0);
});
