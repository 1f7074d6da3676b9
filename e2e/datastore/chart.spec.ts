import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { LOGS } from '#e2e/kit/datastore.ts';
import { expect, type Service, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn } from '#e2e/kit/session.ts';
import { expectShortTasks } from '#e2e/kit/tasks.ts';
import { sizes } from '#e2e/runner/sizes.ts';
import { datastorePath } from '#paths/datastore.ts';

/** The whole result as lines. */

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });
const CHART = { ...LOGS, collection: 'waves', view: 'chart' } as const;
const FIRST_MS = Date.UTC(2026, 0, 1);
const chart = (page: Page) => page.getByRole('slider', { name: /^Chart of/ });

/** A minute apart, the newest first; `b` misses in the middle. */
const documents = Array.from({ length: 20 }, (_, n) => ({
  documentID: `w${n}`,
  time: FIRST_MS + (19 - n) * 60_000,
  a: n + 0.5,
  ...(n !== 10 && { b: n * n }),
  note: 'text',
}));

async function open(page: Page, service: Service, link = {}) {
  await service.control('seed', { documents: { waves: documents } });
  await openSignedIn(page, service, datastorePath({ ...CHART, ...link }));
  await expect(chart(page)).toBeVisible();
}

/** Saved files go the way that a test can see. */
async function withoutPicker(page: Page) {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
}

test('numbers are drawn over their time, and keys read them point by point', async ({ page, service }) => {
  await open(page, service);
  await expect(chart(page)).toHaveAccessibleName('Chart of a, b over time');
  await chart(page).press('Home');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '2026-01-01 00:00:00, a 19.5, b 361');
  for (let n = 0; n < 9; n++) await page.keyboard.press('ArrowRight');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '2026-01-01 00:09:00, a 10.5, b missing');
  await expect(page.getByText('2026-01-01 00:09:00')).toBeVisible();
  await page.keyboard.press('End');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '2026-01-01 00:19:00, a 0.5, b 0');
});

test('fields and axis are chosen, and the link keeps them', async ({ page, service }) => {
  await open(page, service);
  await page.getByRole('button', { name: 'Plot a no more' }).click();
  await page.getByRole('combobox', { name: 'Plot over' }).selectOption('index');
  await expect(chart(page)).toHaveAccessibleName('Chart of b over the index');
  await expect(page).toHaveURL(/plot=b&over=$/);
  await page.reload();
  await expect(chart(page)).toHaveAccessibleName('Chart of b over the index');
  await page.getByRole('button', { name: 'Field', exact: true }).click();
  await page.getByRole('menuitem', { name: 'a' }).click();
  await expect(chart(page)).toHaveAccessibleName('Chart of b, a over the index');
});

test('a stretch is brushed by the pointer or with keys, and becomes a match on the time', async ({ page, service }) => {
  await open(page, service);
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('The chart has no place.');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 80, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^\d+ documents$/)).toBeVisible();
  await page.getByRole('button', { name: 'Drop the range' }).click();
  await chart(page).press('Home');
  await page.keyboard.press('ArrowRight');
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('4 documents', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Match this range' }).click();
  await expect(page.getByRole('list', { name: 'Stages' }).getByRole('heading')).toHaveText([
    '1 Match keep where time from 2026-01-01 00:01:00 to 2026-01-01 00:04:00',
  ]);
  await expect(page.getByRole('group', { name: 'Time range' })).toContainText('from – to');
  await expect(page.getByText('rows 1–4, the end')).toBeVisible();
});

test('the values stand beside the lines', async ({ page, service }) => {
  await open(page, service);
  await page.getByRole('button', { name: 'Values', exact: true }).click();
  const table = page.getByRole('grid', { name: 'Values of the chart' });
  await expect(table.getByRole('columnheader')).toHaveText(['time', 'a', 'b']);
  await expect(table).toHaveAttribute('aria-rowcount', '21');
  await expect(table.getByRole('row').and(page.locator('[aria-rowindex="2"]'))).toContainText('19.5');
});

