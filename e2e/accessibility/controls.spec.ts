import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).press('Enter');

test('Tab closes a menu or a popover and moves on', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  const opener = page.getByRole('button', { name: 'More list actions' });
  await opener.press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(opener).toBeFocused();

  const exporting = page.getByRole('group', { name: 'Devices shown' }).getByRole('button', { name: 'Export' });
  await exporting.press('Enter');
  const form = page.getByRole('dialog', { name: 'Export' });
  await expect(form.locator(':focus')).toHaveCount(1);
  await form.getByRole('button').last().focus();
  await page.keyboard.press('Tab');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Devices shown' }).locator(':focus')).toHaveCount(1);
  await expect(exporting).not.toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveAttribute('aria-modal', 'true');
  await expect(page.locator('#root')).toHaveJSProperty('inert', true);
  await page.keyboard.press('Escape');
  await expect(page.locator('#root')).toHaveJSProperty('inert', false);
});

test('a popover focuses its text input, and the filter fields are a single tab stop', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/devices');
  await press(page, 'Views');
  await expect(page.getByRole('textbox', { name: 'View name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await press(page, 'Filter');
  const fields = page.getByRole('dialog', { name: 'Filter' }).getByRole('group', { name: 'Field' });
  await expect(fields.locator('button[tabindex="0"]')).toHaveCount(1);
  const second = fields.getByRole('button').nth(1);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'name', exact: true })).toHaveAttribute(
    'aria-keyshortcuts',
    /Alt\+Enter/,
  );
  const focusable = page
    .getByRole('grid')
    .locator('[role="rowheader"] a, [role="gridcell"]')
    .and(page.locator('[tabindex="0"]'));
  await page.getByRole('columnheader', { name: 'name', exact: true }).press('ArrowDown');
  for (const key of ['ArrowLeft', 'ArrowRight']) {
    await page.keyboard.press(key);
    await expect(focusable).toBeFocused();
    await expect(focusable).toHaveAttribute('aria-keyshortcuts', /^Enter .*Alt\+Enter$/);
  }
});

test('typing the first letter selects a theme', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await page.getByRole('combobox', { name: 'Color theme' }).press('d');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('marks the API key and the token as required', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  for (const name of ['API key', 'Token']) {
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('required');
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a menu item in a radio group exposes its checked state', { tag: '@long' }, async ({ page, service }) => {
    await openSignedIn(page, service, '/devices');
    await press(page, 'More list actions');
    await expect(page.getByRole('menuitemradio', { name: 'Two lines' })).toBeChecked();
    await expect(page.getByRole('menuitemradio', { name: 'Scrolling table' })).not.toBeChecked();
  });
});

test('the mark of a differing value has an accessible name, and no count shows before the values are known', {
  tag: '@long',
}, async ({ page, service }) => {
  const [first, other] = service.devices.map(({ record }) => record);
  const same = service.devices.find(
    ({ record }) => record.productID === first?.productID && record.deviceID !== first.deviceID,
  )?.record;
  const unlike = service.devices.find(({ record }) => record.productID !== first?.productID)?.record ?? other;
  await service.fault({ kind: 'never' }, { operation: 'device', times: 1 });
  const deviceIDs = [first, same, unlike].map((record) => record?.deviceID ?? '');
  await openSignedIn(page, service, buildCompareUrl({ deviceIDs, different: false }));
  await expect(page.getByText('loading devices…')).toBeVisible();
  await expect(page.getByText(/fields differ|no fields to compare/)).toHaveCount(0);
  await service.release();
  await expect(page.getByText(/\d+ of \d+ fields differ/)).toBeVisible();
  const product = page
    .getByRole('row', { name: /^productID/ })
    .getByRole('cell')
    .nth(2);
  await expect(product.getByRole('img', { name: 'outlier' })).toBeVisible();
});

test('the chart describes its totals, and the query pane resizer is large enough to grab', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { rows: [1, 2, 6].map((n) => ({ documentID: `row ${n}`, n })) } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'rows', view: 'chart' }));
  await expect(page.getByRole('slider', { name: /^Chart of n/ })).toHaveAccessibleDescription(
    'n: min 1, mean 3, max 6, 3 values',
  );
  const edge = page.getByRole('separator', { name: 'Width of the query pane' });
  const box = await edge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  for (const [dx, dy] of [
    [-11, 0],
    [11, 0],
    [0, -11],
    [0, 11],
  ] as const) {
    const hit = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.role, [
      x + dx,
      y + dy,
    ] as const);
    expect(hit).toBe('separator');
  }
});

