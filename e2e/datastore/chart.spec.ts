import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { LOGS } from '#e2e/kit/datastore.ts';
import { expect, type Service, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn } from '#e2e/kit/session.ts';
import { datastorePath } from '#paths/datastore.ts';

/** The rows that are loaded as lines. */

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
  const field = (place: number) => page.getByRole('textbox', { name: `Value, stage 1 condition ${place}` });
  await expect(field(1)).toHaveValue(String(FIRST_MS + 60_000));
  await expect(field(2)).toHaveValue(String(FIRST_MS + 240_000));
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
