import type { Locator, Page } from 'playwright/test';
import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy } from '#e2e/helpers/networkFaultProxy.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { OVERVIEW_PATH } from '#urls/routePaths.ts';

const SHIFT_LIMIT = 0.02;

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Reflect.set(window, 'shifts', { total: 0, moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // the observer is registered for this type only
        type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
        const shift = entry as PerformanceEntry & Shift;
        if (shift.hadRecentInput) continue;
        Reflect.get(window, 'shifts').total += shift.value;
        for (const { node } of shift.sources) moved.push(`${shift.value.toFixed(3)} ${(node as Element)?.className}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function expectNoShifts(page: Page): Promise<void> {
  const { total, moved } = await page.evaluate(() => Reflect.get(window, 'shifts'));
  expect(total, moved.join('\n')).toBeLessThan(SHIFT_LIMIT);
}

const PAGES: Record<string, [path: (service: Service) => string, loaded: (page: Page) => Locator]> = {
  devices: [() => '/devices', getFirstRow],
  device: [
    ({ devices }) => buildDeviceUrl(devices[0]?.record.deviceID ?? '', 'admin'),
    (page) => page.getByText(/ ms · /),
  ],
  datastore: [() => buildDocumentsUrl(), (page) => page.getByRole('button', { name: 'Next page', disabled: false })],
  connections: [() => '/connections', (page) => page.getByRole('region', { name: 'This service' })],
};

for (const [name, [path, loaded]] of Object.entries(PAGES)) {
  test(`${name} loads slowly without a layout shift`, { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service);
    await watchShifts(page);
    await service.fault({ kind: 'latency', ms: 500 }, { times: 20 });
    await page.goto(path(service));
    await expect(loaded(page)).toBeVisible();
    await expectNoShifts(page);
  });
}

test('the sign-in page has no layout shift', { tag: '@long' }, async ({ page, service }) => {
  await watchShifts(page);
  const late = async (line: string) => {
    if (line.includes('/config.json')) await new Promise((resolve) => setTimeout(resolve, 1000));
    return undefined;
  };
  const wire = await new NetworkFaultProxy(service.url, late).open();
  await page.goto(`${wire.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await wire.close();
  await expectNoShifts(page);
});

test.describe('forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('states, chips, options and hatching stay distinguishable', { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service, '/devices#is.connectivity=offline');
    const current = page.getByRole('link', { name: 'Devices', exact: true });
    const other = page.getByRole('link', { name: 'Datastore', exact: true });
    const outline = (element: Element) => getComputedStyle(element).outlineStyle;
    expect(await current.evaluate(outline)).toBe('solid');
    expect(await other.evaluate(outline)).toBe('none');

    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return `${outlineStyle} ${outlineWidth}`;
    });
    expect(focus).toBe('solid 2px');
    // a button marked only by its background would be invisible
    const edges = await page
      .getByRole('button', { name: /^Filter( \d+)?$/ })
      .evaluate((button) => getComputedStyle(button).borderTopWidth);
    expect(edges).not.toBe('0px');
    const chip = page.getByRole('group', { name: 'Filters' }).locator('> *').filter({ hasText: 'connectivity' });
    await expect(chip).toHaveCSS('outline-style', 'solid');

    await page.keyboard.press('Control+k');
    const rows = page.getByRole('dialog', { name: 'Commands' }).getByRole('option');
    const [first, second] = [rows.nth(0), rows.nth(1)];
    await expect(first).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('ArrowDown');
    await expect(second).toHaveCSS('outline-style', 'solid');
    await expect(first).toHaveCSS('outline-style', 'none');

    await page.goto(OVERVIEW_PATH);
    const part = page.locator('[data-part="unpaired online"]').first();
    await expect(part).toHaveCSS('background-image', /repeating-linear-gradient/);
  });
});