test('the chart is saved as SVG and PNG in the colours of the theme', async ({ page, service }) => {
  await withoutPicker(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, service);
  const save = async (kind: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const svg = await save('As SVG');
  expect(svg.name).toBe('waves.svg');
  const accent = await page.evaluate(() =>
    getComputedStyle(globalThis.document.documentElement).getPropertyValue('--accent').trim(),
  );
  expect(svg.bytes.toString()).toContain(`stroke="${accent}"`);
  expect(svg.bytes.toString()).toContain('>median</text>');
  const png = await save('As PNG');
  expect(png.name).toBe('waves.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(2400);
});

/** Three devices, a reading every minute of each in turn. */
const DEVICES = ['GATEWAY-A-01752', 'CAM-360-00320', 'PUMP-X2-00504'];
const reading = (n: number) => ({
  documentID: `r${n}`,
  time: FIRST_MS + n * 60_000,
  deviceID: DEVICES[n % 3],
  t: 10 * (3 - (n % 3)) + Math.sin(n / 100),
  v: 4 + (n % 3) / 10,
});

async function openReadings(page: Page, service: Service, count: number, link = {}) {
  await service.control('seed', { documents: { waves: Array.from({ length: count }, (_, n) => reading(n)) } });
  await openSignedIn(page, service, datastorePath({ ...CHART, ...link }));
}

test('the whole result is drawn page by page, four requests at once at most', async ({ page, service }) => {
  let [underWay, most, asked] = [0, 0, 0];
  const ofPages = (url: string) => url.includes('/datastore/pipeline');
  page.on('request', (request) => {
    if (!ofPages(request.url())) return;
    asked++;
    most = Math.max(most, ++underWay);
  });
  page.on('requestfinished', (request) => ofPages(request.url()) && underWay--);
  await withoutPicker(page);
  await openReadings(page, service, 3000);
  await expect(
    page.getByText(/^3,000 documents, mean, least and most of each pixel · read in 15\d requests$/),
  ).toBeVisible();
  expect(most).toBeGreaterThan(2);
  // beside them the page that is shown has the one after it asked for
  expect(most).toBeLessThanOrEqual(5);
  expect(asked).toBeLessThan(160);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  const [heads = '', ...rows] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(heads).toBe('time,time (epoch ms),t least,t mean,t most,t values,v least,v mean,v most,v values');
  const numbers = rows.map((row) => row.split(',').slice(1).map(Number));
  const all = Array.from({ length: 3000 }, (_, n) => reading(n).t);
  const column = (at: number) => numbers.map((row) => row[at] ?? 0);
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0);
  expect(sum(column(4))).toBe(3000);
  expect([Math.min(...column(1)), Math.max(...column(3))]).toEqual([Math.min(...all), Math.max(...all)]);
  expect(sum(numbers.map((row) => (row[2] ?? 0) * (row[4] ?? 0)))).toBeCloseTo(sum(all), 6);

  // what was read is not read again because the rows are looked at
  const before = asked;
  const views = page.getByRole('radiogroup', { name: 'View' });
  await views.getByText('Table').click();
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  await views.getByText('Chart').click();
  await expect(page.getByText('3,000 documents, mean')).toBeVisible();
  expect(asked).toBe(before);
});

test('parts are lines of their own, one of them chosen for all plots by click, keys and pointer', async ({
  page,
  service,
}) => {
  await openReadings(page, service, 300);
  await page.getByRole('combobox', { name: 'Split by' }).selectOption('deviceID');
  await expect(page).toHaveURL(/by=deviceID/);
  await expect(page.getByText(/^300 documents of 3 devices, mean, least and most of each pixel/)).toBeVisible();
  const parts = (field: string) => page.getByRole('radiogroup', { name: `Parts of ${field}` });
  const chosen = (field: string) => parts(field).getByRole('radio', { checked: true });
  await expect(parts('t').getByRole('radio')).toHaveCount(3);
  await expect(chosen('t')).toHaveAccessibleName(/^GATEWAY-A-01752, mean 30\.\d+$/);
  await parts('t').getByRole('radio', { name: /^CAM/ }).click();
  await expect(chosen('v')).toHaveAccessibleName('CAM-360-00320, mean 4.1');
  await page.keyboard.press('ArrowDown');
  await expect(chosen('v')).toHaveAccessibleName('PUMP-X2-00504, mean 4.2');
  await chart(page).press('Home');
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /^2026-01-01 00:02:00, PUMP-X2-00504, t 10\.02, v 4\.2$/);
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('The chart has no place.');
  // the line at the top of the first plot
  await page.mouse.click(box.x + box.width * 0.7, box.y + 20);
  await expect(chosen('v')).toHaveAccessibleName(/^GATEWAY/);
});

