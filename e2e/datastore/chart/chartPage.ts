import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { getButton, openDatastore } from '#e2e/helpers/datastorePage.ts';
import type { Service } from '#e2e/helpers/fixtures.ts';
import type { DatastoreUrlInput } from '#urls/datastore.ts';

export const FIRST_READING_MS = Date.UTC(2026, 0, 1);
export const getChartSlider = (page: Page) => page.getByRole('slider', { name: /^Chart of/ });

export async function seedAndOpenChart(
  page: Page,
  service: Service,
  waves: object[],
  link: Partial<DatastoreUrlInput> = {},
) {
  await service.seed({ documents: { waves } });
  await openDatastore(page, service, { collection: 'waves', view: 'chart', ...link });
}

const DEVICE_IDS = ['GATEWAY-A-01752', 'CAM-360-00320', 'PUMP-X2-00504'];
export const createReading = (n: number) => ({
  documentID: `r${n}`,
  time: FIRST_READING_MS + n * 60_000,
  deviceID: DEVICE_IDS[n % 3],
  t: 10 * (3 - (n % 3)) + Math.sin(n / 100),
  v: 4 + (n % 3) / 10,
});
export const createReadings = (count: number) => Array.from({ length: count }, (_, n) => createReading(n));

export async function downloadChart(page: Page, kind: string) {
  await getButton(page, 'Save').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: kind }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
