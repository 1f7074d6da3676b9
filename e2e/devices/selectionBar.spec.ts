import { withStubServer } from '#e2e/bench/stubServer.ts';
import { getLiveRegion } from '#e2e/helpers/announcements.ts';
import { expectVisibleText, refreshDeviceList } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { measureElementOverflow } from '#e2e/helpers/page.ts';

for (const width of [1440, 390]) {
  test(`typing goes on when the selection bar appears, at ${width} px`, { tag: '@long' }, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 844 });
    let arrive = () => {};
    const tools = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/lazyPanels-*.js', async (route) => {
      await tools;
      await route.continue();
    });
    await openSignedIn(page, service);
    await page.locator('[aria-rowindex="2"]').getByRole('checkbox').check();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.pressSequentially('pup');
    await search.press('ArrowLeft');
    arrive();
    await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
    await expect(search).toBeFocused();
    await page.keyboard.type('m');
    await expect(search).toHaveValue('pump');
  });
}

test('the first selection shows its bar while offline', { tag: '@long' }, async ({ page, context, service }) => {
  const tools = page.waitForResponse('**/lazyPanels-*.js');
  await openSignedIn(page, service);
  await (await tools).finished();
  await context.setOffline(true);
  await page.locator('[aria-rowindex="2"]').getByRole('checkbox').check();
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Clear the selection' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toHaveCount(0);
});

test('all of 100,000 rows can be selected, and stay selected', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 720 });
  const others = '99,999';
  await withStubServer(100_000, async (stub) => {
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    await expectVisibleText(page, `100,000 devices`);
    await page.getByRole('rowheader').nth(3).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Space');
    await expectVisibleText(page, `${others} of 100,000 selected`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('cold store');
    const hidden = page.getByText(new RegExp(`^${others} selected, [\\d,]+ hidden by filters$`));
    await expect(hidden).toBeVisible();
    // not truncated at any width
    const bar = page.getByRole('group', { name: 'Selection' });
    for (const width of [1280, 1024, 768, 390, 320, 1440]) {
      await page.setViewportSize({ width, height: 720 });
      await expect(bar.getByRole('button', { name: 'Clear the selection' })).toBeInViewport({ ratio: 1 });
      for (const part of [bar, hidden])
        expect(await part.evaluate(measureElementOverflow), `${width} px`).toEqual([0, 0]);
    }
    await refreshDeviceList(page);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expectVisibleText(page, `${others} of 100,000 selected`);
    await expect(page.getByText('not in this list')).toBeHidden();
  });
});

test('Ctrl+C copies the active cell, or the selected rows', { tag: '@firefox' }, async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 720 });
  await openSignedIn(page, service, '/devices?column=deviceID&column=name&column=paired');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const ids = page.getByRole('rowheader');
  await expect(ids).not.toHaveCount(0);
  const shown = (await ids.allTextContents()).slice(0, 3);
  await page.getByRole('rowheader', { name: shown[1] ?? '', exact: true }).focus();
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard).toBe(shown[1]);
  await expect(getLiveRegion(page)).toContainText('Copied deviceID');

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+c');
  await expect(getLiveRegion(page)).toContainText('Copied 2 rows with headings');
  const lines = (await clipboard()).trimEnd().split('\r\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual(['deviceID', shown[1], shown[2]]);
  expect(lines[0]).toBe('deviceID\tname\tpaired');

  // the button copies the same rows for spreadsheets
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  await page.getByRole('button', { name: 'Copy 2', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied 2 rows with headings' })).toBeVisible();
  expect((await clipboard()).trimEnd().split('\r\n')).toEqual(lines);
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });
  expect(html?.match(/<tr>/g)).toHaveLength(3);
  await page.getByRole('rowheader', { name: shown[1] ?? '', exact: true }).focus();

  // enough rows to take longer than a frame
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const all = service.devices.length;
  await expect(getLiveRegion(page)).toContainText(`Copied ${all.toLocaleString('en')} rows with headings`);
  expect((await clipboard()).trimEnd().split('\r\n')).toHaveLength(all + 1);
});

test('copies a cell, and pastes it elsewhere', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?column=deviceID&column=name');
  const ids = page.getByRole('rowheader');
  await expect(ids).not.toHaveCount(0);
  const copied = (await ids.allTextContents())[1] ?? '';
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.click();
  await ids.nth(0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+c');
  await expect(getLiveRegion(page)).toContainText('Copied deviceID');
  await search.focus();
  await page.keyboard.press('Control+v');
  await expect(search).toHaveValue(copied);
  await expect(ids).toHaveText([copied]);
});
