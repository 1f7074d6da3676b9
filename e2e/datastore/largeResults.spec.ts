import type { Page } from 'playwright/test';
import { getDocumentGrid, openDatastore, readClipboard } from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
// the service sends its documents in one response, which it would not do for pages of a requested size
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const COUNT = 10_000;
const FIELDS = Array.from({ length: 58 }, (_, field) => `f${field}`);
const FIRST_MS = Date.UTC(2026, 0, 1);
const DOCUMENTS = Array.from({ length: COUNT }, (_, n) => ({
  documentID: `d${n}`,
  time: FIRST_MS + n * 1000,
  ...Object.fromEntries(FIELDS.map((field, place) => [field, (n * (place + 3)) % 997])),
}));

async function open(page: Page, service: Service, view: 'table' | 'json' | 'chart') {
  const body = { code: 'DATASTORE-DOCUMENTS-FETCHED', message: '', nDocuments: COUNT, documents: DOCUMENTS };
  await service.fault({ kind: 'body', body: JSON.stringify(body) }, { operation: 'pipeline', times: 1 });
  await openDatastore(page, service, { collection: 'large', view });
  await expect(page.getByText('rows 1–10,000, the end')).toBeVisible();
}

const countCharacters = (page: Page) => page.evaluate(() => document.body.textContent?.length ?? 0);

test('the grid draws only the visible part of 10,000 documents', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 'table');
  await getDocumentGrid(page).evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await expect(page.getByRole('gridcell', { name: 'd9999', exact: true })).toBeVisible();
  expect(await page.locator('*').count()).toBeLessThan(5000);
  expect(await countCharacters(page)).toBeLessThan(20_000);
});

test('the JSON view draws on scroll, and copies all 10,000 documents', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 'json');
  const json = page.getByRole('region', { name: 'documents', exact: true });
  await expect(json).toContainText('"documentID": "d0"');
  await json.evaluate((area) => area.scrollTo(0, area.scrollHeight));
  const last = (9999 * 60) % 997;
  await expect(json).toContainText(`"f57": ${last}\n  }\n]`, { useInnerText: true });
  expect(await countCharacters(page)).toBeLessThan(20_000);
  // clears what another test copied
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy documents' }).click();
  // the confirmation is short and easily missed on a busy machine
  await expect.poll(async () => (await readClipboard(page)).length).toBeGreaterThan(COUNT);
  expect(JSON.parse(await readClipboard(page))).toEqual(DOCUMENTS);
});

test('the chart draws 10,000 documents once while the crosshair moves', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, 'chart');
  await expect(page.getByText(/^[\d,]+ documents.* loaded in /)).toBeVisible();
  const chart = page.getByRole('slider', { name: /^Chart of/ });
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart has no place.');
  const drawn = await chart.evaluate((element) => {
    Reflect.set(window, 'changes', 0);
    const observer = new MutationObserver((changes) =>
      Reflect.set(window, 'changes', Reflect.get(window, 'changes') + changes.length),
    );
    const svg = element.querySelector('svg');
    if (svg) observer.observe(svg, { subtree: true, childList: true, attributes: true });
    return [...element.querySelectorAll('path')].reduce((sum, path) => sum + (path.getAttribute('d')?.length ?? 0), 0);
  });
  // four values per pixel in each of three panels
  expect(drawn).toBeLessThan(3 * 4 * box.width * 2 * 16);
  for (let step = 0; step <= 60; step++) await page.mouse.move(box.x + 60 + (step * (box.width - 80)) / 60, box.y + 80);
  await chart.press('End');
  // with many documents each stop is a range of the axis
  const places = Number(await chart.getAttribute('aria-valuemax'));
  expect(places).toBeLessThanOrEqual(COUNT);
  expect(places).toBeGreaterThan(1000);
  await expect(chart).toHaveAttribute('aria-valuenow', String(places));
  expect(await page.evaluate('changes')).toBe(0);
});