test('of many parts six are drawn, and any other one in their list', async ({ page, service }) => {
  const documents = Array.from({ length: 100 }, (_, n) => ({
    documentID: `m${n}`,
    time: FIRST_MS + n * 60_000,
    level: `level ${n % 10}`,
    n: n % 10,
  }));
  await service.control('seed', { documents: { waves: documents } });
  await openSignedIn(page, service, datastorePath({ ...CHART, by: 'level' }));
  await expect(page.getByText('six with the highest mean shown')).toBeVisible();
  const parts = page.getByRole('radiogroup', { name: 'Parts of n' }).getByRole('radio');
  await expect(parts).toHaveCount(6);
  await expect(parts.nth(5)).toHaveAccessibleName('level 4, mean 4');
  await page.getByRole('combobox', { name: '4 others, mean 1.5' }).selectOption('level 2');
  await expect(parts).toHaveCount(7);
  await expect(parts.nth(6)).toBeChecked();
  await expect(page.getByRole('combobox', { name: '3 others' })).toBeVisible();
});

test('a brush moves nothing, and the time stands over none of the words of the axis', async ({ page, service }) => {
  await open(page, service);
  const places = async () => [await chart(page).boundingBox(), await chart(page).locator('svg').boundingBox()];
  await chart(page).press('Home');
  const before = await places();
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Shift+ArrowRight');
    const words = await chart(page).evaluate((element) =>
      [...element.querySelectorAll('span')]
        .filter((span) => /\d\d:\d\d/.test(span.textContent ?? '') && span.checkVisibility())
        .map((span) => span.getBoundingClientRect())
        .map(({ left, right }) => [left, right] as const)
        .sort(([one], [other]) => one - other),
    );
    for (const [at, [left]] of words.entries()) expect(left).toBeGreaterThan(words[at - 1]?.[1] ?? 0);
  }
  await expect(page.getByText('13 documents')).toBeVisible();
  expect(await places()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByText('13 documents')).toHaveCount(0);
  expect(await places()).toEqual(before);
});

test('reading can be stopped and gone on with, and waits where the service asks it to', async ({ page, service }) => {
  await service.control('seed', { documents: { waves: Array.from({ length: 400 }, (_, n) => reading(n)) } });
  const fault = { kind: 'error', status: 429, code: 'REQUESTS-TOO-MANY', message: 'Slower.', retryAfter: '1' };
  await openSignedIn(page, service, datastorePath({ ...CHART, view: 'table' }));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await service.control('fault', { operation: 'pipeline', times: 1, fault: { kind: 'never' } });
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Chart').click();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await expect(page.getByText(/^the first 20 documents · read in 1 request$/)).toBeVisible();
  await service.control('fault', { operation: 'pipeline', times: 2, fault });
  await page.getByRole('button', { name: 'Go on reading' }).click();
  await expect(page.getByText(/^400 documents · read in 2\d requests$/)).toBeVisible();
});

for (const { count, words, tag } of sizes(2500, 50_000)) {
  test(`while ${words} documents are read no frame takes over 50 ms`, { tag }, async ({ page, service }) => {
    test.slow(tag.length > 0);
    await openReadings(page, service, count, { view: 'table' });
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Chart').click();
    const whole = page.getByText(new RegExp(`^${words} documents, mean`));
    const split = page.getByText(new RegExp(`^${words} documents of 3 devices`));
    const reading = { timeout: 10_000 + count * 4 };
    await expect(whole).toBeVisible(reading);
    let [next, done] = ['deviceID', split];
    await expectShortTasks(page, async () => {
      await page.getByRole('combobox', { name: 'Split by' }).selectOption(next);
      await done.waitFor(reading);
      [next, done] = next === '' ? ['deviceID', split] : ['', whole];
    });
  });
}
