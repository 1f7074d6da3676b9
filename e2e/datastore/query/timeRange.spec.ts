import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright/test';
import {
  getButton,
  getCollectionInput,
  getDocumentGrid,
  getStageHeadings,
  openDatastore,
  waitForHistogram,
} from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Berlin' });

const NOW = Date.UTC(2026, 0, 10, 12, 30);
const MINUTE = 60_000;
const range = (page: Page) => page.getByRole('group', { name: 'Time range' });
const opener = (page: Page) => range(page).getByRole('button').first();

const documents = Array.from({ length: 100 }, (_, n) => ({ documentID: `t${n}`, time: NOW - (n + 0.5) * MINUTE, n }));

async function open(page: Page, service: Service) {
  await page.clock.setFixedTime(NOW);
  await service.seed({ documents: { minutes: documents } });
  await openDatastore(page, service, { collection: 'minutes' });
  await expect(getDocumentGrid(page)).toBeVisible();
}

const filtersIn = (bodies: string[]): object[] => bodies.map((body) => JSON.parse(body).pipeline[0]?.filter);

async function choose(page: Page, name: string) {
  await opener(page).click();
  await page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name, exact: true }).click();
}

test('a time range is one stage, moves with each run, and stays fixed across its pages', async ({ page, service }) => {
  await open(page, service);
  await expect(opener(page)).toHaveText('all time');
  await choose(page, 'last 1 h');
  await expect(opener(page)).toBeFocused();
  await expect(range(page)).toHaveText('last 1 hof time, from 2026-01-10 12:30');
  await expect(getStageHeadings(page)).toHaveText(['1 Match keep where time in the last 1 h']);
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await getButton(page, 'Run').click();
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  await page.clock.setFixedTime(NOW + 10 * MINUTE);
  for (const rows of ['rows 21–40, more', 'rows 41–60, the end']) {
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(rows)).toBeVisible();
  }

  await getButton(page, 'Run').click();
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
  await page.getByRole('button', { name: 'Count rows' }).click();
  await expect(page.getByText(/^50 rows/)).toBeVisible();
  // a request of the first run may be sent late, but before all of the second run
  const createFilter = (at: number) => ({ time: { $gte: at - 60 * MINUTE } });
  const filters = filtersIn(sent);
  const second = filters.findIndex((filter) => isDeepStrictEqual(filter, createFilter(NOW + 10 * MINUTE)));
  expect(second).toBeGreaterThan(2);
  for (const [at, filter] of filters.entries())
    expect(filter).toEqual(createFilter(at < second ? NOW : NOW + 10 * MINUTE));
});

test('a link, a saved query and undo keep a relative range relative', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await choose(page, 'last 15 min');
  await getButton(page, 'Run').click();
  await expect(page.getByText('rows 1–15, the end')).toBeVisible();
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('textbox', { name: 'Query name' }).fill('quarter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await range(page).getByRole('button', { name: 'Show all time' }).click();
  await expect(opener(page)).toHaveText('all time');
  await expect(getStageHeadings(page)).toHaveCount(0);
  await getButton(page, 'Undo').click();
  await expect(opener(page)).toHaveText('last 15 min');

  await page.clock.setFixedTime(NOW + 10 * MINUTE);
  await page.reload();
  await expect(page.getByText('rows 1–5, the end')).toBeVisible();
  await expect(opener(page)).toHaveText('last 15 min');
  await page.clock.setFixedTime(NOW + 13 * MINUTE);
  await page.getByRole('button', { name: 'Saved' }).click();
  await getButton(page, 'quarter').click();
  await expect(page.getByText('rows 1–2, the end')).toBeVisible();
  await expect(getStageHeadings(page)).toHaveText(['1 Match keep where time in the last 15 min']);
});

test('days and times use the time zone of the page', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await waitForHistogram(page);
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await choose(page, 'yesterday');
  await getButton(page, 'Run').click();
  await expect(page.getByText('No documents in minutes match this query')).toBeVisible();
  expect(filtersIn(sent.splice(0))[0]).toEqual({
    time: { $gte: Date.UTC(2026, 0, 8, 23), $lt: Date.UTC(2026, 0, 9, 23) },
  });

  await page.getByRole('combobox', { name: 'Time display' }).selectOption('utc');
  await opener(page).click();
  await page.getByLabel('From, UTC').fill('2026-01-10T11:20:00');
  await page.getByLabel('To (inclusive)').fill('2026-01-10T11:24:00');
  await page.keyboard.press('Escape');
  await expect(range(page)).toContainText('of time, from 2026-01-10 11:20Z to 2026-01-10 11:24Z');
  await getButton(page, 'Run').click();
  await expect(page.getByText('rows 1–4, the end')).toBeVisible();
  expect(filtersIn(sent)[0]).toEqual({
    time: { $gte: Date.UTC(2026, 0, 10, 11, 20), $lte: Date.UTC(2026, 0, 10, 11, 24) + 999 },
  });
});

test('the analysis of an empty result tries the range too', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await page.clock.setFixedTime(NOW + 10 * MINUTE);
  await getCollectionInput(page).press('Home');
  await page.clock.setFixedTime(NOW + 20 * MINUTE);
  await choose(page, 'last 15 min');
  await getButton(page, 'Run').click();
  await page.getByRole('button', { name: 'Why no results?' }).click();
  await expect(page.getByText('without time in the last 15 min')).toBeVisible();
  await page.getByRole('button', { name: 'Remove condition' }).click();
  await expect(getDocumentGrid(page)).toBeVisible();
  await getCollectionInput(page).fill('elsewhere');
  await opener(page).click();
  await expect(page.getByText('No time fields are known in elsewhere yet.')).toBeVisible();
});
