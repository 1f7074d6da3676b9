import type { Page } from 'playwright/test';
import {
  addMatchStage,
  getButton,
  getDocumentGrid,
  getFieldInput,
  getJsonEditor,
  getValueInput,
  openDatastore,
  showEditor,
} from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

const NEW_YEAR_MS = Date.UTC(2020, 0, 1);
const filter = { time: { $gte: NEW_YEAR_MS }, level: { $ne: 'odd' } };
const LINK = { pipeline: [{ type: 'match', filter }] };
const type = (page: Page) => page.getByRole('combobox', { name: 'Type, stage 1 condition 1' });

test('an epoch number shows its time in the time display of the page', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  const row = page.getByRole('group', { name: 'Condition stage 1 condition 1' });
  await expect(row.getByText('2020-01-01 00:00:00')).toBeVisible();
  await getValueInput(page).fill(String(NEW_YEAR_MS + 61_000));
  await expect(row.getByText('2020-01-01 00:01:01')).toBeVisible();
  await page.getByRole('combobox', { name: 'Time display' }).selectOption('utc');
  await expect(row.getByText('2020-01-01 00:01:01Z')).toBeVisible();
  await getValueInput(page).fill('12');
  await expect(row.getByRole('paragraph')).toHaveCount(0);
});

test('the query pane is resized by drag and keyboard, and keeps this', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  const edge = page.getByRole('separator', { name: 'Width of the query pane' });
  const expectWidth = (width: number) => expect(edge).toHaveAttribute('aria-valuenow', String(width));
  await expectWidth(416);
  const box = await edge.boundingBox();
  if (!box) throw new Error('The edge has no place.');
  await page.mouse.move(box.x + 3, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 107, box.y + 220, { steps: 4 });
  await page.mouse.up();
  await expectWidth(520);
  expect((await page.getByRole('region', { name: 'Query' }).boundingBox())?.width).toBe(520);
  await edge.press('ArrowRight');
  await expectWidth(536);
  await page.reload();
  await expectWidth(536);
  await edge.press('End');
  await expectWidth(Number(await edge.getAttribute('aria-valuemax')));
  await edge.press('Home');
  await expectWidth(360);
  await edge.dblclick();
  await expectWidth(416);
  // automatic width, if the results keep the width that they have at 1440 px
  await page.setViewportSize({ width: 1540, height: 900 });
  await expectWidth(520);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectWidth(416);
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await expectWidth(520);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(edge).toBeHidden();
});

test('a field typed by hand gets its known type', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await expect(getDocumentGrid(page)).toBeVisible();
  await addMatchStage(page, 'temperature');
  await expect(type(page)).toHaveValue('number');
  // a field of another type, and an unknown field
  const field = getFieldInput(page);
  await field.fill('level');
  await expect(type(page)).toHaveValue('text');
  await field.fill('temperature');
  await field.fill('temperatureX');
  await expect(type(page)).toHaveValue('text');
  // a typed value keeps its chosen type
  await getValueInput(page).fill('25');
  await field.fill('temperature');
  await expect(type(page)).toHaveValue('text');
});

test('a new project stage takes input, and Enter ends a suggestion', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await expect(getDocumentGrid(page)).toBeVisible();
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
  await expect(getDocumentGrid(page).getByRole('columnheader')).toHaveText(['documentID', 'level', 'temperature']);
});

test('the JSON editor reports disabled stages, and links to them', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  await page.getByRole('button', { name: 'Switch stage 1 off' }).click();
  await showEditor(page, 'JSON');
  await expect(getJsonEditor(page)).toHaveText('[]');
  await expect(page.getByText('1 stage switched off is not sent and not shown here')).toBeVisible();
  await page.getByRole('button', { name: 'Show it in the builder' }).click();
  await expect(page.getByRole('button', { name: 'Switch stage 1 on' })).toBeFocused();
});

test('an incomplete stage survives a JSON edit, and a run focuses it', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, { pipeline: [{ type: 'match', filter: { level: 'info' } }] });
  await page.getByRole('button', { name: 'Condition: add to stage 1' }).click();
  await showEditor(page, 'JSON');
  await expect(page.getByText('1 stage incomplete is not sent and not shown here')).toBeVisible();
  await getJsonEditor(page).fill('[{"type":"sort","specs":{"time":-1}}]');
  await getButton(page, 'Run').click();
  await expect(getFieldInput(page, 2, 2)).toBeFocused();
  await expect(page.getByText('Condition 2: enter a field.')).toBeVisible();
  await expect(getFieldInput(page, 1, 2)).toHaveValue('level');
});
