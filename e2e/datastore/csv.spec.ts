import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright/test';
import { getButton, openDatastore, readDownload } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';

test.use({ timezoneId: 'Europe/Berlin' });
const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const SEEDED = Array.from({ length: 45 }, (_, n) => ({
  documentID: `s${String(n).padStart(2, '0')}`,
  at: AT + n * 1000,
  gps: { lat: 47 + n, lon: 8 },
  path: n === 0 ? '../../login' : 'bell\u0007',
  ...(n === 44 && { late: '=1+1' }),
}));

async function csvOf(page: Page, columns: string): Promise<string[][]> {
  await getButton(page, 'Export').click();
  await page.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'CSV, one column per field' });
  await page.getByRole('combobox', { name: 'Columns' }).selectOption({ label: columns });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all pages' }).click();
  const text = await readDownload(download);
  expect(text).not.toContain('\u0007');
  return parse(text);
}

test('exports visible or all columns, with a readable time', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { table: SEEDED } });
  await openDatastore(page, service, { collection: 'table' });
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'gps.lon' }).uncheck();
  await page.keyboard.press('Escape');

  const [head = [], first = [], second = [], ...others] = await csvOf(page, 'the 4 shown');
  const row = (cells: string[]) => Object.fromEntries(head.map((name, at) => [name, cells[at]]));
  expect(head.toSorted()).toEqual(['(at)', 'at', 'documentID', 'gps.lat', 'path']);
  expect(row(first)).toEqual({
    documentID: 's00',
    at: String(AT),
    '(at)': '2026-01-02 04:04:05',
    'gps.lat': '47',
    path: '../../login',
  });
  expect(row(second)['path']).toBe('="bell\\u0007"');
  expect(others).toHaveLength(43);

  const all = await csvOf(page, 'all fields of all documents');
  expect(all[0]?.toSorted()).toEqual(['(at)', 'at', 'documentID', 'gps.lat', 'gps.lon', 'late', 'path']);
  expect(all[45]).toContain("'=1+1");
});
