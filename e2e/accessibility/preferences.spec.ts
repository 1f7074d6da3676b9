import type { Page } from 'playwright/test';
import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy } from '#e2e/helpers/networkFaultProxy.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
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
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (shift.hadRecentInput) continue;
        Reflect.get(window, 'shifts').total += shift.value;
        for (const { node } of shift.sources) moved.push(`${shift.value.toFixed(3)} ${(node as Element)?.className}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const PAGES: Record<string, { path: (service: Service) => string; loaded: (page: Page) => Promise<void> }> = {
  devices: {
    path: () => '/devices',
    loaded: (page) => expect(getFirstRow(page)).toBeVisible(),
  },
  device: {
    path: ({ devices }) => buildDeviceUrl(devices[0]?.record.deviceID ?? '', 'admin'),
    loaded: (page) => expect(page.getByText(/ ms · /)).toBeVisible(),
  },
  datastore: {
    path: () => buildDatastoreUrl({ collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' }),
    loaded: (page) => expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled(),
  },
  connections: {
    path: () => '/connections',
    loaded: (page) => expect(page.getByRole('region', { name: 'This service' })).toBeVisible(),
  },
};

for (const [name, { path, loaded }] of Object.entries(PAGES)) {
  test(`${name} has no layout shift while it loads from a slow service`, { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await openSignedIn(page, service);
    await watchShifts(page);
    await service.fault({ kind: 'latency', ms: 500 }, { times: 20 });
    try {
      await page.goto(path(service));
      await loaded(page);
      const { total, moved } = await page.evaluate(() => Reflect.get(window, 'shifts'));
      expect(total, moved.join('\n')).toBeLessThan(SHIFT_LIMIT);
    } finally {
      await service.calm();
    }
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
  const { total, moved } = await page.evaluate(() => Reflect.get(window, 'shifts'));
  expect(total, moved.join('\n')).toBeLessThan(SHIFT_LIMIT);
});

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('runs no animations', async ({ page, service }) => {
    await openSignedIn(page, service);
    await page.getByRole('button', { name: 'Go to' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
          const lasts = (durations: string) => durations.split(',').some((text) => Number.parseFloat(text) > 0.01);
          return (animationName !== 'none' && lasts(animationDuration)) || lasts(transitionDuration);
        }).length,
    );
    expect(moving).toBe(0);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

test.describe('forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('selected, focused and pressed states stay distinguishable', { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service);
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
  });

  test('the active palette option stays distinguishable', { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service);
    await page.keyboard.press('Control+k');
    const rows = page.getByRole('dialog', { name: 'Commands' }).getByRole('option');
    const [first, second] = [rows.nth(0), rows.nth(1)];
    await expect(first).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('ArrowDown');
    await expect(second).toHaveCSS('outline-style', 'solid');
    await expect(first).toHaveCSS('outline-style', 'none');
  });

  test('the hatching of the fleet bar stays visible', { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service, OVERVIEW_PATH);
    const part = page.locator('[data-part="unpaired online"]').first();
    await expect(part).toHaveCSS('background-image', /repeating-linear-gradient/);
  });
});
