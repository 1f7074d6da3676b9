import type { Page } from 'playwright/test';
import { getButton, getDocumentGrid, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import type { DatastoreState } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Zurich' });

const NOW = Date.UTC(2026, 0, 10, 12, 30);
const range = (page: Page) => page.getByRole('group', { name: 'Time range' });
const opener = (page: Page) => range(page).getByRole('button').first();
const panel = (page: Page) => page.getByRole('dialog', { name: 'Time range' });
const ids = (page: Page) => getDocumentGrid(page).getByRole('gridcell', { name: /^(?:quarter-|half-|first|second)/ });

async function open(page: Page, service: Service, documents: object[], link: Partial<DatastoreState> = {}) {
  await page.clock.setFixedTime(NOW);
  await service.seed({ documents: { zoned: documents } });
  await openDatastore(page, service, { collection: 'zoned', ...link });
}

test('times without a zone are read in the zone that the user selects', { tag: '@long' }, async ({ page, service }) => {
  const documents = [
    { documentID: 'quarter-to-12', at: '2026-01-10T11:45:00' },
    { documentID: 'quarter-past-12', at: '2026-01-10T12:15:00' },
    { documentID: 'half-past-12', at: '2026-01-10T12:30:00' },
  ];
  await open(page, service, documents);
  await expect(ids(page)).toHaveCount(3);
  await opener(page).click();
  const last = getButton(panel(page), 'last 1 h');
  await expect(panel(page)).toContainText('Times in at have no time zone.');
  await expect(last).toHaveAttribute('aria-disabled', 'true');
  // selects the zone by keyboard, then the range
  const choice = panel(page).getByRole('radiogroup', { name: 'Time zone of at' });
  await choice.getByRole('radio', { name: 'Local, Europe/Zurich' }).focus();
  await page.keyboard.press('Space');
  await last.focus();
  await page.keyboard.press('Enter');
  await expect(range(page)).toContainText('of at, local time');
  await page.keyboard.press('Control+Enter');
  await expect(ids(page)).toHaveText(['half-past-12']);
  // the link names the zone, so that it is the same for other readers
  expect(decodeURIComponent(page.url())).toContain('"read":"Europe/Zurich"');
  await page.reload();
  await expect(range(page)).toContainText('of at, local time');

  await opener(page).click();
  await choice.getByRole('radio', { name: 'UTC' }).check({ force: true });
  await page.keyboard.press('Escape');
  await expect(range(page)).toContainText('of at, UTC');
  await page.keyboard.press('Control+Enter');
  await expect(ids(page)).toHaveText(['quarter-to-12', 'quarter-past-12', 'half-past-12']);
});

test('shows the repeated hour, and selects either occurrence of it', { tag: '@long' }, async ({ page, service }) => {
  const documents = [
    { documentID: 'first', time: Date.UTC(2026, 9, 25, 0, 40) },
    { documentID: 'second', time: Date.UTC(2026, 9, 25, 1, 40) },
  ];
  await open(page, service, documents);
  await expect(ids(page)).toHaveCount(2);
  await opener(page).click();
  await panel(page).getByLabel('From, local time').fill('2026-10-25T02:30:00');
  const occurrence = panel(page).getByRole('radiogroup', { name: 'From: occurrence' });
  await expect(occurrence.getByRole('radio', { name: 'first, UTC+02:00' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(range(page)).toContainText('2026-10-25 02:30 (UTC+02:00)');
  await page.keyboard.press('Control+Enter');
  await expect(ids(page)).toHaveText(['first', 'second']);
  await opener(page).click();
  await occurrence.getByRole('radio', { name: 'first' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(occurrence.getByRole('radio', { name: 'second, UTC+01:00' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(range(page)).toContainText('2026-10-25 02:30 (UTC+01:00)');
  await page.keyboard.press('Control+Enter');
  await expect(ids(page)).toHaveText(['second']);
});

test('a chart has one value per day in the time zone of the page', { tag: '@long' }, async ({ page, service }) => {
  const documents = [Date.UTC(2026, 0, 9, 23, 30), Date.UTC(2026, 0, 10, 10), Date.UTC(2026, 0, 10, 22)].map(
    (time, n) => ({ documentID: `d${n}`, time, n }),
  );
  await open(page, service, documents, { view: 'chart', plot: ['n'], per: 'day' });
  await expect(page.getByText(/mean, minimum and maximum per day/)).toBeVisible();
  const chart = page.getByRole('slider', { name: /^Chart of/ });
  for (const key of ['Home', 'End']) {
    await chart.press(key);
    await expect(chart).toHaveAttribute('aria-valuetext', /^2026-01-10 00:00:00, n 1 \(0 to 2\)$/);
  }
  await page.goto(`${new URL(page.url()).pathname}?collection=zoned&view=chart&plot=n&per=day&time=utc`);
  await expect(page.getByText(/mean, minimum and maximum per UTC day/)).toBeVisible();
  await chart.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /^2026-01-09 00:00:00Z, n 0/);
  await expect(page.getByRole('combobox', { name: 'One value per' })).toHaveValue('day');
});
