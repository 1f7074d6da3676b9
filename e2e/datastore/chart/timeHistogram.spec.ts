import { getButton, getDocumentGrid, openDatastore, waitForHistogram } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Zurich' });

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 5, 1, 10);

// day n has n + 1 documents
const DOCUMENTS = Array.from({ length: 10 }, (_, day) =>
  Array.from({ length: day + 1 }, (_each, n) => ({ documentID: `t${day}-${n}`, time: FIRST_MS + day * DAY_MS, n })),
).flat();

test('counts all documents by time, and a range selected by keyboard filters them', async ({ page, service }) => {
  await service.seed({ documents: { days: DOCUMENTS } });
  await openDatastore(page, service, { collection: 'days' });
  const histogram = page.getByRole('region', { name: 'Documents by time' });
  const text = histogram.getByText('55 documents, ');
  await expect(text).toBeVisible();
  const [end = 0, limit = 0] = await Promise.all(
    [text, histogram].map((part) => part.evaluate((element) => element.getBoundingClientRect().bottom)),
  );
  expect(end, 'the table does not cover the text').toBeLessThan(limit);
  const from = histogram.getByRole('slider', { name: 'time from' });
  await expect(from).toHaveAttribute('aria-valuetext', /^2026-06-01/);

  await from.press('PageUp');
  await from.press('PageUp');
  await expect(histogram.getByText(/^2026-06-\d\d.*: \d+ documents?$/)).toBeVisible();
  const count = Number(/: (\d+) doc/.exec(await histogram.innerText())?.[1]);
  await histogram.getByRole('button', { name: 'Filter by this range' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Time range' })).toContainText('2026-06-');
  await expect(histogram.getByText(`${count} documents, `)).toBeVisible();
  expect(count).toBeLessThan(55);

  // the choice is remembered
  await getButton(page, 'Histogram').click();
  await expect(histogram).toHaveCount(0);
  await page.reload();
  await expect(getDocumentGrid(page)).toBeVisible();
  await expect(getButton(page, 'Histogram')).toHaveAttribute('aria-pressed', 'false');
  await expect(histogram).toHaveCount(0);
});

test('a refresh counts the documents by time again, and a page turn does not', async ({ page, service }) => {
  await page.clock.install();
  await service.seed({ documents: { days: DOCUMENTS } });
  await openDatastore(page, service, { collection: 'days' });
  await waitForHistogram(page);
  await expect(getButton(page, 'Next page')).toBeEnabled();
  // the next page is in the cache, and outdated
  await page.clock.fastForward(60_000);
  const sent = recordRequestBodies(page, '/datastore/pipeline');
  await getButton(page, 'Next page').click();
  await expect(getDocumentGrid(page).getByText('t6-0')).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThanOrEqual(2);
  await expect(getDocumentGrid(page)).toHaveAttribute('aria-busy', 'false');
  await expect(getButton(page, 'Next page')).toBeEnabled();
  const listGroups = () => sent.filter((body) => body.includes('"group"'));
  expect(listGroups()).toEqual([]);

  await getButton(page, 'Refresh').click();
  await expect.poll(() => listGroups().length).toBeGreaterThan(0);
});

test('a chosen range is shown whole, also where it has no documents', async ({ page, service }) => {
  await service.seed({ documents: { days: DOCUMENTS } });
  const span = { zone: 'utc', from: FIRST_MS + 3.5 * DAY_MS, to: FIRST_MS + 15 * DAY_MS };
  const pipeline = [{ type: 'range', time: { field: 'time', unit: 'ms', ...span } }];
  await openDatastore(page, service, { collection: 'days', pipeline });
  const histogram = page.getByRole('region', { name: 'Documents by time' });
  await expect(histogram.getByText('2026-06-05 00:00 to 2026-06-16 18:00: 45 documents, ')).toBeVisible();
});

test('a document opened on a phone leaves the heading and its row visible', async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await service.seed({ documents: { days: DOCUMENTS } });
  await openDatastore(page, service, { collection: 'days' });
  const histogram = page.getByRole('region', { name: 'Documents by time' });
  await expect(histogram).toBeVisible();
  const table = getDocumentGrid(page);
  await table.getByRole('gridcell', { name: 't3-2', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 't3-2' })).toBeInViewport({ ratio: 1 });
  await expect(table.getByRole('columnheader', { name: 'documentID' })).toBeInViewport({ ratio: 1 });
  await expect(table.getByRole('gridcell', { name: 't3-2', exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(histogram).toBeInViewport({ ratio: 1 });
});

test('every part of the page uses the most complete time field, and names it', async ({ page, service }) => {
  const documents = Array.from({ length: 20 }, (_, n) => {
    const time = FIRST_MS + n * DAY_MS;
    return { documentID: `m${n}`, ...(n < 6 && { at: new Date(time).toISOString() }), stored: time, n };
  });
  await service.seed({ documents: { mixed: documents } });
  await openDatastore(page, service, { collection: 'mixed' });
  await expect(page.getByRole('region', { name: 'Documents by stored' }).getByText(/ of stored$/)).toBeVisible();
  await page.getByRole('group', { name: 'Time range' }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Time range' }).getByLabel('Time field')).toHaveValue('stored');
  await page.keyboard.press('Escape');
  await getButton(page, 'Group: add stage').click();
  await expect(getButton(page, 'stored, per hour: add to groups of stage 1')).toBeVisible();
});

test('a sort by times of mixed types says how they are ordered', async ({ page, service }) => {
  const times = [FIRST_MS, new Date(FIRST_MS + DAY_MS).toISOString(), FIRST_MS + 2 * DAY_MS];
  await service.seed({ documents: { mixed: times.map((time, n) => ({ documentID: `m${n}`, time })) } });
  const pipeline = [{ type: 'sort', specs: { time: -1 } }];
  await openDatastore(page, service, { collection: 'mixed', pipeline });
  await expect(
    page.getByText('time holds numbers and texts. Texts come before numbers, each in their own order.'),
  ).toBeVisible();
  await expect(getDocumentGrid(page).getByText(/^m\d$/)).toHaveText(['m1', 'm2', 'm0']);
});
