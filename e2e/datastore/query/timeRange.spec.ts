import type { Page, Request } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Berlin' });

const NOW = Date.UTC(2026, 0, 10, 12, 30);
const MINUTE = 60_000;
const range = (page: Page) => page.getByRole('group', { name: 'Time range' });
const opener = (page: Page) => range(page).getByRole('button').first();
const grid = (page: Page) => page.getByRole('grid', { name: 'Documents' });
const stages = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

const documents = Array.from({ length: 100 }, (_, n) => ({ documentID: `t${n}`, time: NOW - (n + 0.5) * MINUTE, n }));
const LINK = { ...LOGS_URL_STATE, collection: 'minutes' };

async function open(page: Page, service: Service, link: object = {}) {
  await page.clock.setFixedTime(NOW);
  await service.seed({ documents: { minutes: documents } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...LINK, ...link }));
  await expect(grid(page)).toBeVisible();
}

function filtersSent(page: Page): object[] {
  const filters: object[] = [];
  page.on('request', (request: Request) => {
    if (request.url().includes('/datastore/pipeline')) filters.push(request.postDataJSON().pipeline[0]?.filter);
  });
  return filters;
}

async function choose(page: Page, name: string) {
  await opener(page).click();
  await page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name, exact: true }).click();
}

test('a time range is one readable stage, moves with each run, and stays fixed across the pages of a run', async ({
  page,
  service,
}) => {
  await open(page, service);
  await expect(opener(page)).toHaveText('all time');
  await choose(page, 'last 1 h');
  await expect(opener(page)).toBeFocused();
  await expect(range(page)).toHaveText('last 1 hof time, from 2026-01-10 12:30');
  await expect(stages(page)).toHaveText(['1 Match keep where time in the last 1 h']);
  const filters = filtersSent(page);
  await run(page).click();
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  await page.clock.setFixedTime(NOW + 10 * MINUTE);
  for (const rows of ['rows 21–40, more', 'rows 41–60, the end']) {
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(rows)).toBeVisible();
  }
  const bound = (at: number) => JSON.stringify({ time: { $gte: at - 60 * MINUTE } });
  expect([...new Set(filters.map((filter) => JSON.stringify(filter)))]).toEqual([bound(NOW)]);

  filters.length = 0;
  await run(page).click();
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText(/^50 rows/)).toBeVisible();
  expect([...new Set(filters.map((filter) => JSON.stringify(filter)))]).toEqual([bound(NOW + 10 * MINUTE)]);
});

test('a link, a saved query and undo keep a relative range relative', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await choose(page, 'last 15 min');
  await run(page).click();
  await expect(page.getByText('rows 1–15, the end')).toBeVisible();
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('textbox', { name: 'Query name' }).fill('quarter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await range(page).getByRole('button', { name: 'Show all time' }).click();
  await expect(opener(page)).toHaveText('all time');
  await expect(stages(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(opener(page)).toHaveText('last 15 min');

  await page.clock.setFixedTime(NOW + 10 * MINUTE);
  await page.reload();
  await expect(page.getByText('rows 1–5, the end')).toBeVisible();
  await expect(opener(page)).toHaveText('last 15 min');
  await page.clock.setFixedTime(NOW + 13 * MINUTE);
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('button', { name: 'quarter', exact: true }).click();
  await expect(page.getByText('rows 1–2, the end')).toBeVisible();
  await expect(stages(page)).toHaveText(['1 Match keep where time in the last 15 min']);
});

test('days and times use the time zone of the page', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  const filters = filtersSent(page);
  await choose(page, 'yesterday');
  await run(page).click();
  await expect(page.getByText('No documents in minutes match this query')).toBeVisible();
  expect(filters[0]).toEqual({ time: { $gte: Date.UTC(2026, 0, 8, 23), $lt: Date.UTC(2026, 0, 9, 23) } });

  filters.length = 0;
  await page.getByRole('combobox', { name: 'Time display' }).selectOption('utc');
  await opener(page).click();
  await page.getByLabel('From, UTC').fill('2026-01-10T11:20:00');
  await page.getByLabel('To (inclusive)').fill('2026-01-10T11:24:00');
  await page.keyboard.press('Escape');
  await expect(range(page)).toContainText('of time, from 2026-01-10 11:20Z to 2026-01-10 11:24Z');
  await run(page).click();
  await expect(page.getByText('rows 1–4, the end')).toBeVisible();
  expect(filters[0]).toEqual({
    time: { $gte: Date.UTC(2026, 0, 10, 11, 20), $lte: Date.UTC(2026, 0, 10, 11, 24) + 999 },
  });
});

test('the JSON shows the times that are sent, and keeps the range until its bounds are edited', {
  tag: '@long',
}, async ({ page, service }) => {
  await open(page, service);
  await choose(page, 'today');
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  const editor = page.getByRole('textbox', { name: 'Pipeline as JSON' });
  await expect(editor).toContainText(`"$gte": ${Date.UTC(2026, 0, 9, 23)}`);
  await expect(page.getByText('“time today” is shown with the times that would be sent now.')).toBeVisible();
  await editor.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(',{"type":"project","specs":{"n":1}}');
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('Builder').click();
  await expect(stages(page)).toHaveText(['1 Match keep where time today', /2 Project/]);
  await page.getByRole('button', { name: 'Expand stage 1' }).click();
  await page.getByRole('button', { name: 'Convert to conditions' }).click();
  await expect(opener(page)).toHaveText('all time');
  await expect(page.getByRole('textbox', { name: 'Value, stage 1 condition 1' })).toHaveValue(
    String(Date.UTC(2026, 0, 9, 23)),
  );
});

test('the analysis of an empty result tries the range too, and a collection without a known time field says so', {
  tag: '@long',
}, async ({ page, service }) => {
  await open(page, service);
  await page.clock.setFixedTime(NOW + 10 * MINUTE);
  await page.getByRole('combobox', { name: 'Collection' }).press('Home');
  await page.clock.setFixedTime(NOW + 20 * MINUTE);
  await choose(page, 'last 15 min');
  await run(page).click();
  await page.getByRole('button', { name: 'Why no results?' }).click();
  await expect(page.getByText('without time in the last 15 min')).toBeVisible();
  await page.getByRole('button', { name: 'Remove condition' }).click();
  await expect(grid(page)).toBeVisible();
  await page.getByRole('combobox', { name: 'Collection' }).fill('elsewhere');
  await opener(page).click();
  await expect(page.getByText('No time fields are known in elsewhere yet.')).toBeVisible();
});
