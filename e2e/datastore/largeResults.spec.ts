import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expectNoLongTasks } from '#e2e/helpers/expectNoLongTasks.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

// tracing takes a screenshot per wheel event, which takes longer than the measured tasks
test.use({ trace: 'off', viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
// the service sends its documents in one response, which it would not do for pages of a requested size
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));
const LARGE = { ...LOGS_URL_STATE, collection: 'large' };
const FIELDS = Array.from({ length: 58 }, (_, field) => `f${field}`);
const FIRST_MS = Date.UTC(2026, 0, 1);
const documents = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    documentID: `d${n}`,
    time: FIRST_MS + n * 1000,
    ...Object.fromEntries(FIELDS.map((field, place) => [field, (n * (place + 3)) % 997])),
  }));

async function open(page: Page, service: Service, view: 'table' | 'json' | 'chart', count: number) {
  const body = { code: 'DATASTORE-DOCUMENTS-FETCHED', message: '', nDocuments: count, documents: documents(count) };
  await service.fault({ kind: 'body', body: JSON.stringify(body) }, { operation: 'pipeline', times: 1 });
  const path = buildDatastoreUrl({ ...LARGE, view });
  if (page.url() === 'about:blank') await openSignedIn(page, service, path);
  else await page.goto(path);
  await expect(page.getByText(`rows 1–${count.toLocaleString('en')}, the end`)).toBeVisible();
}

const inPage = (page: Page) =>
  page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    characters: document.body.textContent?.length ?? 0,
  }));

async function scroll(page: Page, subject: string, selector: string) {
  const long = await page.evaluate(async (at) => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
    observer.observe({ type: 'longtask' });
    const scroller = document.querySelector(at);
    const frame = () => new Promise(requestAnimationFrame);
    for (let step = 0; scroller && step < 120; step++) {
      scroller.scrollBy(step % 4 === 3 ? 160 : 0, 480);
      await frame();
    }
    scroller?.scrollTo(0, scroller.scrollHeight);
    await frame();
    await frame();
    observer.disconnect();
    return tasks;
  }, selector);
  note(subject, long);
}

function note(subject: string, long: readonly number[]) {
  test.info().annotations.push({ type: 'tasks over 50 ms', description: `${subject}: ${long.join(', ') || 'none'}` });
}

test(`the grid draws the visible part of 10,000 up to the last one without a frame over 50 ms`, {
  tag: '@long',
}, async ({ page, service }) => {
  await open(page, service, 'table', 100);
  const few = await inPage(page);
  await open(page, service, 'table', 10_000);
  await scroll(page, 'grid', '[role="grid"]');
  await expect(page.getByRole('gridcell', { name: `d9999`, exact: true })).toBeVisible();
  const many = await inPage(page);
  expect(many.elements).toBeLessThan(few.elements * 1.5);
  expect(many.characters).toBeLessThan(few.characters * 1.5);

  const grid = page.getByRole('grid', { name: 'Documents' });
  const box = await grid.boundingBox();
  if (!box) throw new Error('The grid has no place.');
  const lastColumn = grid.locator('[aria-colindex="60"]').first();
  const atTheEnd = () =>
    grid.evaluate((element, row) => {
      element.scrollTo(0, element.scrollHeight);
      return element.querySelector(`[aria-rowindex="${row}"]`)?.textContent;
    }, 10_001);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expectNoLongTasks(page, async () => {
    await grid.evaluate((element) => element.scrollTo(0, 0));
    for (let step = 0; step < 30; step++) await page.mouse.wheel(step % 2 === 1 ? 240 : 0, step % 2 === 0 ? 480 : 0);
    for (let step = 0; step < 10; step++) await page.mouse.wheel(960, 0);
    // by attribute, because a lookup by role takes a whole frame
    await lastColumn.waitFor();
    for (let step = 0; step < 10; step++) await page.mouse.wheel(-960, -480);
    // repeated, because pending wheel events scroll away from the end
    await expect.poll(atTheEnd).toMatch(/^d9999/);
  });
});

test(`the JSON view writes 10,000 as the user scrolls, and copies all of them`, { tag: '@long' }, async ({
  page,
  service,
}) => {
  await open(page, service, 'json', 10_000);
  const json = page.getByRole('region', { name: 'documents', exact: true });
  await expect(json).toContainText('"documentID": "d0"');
  await scroll(page, 'JSON', 'section[aria-label="documents"]');
  const last = (9999 * 60) % 997;
  await expect(json).toContainText(`"f57": ${last}\n  }\n]`, { useInnerText: true });
  expect((await inPage(page)).characters).toBeLessThan(20_000);
  // clears what another test copied
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy documents' }).click();
  // the confirmation is short and easily missed on a busy machine
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(async () => (await copied()).length).toBeGreaterThan(10_000);
  expect(JSON.parse(await copied())).toEqual(documents(10_000));
});

test(`the chart draws 10,000 once while the crosshair moves, without a frame over 50 ms`, {
  tag: '@long',
}, async ({ page, service }) => {
  await open(page, service, 'chart', 10_000);
  await expect(page.getByText(/^[\d,]+ documents.* loaded in /)).toBeVisible();
  const chart = page.getByRole('slider', { name: /^Chart of/ });
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart has no place.');
  const drawn = await chart.evaluate((element) => {
    const counts = { changes: 0, tasks: [] as number[] };
    Reflect.set(window, 'counts', counts);
    const svg = element.querySelector('svg');
    const how = { subtree: true, childList: true, attributes: true };
    if (svg) new MutationObserver((changes) => (counts.changes += changes.length)).observe(svg, how);
    new PerformanceObserver((list) => counts.tasks.push(...list.getEntries().map((one) => one.duration))).observe({
      type: 'longtask',
    });
    return [...element.querySelectorAll('path')].reduce((sum, path) => sum + (path.getAttribute('d')?.length ?? 0), 0);
  });
  // four values per pixel in each of three panels
  expect(drawn).toBeLessThan(3 * 4 * box.width * 2 * 16);
  for (let step = 0; step <= 60; step++) await page.mouse.move(box.x + 60 + (step * (box.width - 80)) / 60, box.y + 80);
  await chart.press('End');
  // with many documents each stop is a range of the axis
  const places = Number(await chart.getAttribute('aria-valuemax'));
  expect(places).toBeLessThanOrEqual(10_000);
  expect(places).toBeGreaterThan(1000);
  await expect(chart).toHaveAttribute('aria-valuenow', String(places));
  const { changes, tasks } = await page.evaluate(() => Reflect.get(window, 'counts'));
  expect(changes).toBe(0);
  note('chart', tasks);

  const read = new Set<string | null>();
  await expectNoLongTasks(page, async () => {
    for (let step = 0; step < 80; step++) {
      await page.mouse.move(box.x + box.width * (0.3 + (0.65 * step) / 80), box.y + 80 + (step % 2));
      if (step % 20 === 0) read.add(await chart.getAttribute('aria-valuenow'));
    }
  });
  expect(read.size).toBe(4);
});
