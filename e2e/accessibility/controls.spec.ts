import type { Page } from 'playwright/test';
import { buildDocumentsUrl, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { widenText } from '#e2e/helpers/page.ts';
import { buildCompareUrl } from '#urls/compare.ts';

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

test('a popover focuses its input, and fields are one tab stop', { tag: '@long' }, async ({ page, service }) => {
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

test('the mark of a differing value has an accessible name', { tag: '@long' }, async ({ page, service }) => {
  const records = service.devices.map(({ record }) => record);
  const [first] = records;
  const same = records.find((record) => record.productID === first?.productID && record !== first);
  const unlike = records.find((record) => record.productID !== first?.productID);
  const deviceIDs = [first, same, unlike].map((record) => record?.deviceID ?? '');
  await openSignedIn(page, service, buildCompareUrl({ deviceIDs, different: false }));
  await expect(page.getByText(/\d+ of \d+ fields differ/)).toBeVisible();
  const product = page
    .getByRole('row', { name: /^productID/ })
    .getByRole('cell')
    .nth(2);
  await expect(product.getByRole('img', { name: 'outlier' })).toBeVisible();
});

test('a chart describes its totals, and the resizer is large', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { rows: [1, 2, 6].map((n) => ({ documentID: `row ${n}`, n })) } });
  await openDatastore(page, service, { collection: 'rows', view: 'chart' });
  await expect(page.getByRole('slider', { name: /^Chart of n/ })).toHaveAccessibleDescription(
    'n: min 1, mean 3, max 6, 3 values',
  );
  const edge = page.getByRole('separator', { name: 'Width of the query pane' });
  const box = await edge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const hits = await page.evaluate(
    ([x, y]) => {
      const near = [document.elementFromPoint(x - 11, y), document.elementFromPoint(x + 11, y)];
      return [...near, document.elementFromPoint(x, y - 11), document.elementFromPoint(x, y + 11)].map(
        (hit) => hit?.role,
      );
    },
    [x, y] as const,
  );
  expect(new Set(hits)).toEqual(new Set(['separator']));
});

test('values of a split chart name their series', { tag: '@long' }, async ({ page, service }) => {
  const rows = Array.from({ length: 40 }, (_, n) => ({
    documentID: `row ${n}`,
    time: 1_767_225_600_000 + n * 60_000,
    kind: n % 2 === 0 ? 'even' : 'odd',
    n,
  }));
  await service.seed({ documents: { rows } });
  await openDatastore(page, service, { collection: 'rows', view: 'chart', by: 'kind' });
  await press(page, 'Values');
  const series = page.getByRole('combobox', { name: 'Series' });
  await series.selectOption('even');
  await expect(page.getByRole('columnheader', { name: 'n mean, even' })).toBeVisible();
  await series.selectOption('odd');
  await expect(page.getByRole('columnheader', { name: 'n mean, odd' })).toBeVisible();
});

test('at 320 × 256 px, nothing covers the focused row or the filters', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 256 });
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

const PAGES = ['/devices', '/about', '/connections', buildDocumentsUrl()];

test('wider text spacing truncates nothing', { tag: '@long' }, async ({ page, service }) => {
  for (const path of PAGES) {
    await openSignedIn(page, service, path);
    const columns = page.getByRole('button', { name: /^Columns/ });
    if (path === '/devices') await expect(columns).toBeVisible();
    await widenText(page);
    if (path === '/devices') await expect(columns).toBeInViewport({ ratio: 1 });
    const cut = await page.evaluate(() => {
      const texts = 'main :is(button, label, p, dt, dd, h2), header :is(button, a)';
      return [...document.querySelectorAll<HTMLElement>(texts)]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow !== 'visible')
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map((element) => element.textContent);
    });
    expect(cut, path).toEqual([]);
  }
  const fields = page.getByRole('list', { name: 'Fields seen' });
  await expect(fields.getByRole('button', { name: 'temperature: values' })).toBeVisible();
  const cutFields = await fields
    .locator('li > :first-child')
    .evaluateAll((names) => names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(cutFields).toBe(0);
  const room = await page.getByRole('combobox', { name: 'Time display' }).evaluate((select: HTMLSelectElement) => {
    const style = getComputedStyle(select);
    const words = document.createElement('span');
    words.textContent = select.selectedOptions[0]?.textContent ?? '';
    words.style.cssText = `position: absolute; white-space: nowrap; font: ${style.font}`;
    document.body.append(words);
    const { width } = words.getBoundingClientRect();
    words.remove();
    return select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - width;
  });
  // `clientWidth` is rounded
  expect(room).toBeGreaterThan(-1);
});
