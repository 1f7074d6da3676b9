import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

const NEW_YEAR_MS = Date.UTC(2020, 0, 1);
const filter = { time: { $gte: NEW_YEAR_MS }, level: { $ne: 'odd' } };
const QUERY = { ...LOGS_URL_STATE, pipeline: [{ type: 'match', filter }] };
const value = (page: Page, row = 1) => page.getByRole('textbox', { name: `Value, stage 1 condition ${row}` });
const type = (page: Page) => page.getByRole('combobox', { name: 'Type, stage 1 condition 1' });
const edge = (page: Page) => page.getByRole('separator', { name: 'Width of the query pane' });
const grid = (page: Page) => page.getByRole('grid', { name: 'Documents' });

async function widthOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
}

test('value, field and operator have enough room at every width', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  for (const width of [2560, 1920, 1600, 1599, 1440, 1280, 1101, 1100, 1024, 768, 641, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 1100) await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const room = (name: string) =>
      page
        .getByLabel(name, { exact: true })
        .evaluate((element) => element.parentElement?.getBoundingClientRect().width ?? 0);
    for (const row of [1, 2]) {
      const place = `stage 1 condition ${row}`;
      await expect.poll(() => room(`Value, ${place}`), { message: `value at ${width}` }).toBeGreaterThanOrEqual(160);
      expect(await room(`Field, ${place}`), `field at ${width}`).toBeGreaterThanOrEqual(96);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('an epoch number shows its time in the time display of the page', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  const row = page.getByRole('group', { name: 'Condition stage 1 condition 1' });
  await expect(row.getByText('2020-01-01 00:00:00')).toBeVisible();
  await value(page).fill(String(NEW_YEAR_MS + 61_000));
  await expect(row.getByText('2020-01-01 00:01:01')).toBeVisible();
  await page.getByRole('combobox', { name: 'Time display' }).selectOption('utc');
  await expect(row.getByText('2020-01-01 00:01:01Z')).toBeVisible();
  await value(page).fill('12');
  await expect(row.getByRole('paragraph')).toHaveCount(0);
});

test('the query pane resizer moves by drag and keyboard, resets, and keeps its position', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  const pane = () => widthOf(page, 'section[aria-label="Query"]');
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '416');
  const box = await edge(page).boundingBox();
  if (!box) throw new Error('The edge has no place.');
  expect(box.width).toBe(6);
  await page.mouse.move(box.x + 3, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 107, box.y + 220, { steps: 4 });
  await page.mouse.up();
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '520');
  expect(await pane()).toBe(520);
  // field and value are on one line
  const top = (name: string) =>
    page.getByLabel(name, { exact: true }).evaluate((element) => element.getBoundingClientRect().top);
  expect(await top('Value, stage 1 condition 1')).toBe(await top('Field, stage 1 condition 1'));

  await edge(page).press('ArrowRight');
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '536');
  await page.reload();
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '536');
  await edge(page).press('End');
  const most = Number(await edge(page).getAttribute('aria-valuemax'));
  expect(Math.abs((await pane()) - most)).toBeLessThanOrEqual(1);
  expect(most).toBe(Math.floor((await widthOf(page, 'main')) / 2));
  await edge(page).press('Home');
  expect(await pane()).toBe(360);
  await edge(page).dblclick();
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '416');
  // automatic width, if the results keep the width that they have at 1440 px
  await page.setViewportSize({ width: 1540, height: 900 });
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '520');
  expect(await pane()).toBe(520);
  expect(await top('Value, stage 1 condition 1')).toBe(await top('Field, stage 1 condition 1'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '416');
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '520');
  expect(await pane()).toBe(520);
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '560');
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(edge(page)).toBeHidden();
});

test('a field typed by hand gets its known type', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(grid(page)).toBeVisible();
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await page.keyboard.type('temperature');
  await expect(type(page)).toHaveValue('number');
  // a field of another type, and an unknown field
  const field = page.getByRole('combobox', { name: 'Field, stage 1 condition 1' });
  await field.fill('level');
  await expect(type(page)).toHaveValue('text');
  await field.fill('temperature');
  await field.fill('temperatureX');
  await expect(type(page)).toHaveValue('text');
  // a typed value keeps its chosen type
  await value(page).fill('25');
  await field.fill('temperature');
  await expect(type(page)).toHaveValue('text');
});

test('Enter in Collection runs the query', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await page.getByRole('combobox', { name: 'Collection' }).fill('logs');
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeVisible();
  await expect(page).toHaveURL(/collection=logs/);
});

test('a new project stage takes input at once, and Enter closes its suggestions', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(grid(page)).toBeVisible();
  await page.getByRole('button', { name: 'Project: add stage' }).click();
  const fields = page.getByRole('combobox', { name: 'Fields to keep, stage 1' });
  await expect(fields).toBeFocused();
  const list = page.getByRole('listbox');
  await expect(list).toBeHidden();
  await page.keyboard.type('tempera');
  await expect(list).toBeVisible();
  await page.keyboard.type('ture');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await page.keyboard.type('level');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await page.keyboard.press('Control+Enter');
  await expect(grid(page).getByRole('columnheader')).toHaveText(['documentID', 'level', 'temperature']);
});

test('the JSON editor reports disabled stages, and links to them', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await page.getByRole('button', { name: 'Switch stage 1 off' }).click();
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await expect(page.getByRole('textbox', { name: 'Pipeline as JSON' })).toHaveText('[]');
  await expect(page.getByText('1 stage switched off is not sent and not shown here')).toBeVisible();
  await page.getByRole('button', { name: 'Show it in the builder' }).click();
  await expect(page.getByRole('button', { name: 'Switch stage 1 on' })).toBeFocused();
});

test('an incomplete stage survives an edit of the JSON, and running from there focuses it', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(
    page,
    service,
    buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline: [{ type: 'match', filter: { level: 'info' } }] }),
  );
  await page.getByRole('button', { name: 'Condition: add to stage 1' }).click();
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await expect(page.getByText('1 stage incomplete is not sent and not shown here')).toBeVisible();
  await page.getByRole('textbox', { name: 'Pipeline as JSON' }).fill('[{"type":"sort","specs":{"time":-1}}]');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Field, stage 2 condition 2' })).toBeFocused();
  await expect(page.getByText('Condition 2: enter a field.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Field, stage 2 condition 1' })).toHaveValue('level');
});

test('the JSON editor marks a stage with invalid JSON too, and blocks the run', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'JSON: add stage' }).click();
  await page.getByRole('textbox', { name: 'Stage 1 as JSON' }).fill('{"type": "match", oops');
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await expect(page.getByText('Line 2, column 21:')).toBeVisible();
  await expect(page.getByText('fix line 2 to run')).toBeVisible();
});
