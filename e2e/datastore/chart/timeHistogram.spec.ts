import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Zurich' });

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 5, 1, 10);

// day n has n + 1 documents
const DOCUMENTS = Array.from({ length: 10 }, (_, day) =>
  Array.from({ length: day + 1 }, (_each, n) => ({
    documentID: `t${day}-${n}`,
    time: FIRST_MS + day * DAY_MS + n * 1000,
    n,
  })),
).flat();

test('counts all documents by time above the table, and a range selected by keyboard filters them', async ({
  page,
  service,
}) => {
  await service.seed({ documents: { days: DOCUMENTS } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'days' }));
  const histogram = page.getByRole('region', { name: 'Documents by time' });
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  await expect(histogram).toHaveCount(0);
  await page.getByRole('button', { name: 'Histogram', exact: true }).press('Enter');
  await expect(histogram.getByText('55 documents, ')).toBeVisible();
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
  await page.reload();
  await expect(histogram).toBeVisible();
  await page.getByRole('button', { name: 'Histogram', exact: true }).click();
  await expect(histogram).toHaveCount(0);
});
