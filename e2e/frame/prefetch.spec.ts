import type { Request } from 'playwright/test';
import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy } from '#e2e/helpers/networkFaultProxy.ts';
import { signIn } from '#e2e/helpers/session.ts';

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

test('a reload shows the list without a layout shift', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service);
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node: Node; previousRect: DOMRect; currentRect: DOMRect }[] = Reflect.get(entry, 'sources');
        for (const { node, previousRect: before, currentRect: after } of sources) {
          // text that grows at its end, or a box whose content stays in place, does not move what the user reads
          const isRead = !(node instanceof Element) || node.childElementCount === 0;
          const moved = before.left !== after.left || before.top !== after.top;
          if (isRead && moved)
            shifts.push(`${node.textContent}: ${before.left},${before.top} → ${after.left},${after.top}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await expect(getFirstRow(page)).toBeVisible();
  // connectivity arrives after the rows
  await expect(page.getByRole('gridcell', { name: /^(online|offline)$/ })).not.toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
});