test('values of a split chart name their series, and each series can be selected', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const rows = Array.from({ length: 40 }, (_, n) => ({
    documentID: `row ${n}`,
    time: 1_767_225_600_000 + n * 60_000,
    kind: n % 2 === 0 ? 'even' : 'odd',
    n,
  }));
  await service.seed({ documents: { rows } });
  await openSignedIn(
    page,
    service,
    buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'rows', view: 'chart', by: 'kind' }),
  );
  await press(page, 'Values');
  const series = page.getByRole('combobox', { name: 'Series' });
  await series.selectOption('even');
  await expect(page.getByRole('columnheader', { name: 'n mean, even' })).toBeVisible();
  await series.selectOption('odd');
  await expect(page.getByRole('columnheader', { name: 'n mean, odd' })).toBeVisible();
});

test.describe('in a window of 320 × 256 px', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('the focused row is fully visible, and the filter button covers no control', { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await openSignedIn(page, service, '/devices');
    await page.locator('[aria-rowindex="2"]').getByRole('checkbox').focus();
    for (let row = 3; row <= 6; row++) {
      await page.keyboard.press('ArrowDown');
      await expect(page.locator(`[aria-rowindex="${row}"]`).locator(':focus')).toBeInViewport({ ratio: 0.99 });
      const hit = await page.evaluate(() => {
        const { x, y, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const lowest = document.elementFromPoint(x + width / 2, y + height - 1);
        return document.activeElement?.contains(lowest) || lowest?.contains(document.activeElement);
      });
      expect(hit, `row ${row}`).toBe(true);
    }
    await press(page, 'Filter');
    const filter = page.getByRole('dialog', { name: 'Filter' });
    await filter.getByRole('checkbox').last().scrollIntoViewIfNeeded();
    const covered = await filter.evaluate((panel) => {
      const button = [...panel.querySelectorAll('button')].at(-1)?.getBoundingClientRect() ?? new DOMRect();
      const boxes = [...panel.querySelectorAll('input[type="checkbox"]')].map((box) => box.getBoundingClientRect());
      return boxes.filter(({ top, bottom }) => bottom > button.top && top < button.bottom).length;
    });
    expect(covered).toBe(0);
  });
});

async function widenText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spacing = { 'letter-spacing': '0.12em', 'word-spacing': '0.16em', 'line-height': '1.5' };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      for (const [name, value] of Object.entries(spacing)) element.style.setProperty(name, value, 'important');
    }
  });
}

test('wider text spacing keeps the controls above the list in the window', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service);
  const columns = page.getByRole('button', { name: /^Columns/ });
  await expect(columns).toBeVisible();
  await widenText(page);
  await expect(columns).toBeInViewport({ ratio: 1 });
});

test('wider text spacing truncates neither field names nor the time zone', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const fields = page.getByRole('list', { name: 'Fields seen' });
  await expect(fields.getByRole('button', { name: 'temperature: values' })).toBeVisible();
  await widenText(page);
  const cut = await fields.evaluate((list) =>
    [...list.querySelectorAll<HTMLElement>('li > :first-child')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  const room = await page.getByRole('combobox', { name: 'Time display' }).evaluate((select: HTMLSelectElement) => {
    const style = getComputedStyle(select);
    const words = document.createElement('span');
    words.textContent = select.selectedOptions[0]?.textContent ?? '';
    words.style.cssText = `position: absolute; white-space: nowrap; font: ${style.font}; letter-spacing: ${style.letterSpacing}; word-spacing: ${style.wordSpacing}`;
    document.body.append(words);
    const { width } = words.getBoundingClientRect();
    words.remove();
    return select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - width;
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test('filter chips keep a border in forced colors', { tag: '@long' }, async ({ page, service }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openSignedIn(page, service, '/devices#is.connectivity=offline');
  const chip = page.getByRole('group', { name: 'Filters' }).locator('> *').filter({ hasText: 'connectivity' });
  await expect(chip).toHaveCSS('outline-style', 'solid');
});
