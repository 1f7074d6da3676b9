import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

const paired = '/devices?type=paired#search=pump';
const ALL = /^All devices(2,000|reloads)$/;
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

async function openViews(page: Page) {
  await page.getByRole('button', { name: /^Views/ }).click();
  return page.getByRole('dialog', { name: 'Saved views' });
}

const importViews = (views: Locator, text: string) =>
  views
    .getByLabel('Import a file')
    .setInputFiles({ name: 'views.json', mimeType: 'application/json', buffer: Buffer.from(text) });

test('saves, renames, moves, deletes, restores and opens views', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service, paired);
  const views = await openViews(page);
  for (const name of ['Pumps', 'Others']) {
    await views.getByRole('textbox', { name: 'View name' }).fill(name);
    await views.getByRole('button', { name: 'Save', exact: true }).click();
  }
  const items = views.getByRole('listitem');
  // devices are counted in cached lists; other views show why they have no count
  const pumps = service.devices.filter(({ record }) => record.paired && /pump/i.test(JSON.stringify(record))).length;
  await expect(items).toHaveText([ALL, `Pumps${pumps}`, `Others${pumps}`]);
  await views.getByRole('button', { name: 'Move Others up' }).click();
  await expect(items).toHaveText([ALL, `Others${pumps}`, `Pumps${pumps}`]);
  await views.getByRole('button', { name: 'Rename Others' }).click();
  await views.getByRole('textbox', { name: 'New name for Others' }).fill('Paired pumps');
  await page.keyboard.press('Enter');
  await expect(items).toHaveText([ALL, `Paired pumps${pumps}`, `Pumps${pumps}`]);
  await views.getByRole('button', { name: 'Delete Pumps' }).click();
  await expect(items).toHaveText([ALL, `Paired pumps${pumps}`]);
  await views.getByRole('button', { name: 'Undo' }).click();
  await views.getByRole('button', { name: 'Open Pumps by default' }).click();
  await views.getByRole('button', { name: 'All devices' }).click();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  const again = await openViews(page);
  await expect(again.getByRole('listitem')).toHaveText([
    'All devices2,000',
    /^Paired pumps(reloads|\d+)$/,
    /^Pumps(reloads|\d+)$/,
  ]);
  await again.getByRole('button', { name: 'Pumps', exact: true }).click();
  await expect(page).toHaveURL(`${service.url}${paired}`);
  await expect(page.getByRole('button', { name: /, saved view$/ })).toHaveText('Paired pumps');

  // the first visit without a link opens the default view; a link takes precedence
  await page.goto('/');
  await pages(page).getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(`${service.url}${paired}`);
  await page.goto('/devices');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
});

test('restoring a deleted view keeps those saved since', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, paired);
  const views = await openViews(page);
  const save = async (name: string) => {
    await views.getByRole('textbox', { name: 'View name' }).fill(name);
    await page.keyboard.press('Enter');
  };
  await save('One');
  await save('Two');
  await views.getByRole('button', { name: 'Delete One' }).click();
  await save('Three');
  await views.getByRole('button', { name: 'Undo' }).click();
  await expect(views.getByRole('listitem')).toHaveText([ALL, /^One/, /^Two/, /^Three/]);
});

test('exports and imports views, and reports unusable files', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, paired);
  const views = await openViews(page);
  await views.getByRole('textbox', { name: 'View name' }).fill('Pumps');
  await page.keyboard.press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    views.getByRole('button', { name: 'Export as a file' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  await views.getByRole('button', { name: 'Delete Pumps' }).click();
  await importViews(views, text.replace('"version": 1', '"version": 7'));
  await expect(views.getByText('This file has version 7 and needs a newer version')).toBeVisible();
  await importViews(views, '{}');
  await expect(views.getByText('This file contains no saved views.')).toBeVisible();
  await importViews(views, text);
  await expect(views.getByText('1 view imported.')).toBeVisible();
  await expect(views.getByRole('listitem')).toHaveText([ALL, /^Pumps[1-9]/]);
});

test('remembers columns, and includes them in links', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'status' }).uncheck();
  await expect(page.getByRole('columnheader', { name: 'status' })).toHaveCount(0);
  await page.goto('/devices#search=a');
  await expect(page.getByRole('columnheader', { name: 'name' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'status' })).toHaveCount(0);
  // the recipient has other stored columns
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseFromMenu(page, 'More list actions', 'Copy link');
  await expect(page.getByText('Copied link')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\?column=deviceID&column=name&.*#search=a$/);
  expect(link).not.toContain('column=status');
  await page.goto('/devices?column=deviceID&column=status');
  await expect(page.getByRole('columnheader', { name: 'status' })).toBeVisible();
});

test('a view saved with the default columns restores them', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, paired);
  const status = page.getByRole('columnheader', { name: 'status' });
  const views = await openViews(page);
  await views.getByRole('textbox', { name: 'View name' }).fill('Pumps');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await status.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(status).toHaveCount(0);
  await (await openViews(page)).getByRole('button', { name: 'Pumps', exact: true }).click();
  await expect(status).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pumps, saved view' })).toBeVisible();
});

test('a rare field becomes a column when it is chosen', { tag: '@long' }, async ({ page, service }) => {
  const devices = Array.from({ length: 40 }, (_, index) =>
    createDeviceRecord(`d${index}`, { serial: `S${index}`, ...(index === 7 && { firmware: '1.2' }) }),
  );
  await mockDeviceList(service, devices);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('columnheader', { name: 'serial' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'firmware' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expect(columns.getByText('in 1 of 40')).toBeVisible();
  await columns.getByRole('checkbox', { name: /^firmware/ }).check();
  await expect(page.getByRole('columnheader', { name: 'firmware' })).toBeVisible();
});

test('truncates a long view name in the middle', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  const views = await openViews(page);
  const name = `${'x'.repeat(200)} the end`;
  const content = { format: 'fleetlens-views', version: 1, views: [{ name, link: '/devices' }] };
  await importViews(views, JSON.stringify(content));
  await expect(views.getByText('1 view imported.')).toBeVisible();
  await expect(views.getByRole('textbox', { name: 'View name' })).toHaveAttribute('maxlength', '80');
  await page.keyboard.press('Escape');
  const opener = page.getByRole('button', { name: `${name}, saved view` });
  await expect(opener).toHaveText(/^x+…x+ the end$/);
  await expect(opener.getByTitle(name)).toBeVisible();
  for (const width of [1440, 700, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByText('2,000 devices', { exact: true })).toBeInViewport({ ratio: 0.98 });
    await expect(page.getByRole('button', { name: 'More list actions' })).toBeInViewport({ ratio: 0.98 });
  }
});
