import type { Page } from 'playwright/test';
import { recordAnnouncements, takeAnnouncements, takeAnnouncementsUntil } from '#e2e/helpers/announcements.ts';
import { buildDocumentsUrl, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { clickRefresh, waitForConnectivity } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const documents = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ documentID: `row ${n}`, time: 1_767_225_600_000 + n * 60_000, n }));

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).press('Enter');

test('announces a search, a sort and a results page once each', { tag: '@long' }, async ({ page, service }) => {
  await recordAnnouncements(page);
  await openSignedIn(page, service, '/devices');
  await waitForConnectivity(page);
  await takeAnnouncementsUntil(page, /2,000 devices/);
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('drone', { delay: 30 });
  expect(await takeAnnouncementsUntil(page, /of 2,000 devices/)).toHaveLength(1);
  await press(page, 'name');
  expect(await takeAnnouncementsUntil(page, /Sorted by name/)).toEqual(['Sorted by name ascending']);
  await page.goto(buildDocumentsUrl());
  await takeAnnouncementsUntil(page, /rows 1–20/);
  await press(page, 'Next page');
  expect(await takeAnnouncementsUntil(page, /rows 21–40/)).toHaveLength(1);
});

test('announces an error once: at sign-in, in the device list, and for a query', async ({ page, service }) => {
  await recordAnnouncements(page);
  const expectOnce = async (words: RegExp) => {
    const said = await takeAnnouncementsUntil(page, words);
    expect(said.filter((text) => words.test(text))).toHaveLength(1);
  };
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill('wrong');
  await page.getByLabel('Token', { exact: true }).fill('wrong');
  await press(page, 'Sign in');
  await expectOnce(/The service rejected the API key/);

  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' } as const;
  await service.fault(fault, { operation: 'devices' });
  await openSignedIn(page, service, '/devices');
  await expectOnce(/Could not load the devices/);

  await service.fault(fault, { operation: 'pipeline' });
  await page.getByRole('link', { name: 'Datastore' }).click();
  const collection = page.getByRole('combobox', { name: 'Collection' });
  await collection.fill('logs');
  await collection.press('ControlOrMeta+Enter');
  await expectOnce(/Could not load the documents/);
});

test('writes every message into one live region', { tag: '@long' }, async ({ page, service }) => {
  await recordAnnouncements(page);
  const region = page.locator('#announcements');
  await page.goto('/');
  await expect(region).toHaveAttribute('aria-live', 'polite');
  await openSignedIn(page, service, '/devices');
  await page.getByRole('row').and(page.locator('[aria-rowindex="2"]')).getByRole('checkbox').check();
  await expect(region).toHaveText(/1 of 2,000 selected/);
  await page.goto(buildDocumentsUrl({ pipeline: [{ type: 'match', filter: { temperature: 1_000_000 } }] }));
  await expect(region).toHaveText(/No documents in logs match this query/);
  await press(page, 'Why no results?');
  await expect(region).toHaveText(/Why no results in logs: without temperature is 1000000, /);
  const inserted = (await takeAnnouncements(page)).filter((one) => one.region === 'inserted');
  expect(inserted).toEqual([]);
});

test('announces an action without a visible effect once', { tag: '@long' }, async ({ page, service }) => {
  await recordAnnouncements(page);
  await openSignedIn(page, service, '/devices');
  await waitForConnectivity(page);
  await takeAnnouncementsUntil(page, /2,000 devices/);

  await clickRefresh(page);
  expect(await takeAnnouncementsUntil(page, /Refreshed/)).toHaveLength(1);
  await press(page, 'Views');
  await page.getByRole('textbox', { name: 'View name' }).fill('Mine');
  await page.keyboard.press('Enter');
  expect(await takeAnnouncementsUntil(page, /“Mine” is saved/)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await press(page, 'Export');
  await press(page, /^Export [\d,]+ rows$/);
  expect((await takeAnnouncementsUntil(page, /Exported 2,000 rows/)).length).toBeLessThanOrEqual(2);

  const id = service.devices[3]?.record.deviceID ?? '';
  await page.goto(buildDeviceUrl(id, 'status'));
  await takeAnnouncementsUntil(page, /status: /);
  await press(page, 'Fetch');
  expect(await takeAnnouncementsUntil(page, /status: /)).toHaveLength(1);
  await press(page, 'Watch');
  expect((await takeAnnouncementsUntil(page, /Watching/))[0]).toContain('Watching started');
  await press(page, 'Stop watching');
  expect(await takeAnnouncementsUntil(page, /Watching/)).toEqual(['Watching stopped']);

  await page.goto('/');
  await expect(page.getByRole('slider', { name: 'Registered from' })).toBeVisible();
  await takeAnnouncementsUntil(page, /./);
  await page.getByRole('slider', { name: 'Registered from' }).press('ArrowRight');
  expect(await takeAnnouncementsUntil(page, /Registered .+: [\d,]+ devices/)).toHaveLength(1);

  await service.seed({ documents: { rows: documents(45) } });
  await page.goto(buildDocumentsUrl({ collection: 'rows' }));
  await takeAnnouncementsUntil(page, /rows 1–20/);
  await press(page, 'Run');
  expect(await takeAnnouncementsUntil(page, /rows 1–20/)).toHaveLength(1);
  await page.getByRole('radio', { name: 'Chart' }).check();
  await takeAnnouncementsUntil(page, /Loaded 45 documents/);
  await page.getByRole('slider', { name: /^Chart of/ }).press('ArrowRight');
  await page.getByRole('slider', { name: /^Chart of/ }).press('Shift+End');
  expect(await takeAnnouncementsUntil(page, /to .+ [\d,]+ documents/)).toHaveLength(1);
});

test('announces the start and the rows of a slow query', { tag: '@long' }, async ({ page, service }) => {
  await recordAnnouncements(page);
  await service.seed({ documents: { rows: documents(45), others: documents(45) } });
  await openDatastore(page, service, { collection: 'rows' });
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await takeAnnouncementsUntil(page, /rows 1–20/);
  const collection = page.getByRole('combobox', { name: 'Collection' });
  for (const name of ['rows', 'others']) {
    await test.step(name, async () => {
      await service.fault({ kind: 'latency', ms: 3000 }, { times: 1 });
      await collection.fill(name);
      await collection.press('ControlOrMeta+Enter');
      expect(await takeAnnouncementsUntil(page, /Running the query/)).toEqual(['Running the query']);
      expect(await takeAnnouncementsUntil(page, /rows 1–20/)).toEqual(['rows 1–20']);
    });
  }
});
