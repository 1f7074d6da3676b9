import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Page } from 'playwright/test';
import { getColumnCells, getOverviewPane, openOverview, refreshDeviceList } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import {
  createDeviceRecord,
  mockDeviceList,
  mockServiceResponse,
  recordRequestBodies,
} from '#e2e/helpers/mockServiceResponse.ts';
import {
  chooseFromMenu,
  disableExtensions,
  openConnectionsPage,
  setHostConfig,
  setHostExtensions,
} from '#e2e/helpers/page.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Ages of the documents of the first devices, newest first. All other devices have none. */
const AGES_MS = [[10 * MINUTE_MS, 3 * HOUR_MS, 30 * HOUR_MS], [5 * HOUR_MS], [3 * DAY_MS, 4 * DAY_MS], [30 * DAY_MS]];

const LINK = '/devices?column=deviceID&column=lastSeenAt&column=documentsIn24h&desc=lastSeenAt';

async function seedDocuments(service: Service, format: (time: number) => unknown = (time) => time): Promise<string[]> {
  const ids = AGES_MS.map((_, index) => service.devices[index]?.record.deviceID ?? '');
  const now = Date.now();
  const documents = AGES_MS.flatMap((ages, index) =>
    ages.map((age) => ({ documentID: `${index}-${age}`, deviceID: ids[index], time: format(now - age), level: 1 })),
  );
  await service.seed({ documents: { events: documents } });
  return ids;
}

async function chooseDocuments(page: Page, service: Service): Promise<void> {
  await openOverview(page, service);
  const pane = getOverviewPane(page, 'Last seen');
  await expect(pane.getByText('Choose where the devices’ documents are.')).toBeVisible();
  await pane.getByRole('button', { name: 'Choose documents' }).click();
  const form = page.getByRole('dialog', { name: 'Choose documents' });
  await form.getByRole('combobox', { name: 'Collection' }).fill('events');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(getRow(page, /^never/)).toBeVisible();
}

const getRow = (page: Page, name: RegExp) => getOverviewPane(page, 'Last seen').getByRole('row', { name });

async function expectRowCount(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Devices' })).toHaveAttribute('aria-rowcount', String(count + 1));
}

// the demo project configures its own
test.beforeEach(({ page, service }) => setHostConfig(page, service, { deviceDocuments: undefined }));

test.describe('in a time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('an export names its collection, and its file has the local time', async ({ page, service }) => {
    await seedDocuments(service);
    await chooseDocuments(page, service);
    await page.goto('/devices#within.lastSeenAt=1d');
    await expectRowCount(page, 2);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const isManifest = (file: Download) => file.suggestedFilename().endsWith('.manifest.json');
    const download = page.waitForEvent('download', isManifest);
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export 2 rows' }).click();
    const manifest = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(manifest).toMatchObject({ lastSeenFrom: { collection: 'events' } });
    const local = new Date(Date.parse(manifest.asOf) + 5.5 * HOUR_MS).toISOString();
    expect(manifest.file).toContain(local.slice(0, 16).replace('T', '-').replace(':', ''));
  });
});

test('choosing a filter or column of documents opens the form for their collection', async ({ page, service }) => {
  await seedDocuments(service);
  await openSignedIn(page, service, '/devices');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'documentsIn24h' }).click();
  await expect(filter.getByRole('combobox', { name: 'Collection' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Columns/ }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'documentsIn24h' }).check();
  await columns.getByRole('checkbox', { name: 'lastSeenAt' }).check();
  await columns.getByRole('combobox', { name: 'Collection' }).fill('events');
  await columns.getByRole('button', { name: 'Save' }).click();
  await expect(columns.getByRole('combobox', { name: 'Collection' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: 'never', exact: true })).not.toHaveCount(0);
});

test('Overview shows ages of documents, with links to devices', { tag: '@long' }, async ({ page, service }) => {
  await seedDocuments(service);
  await chooseDocuments(page, service);
  const never = service.devices.length - AGES_MS.length;
  for (const age of ['in the last hour', '1 to 24 hours ago', '1 to 7 days ago', 'more than 7 days ago'])
    await expect(getRow(page, new RegExp(`^${age} 1 `))).toBeVisible();
  await getRow(page, new RegExp(`^never ${never.toLocaleString('en')} `))
    .getByRole('link')
    .click();
  await expectRowCount(page, never);
  await page.goBack();
  await getRow(page, new RegExp(`^not in the last 24 hours ${(never + 2).toLocaleString('en')} `))
    .getByRole('link')
    .click();
  await expectRowCount(page, never + 2);
  await page.goBack();
  const online = service.devices.filter(({ online }, index) => online && index !== 0 && index !== 1).length;
  await getOverviewPane(page, 'Checks')
    .getByRole('link', { name: `Online but no data for 24 h ${online.toLocaleString('en')}` })
    .click();
  await expectRowCount(page, online);
  await expect(page.getByText('more than 1 day ago, or never')).toBeVisible();
  await page.reload();
  await expectRowCount(page, online);
});

test('Overview of a large fleet keeps the request for last seen over a visit', async ({ page, service }) => {
  await mockDeviceList(
    service,
    Array.from({ length: 20_001 }, (_, n) => createDeviceRecord(`D-${n}`)),
  );
  await setHostConfig(page, service, {
    extensions: ['operators', 'sort', 'pageSize'],
    deviceDocuments: { collection: 'events', field: 'deviceID', time: 'time' },
  });
  await openOverview(page, service);
  const pane = getOverviewPane(page, 'Last seen');
  await pane.getByRole('button', { name: 'Load last seen' }).click();
  await expect(pane.getByText('This service does not group documents.')).toBeVisible();
  await page.getByRole('link', { name: 'Datastore', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await page.goBack();
  await expect(pane.getByText('This service does not group documents.')).toBeVisible();
});

for (const name of ['numbers', 'texts']) {
  test(`the list shows and exports last seen from times as ${name}`, { tag: '@long' }, async ({ page, service }) => {
    const ids = await seedDocuments(service, (time) => (name === 'numbers' ? time : new Date(time).toISOString()));
    await chooseDocuments(page, service);
    const requests = recordRequestBodies(page, '/datastore/pipeline');
    await page.goto('/devices');
    await expect(page.getByRole('gridcell', { name: 'online', exact: true })).not.toHaveCount(0);
    expect(requests).toEqual([]);
    await page.goto(LINK);
    const cells = (await getColumnCells(page, 'deviceID')).filter({ hasText: new RegExp(`^(${ids.join('|')})$`) });
    await expect(cells).toHaveText(ids);
    const counts = await getColumnCells(page, 'documentsIn24h');
    await expect.poll(async () => (await counts.allTextContents()).slice(0, 5)).toEqual(['2', '1', '0', '0', '0']);
    const times = await getColumnCells(page, 'lastSeenAt');
    await expect.poll(async () => (await times.allTextContents())[4]).toBe('never');
    expect(requests.map((body) => JSON.parse(body).pipeline.length)).toEqual([1, name === 'numbers' ? 2 : 4]);
    await refreshDeviceList(page);
    await expect.poll(() => requests.length).toBe(4);

    // filtered with the menu of the field
    await page.getByRole('button', { name: /^Filter/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filter' });
    await panel.getByRole('button', { name: 'lastSeenAt' }).click();
    await panel.getByRole('combobox', { name: 'When' }).selectOption('in the last …');
    await expect(page).toHaveURL(/within\.lastSeenAt=7d/);
    await expectRowCount(page, 3);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Export' });
    await form.getByRole('checkbox', { name: 'as a second file' }).uncheck();
    const download = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Export 3 rows' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows.map(({ deviceID }) => deviceID)).toEqual(ids.slice(0, 3));
    expect(rows.map((row) => row['(documentsIn24h)'])).toEqual(['2', '1', '0']);
    const seen = rows.map((row) => Date.parse(row['(lastSeenAt)'] ?? ''));
    const [newest = 0] = seen;
    const ages = AGES_MS.slice(0, 3).map(([age = 0]) => age);
    expect(seen.map((time) => newest - time)).toEqual(ages.map((age) => age - 10 * MINUTE_MS));
  });
}

test('a list is sorted and filtered by a hidden column', async ({ page, service }) => {
  const ids = await seedDocuments(service);
  await chooseDocuments(page, service);
  await page.goto('/devices?column=deviceID&desc=lastSeenAt');
  const cells = await getColumnCells(page, 'deviceID');
  await expect.poll(async () => (await cells.allTextContents()).slice(0, ids.length)).toEqual(ids);
  for (const [filter, count] of [
    ['within.lastSeenAt=1d', 2],
    ['search=lastSeenAt%3Anever', service.devices.length - ids.length],
    ['before.lastSeenAt=7d&never.lastSeenAt=too', service.devices.length - 3],
    ['from.documentsIn24h=2', 1],
  ] as const) {
    await page.goto(`/devices?column=deviceID&desc=lastSeenAt#${filter}`);
    await expectRowCount(page, count);
  }
});

test('the page of a device tells when it was last seen', { tag: '@long' }, async ({ page, service }) => {
  const [first = ''] = await seedDocuments(service);
  await chooseDocuments(page, service);
  await page.goto(LINK);
  await page.getByRole('link', { name: first, exact: true }).click();
  const identity = page.getByRole('group', { name: 'Identity' });
  await expect(identity.getByText('last seen 10 minutes ago')).toBeVisible();
  // without a list, the time comes from the documents, which load automatically
  await page.goto(buildDeviceUrl(first));
  await expect(
    page.getByRole('region', { name: 'Documents', exact: true }).getByText(/^Newest 3 documents/),
  ).toBeVisible();
  await expect(identity.getByText('last seen 10 minutes ago')).toBeVisible();
});

test('the page of a device does not change where the documents of the fleet are', async ({ page, service }) => {
  const [first = ''] = await seedDocuments(service);
  const others = [{ documentID: 'p1', deviceID: first, time: Date.now() - DAY_MS }];
  await service.seed({ documents: { places: others } });
  await chooseDocuments(page, service);
  await page.goto(buildDeviceUrl(first));
  const pane = page.getByRole('region', { name: 'Documents', exact: true });
  await expect(pane.getByText(/^Newest 3 documents/)).toBeVisible();
  await pane.getByLabel('Collection').fill('places');
  await pane.getByRole('button', { name: 'Show documents' }).click();
  await expect(pane.getByText(/^Newest 1 document /)).toBeVisible();
  await page.goto('/');
  await expect(getOverviewPane(page, 'Last seen').getByText('in events, by time')).toBeVisible();
});

const SILENT = 'before.lastSeenAt=1d&never.lastSeenAt=too';

test('a list filtered by last seen says that it needs documents, and offers the form', async ({ page, service }) => {
  await seedDocuments(service);
  await openSignedIn(page, service, `/devices#${SILENT}`);
  await expect(page.getByText('This list needs the documents of the devices')).toBeVisible();
  await expect(page.getByText('No devices match')).toHaveCount(0);
  await expect(page.getByText(/\b0 of /)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Collection' }).fill('events');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectRowCount(page, service.devices.length - 2);
});

test('a link applies its own source of documents, without changing the choice', async ({ page, service }) => {
  await seedDocuments(service);
  const { deviceID } = service.devices[5]?.record ?? {};
  const now = Date.now();
  await service.seed({ documents: { places: [{ documentID: 'p1', unit: deviceID, at: now }] } });
  const link = `/devices?documents=places&documents=unit&documents=at#${SILENT}`;
  await openSignedIn(page, service, link);
  await expectRowCount(page, service.devices.length - 1);
  await expect(page.getByText('last seen by at of places')).toBeVisible();
  await chooseDocuments(page, service);
  await page.goto(link);
  await expect(page.getByText('This link reads last seen from places, by at.')).toBeVisible();
  await expectRowCount(page, service.devices.length - 1);
  await page.getByRole('button', { name: 'Use my choice' }).click();
  await expectRowCount(page, service.devices.length - 2);
  await expect(page.getByText('last seen by time of events')).toBeVisible();
  // what the address names from then on is what the list shows
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'lastSeenAt' }).click();
  await page
    .getByRole('dialog', { name: 'Filter' })
    .getByRole('combobox', { name: 'When' })
    .selectOption('in the last …');
  await expect(page).toHaveURL(/documents=events&documents=deviceID&documents=time/);
});

test('the documents of devices open newest first, if the service can match them', async ({ page, service }) => {
  await seedDocuments(service);
  await chooseDocuments(page, service);
  await page.goto('/devices#within.lastSeenAt=7d');
  await expectRowCount(page, 3);
  await chooseFromMenu(page, 'More list actions', 'Show documents of these 3 devices');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('{"time":-1}');
  await setHostExtensions(page, service, ['sort', 'group']);
  await page.goto('/devices');
  await page.getByRole('button', { name: 'More list actions' }).click();
  await expect(page.getByText('Documents can be shown for up to 1 device.')).toBeVisible();
});

test('without a chosen collection, the list says how to choose it', { tag: '@long' }, async ({ page, service }) => {
  await seedDocuments(service);
  await openSignedIn(page, service, LINK);
  await expect(page.getByText('Choose where the devices’ documents are.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose documents' }).click();
  const form = page.getByRole('dialog', { name: 'Choose documents' });
  await form.getByRole('combobox', { name: 'Collection' }).fill('nowhere');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The collection nowhere is empty or does not exist.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Collection' }).fill('events');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('gridcell', { name: 'never', exact: true })).not.toHaveCount(0);
});

test('without the group stage, reads documents on request', { tag: '@long' }, async ({ page, service }) => {
  const ids = await seedDocuments(service);
  await chooseDocuments(page, service);
  await openConnectionsPage(page);
  const own = page.getByRole('region', { name: 'This service' });
  await disableExtensions(own);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByText('Saved', { exact: true })).toBeVisible();
  const requests = recordRequestBodies(page, '/datastore/pipeline');
  await page.goto(LINK);
  await expect(page.getByText('This service does not group documents.')).toBeVisible();
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Read all documents in this page' }).click();
  await expect(page.getByText(/^Last seen read at /)).toBeVisible();
  const cells = await getColumnCells(page, 'deviceID');
  await expect.poll(async () => (await cells.allTextContents()).slice(0, ids.length)).toEqual(ids);
  const counts = await getColumnCells(page, 'documentsIn24h');
  await expect.poll(async () => (await counts.allTextContents()).slice(0, 5)).toEqual(['2', '1', '0', '0', '0']);
  const read = requests.length;
  await refreshDeviceList(page);
  await expect.poll(async () => (await counts.allTextContents()).slice(0, 2)).toEqual(['2', '1']);
  expect(requests.length).toBe(read);
});

test('a refused group stage is requested once, a failed one again', { tag: '@long' }, async ({ page, service }) => {
  await seedDocuments(service);
  await chooseDocuments(page, service);
  await mockServiceResponse(service, 'pipeline', { code: 'SERVER-ERROR', message: 'Out of order.' }, 500);
  await page.goto(LINK);
  await expect(page.getByText(/^Could not load last seen: /)).toBeVisible();
  await mockServiceResponse(service, 'pipeline', { code: 'DATA-INVALID', message: 'Stage group is unknown.' }, 400);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The service refused to group documents: Stage group is unknown.')).toBeVisible();
  const requests = recordRequestBodies(page, '/datastore/pipeline');
  await refreshDeviceList(page);
  expect(requests).toEqual([]);
  await service.calm();
  await page.getByRole('button', { name: 'Read all documents in this page' }).click();
  await expect(page.getByText(/^Last seen read at /)).toBeVisible();
});

test('Overview counts a device without an ID', { tag: '@long' }, async ({ page, service }) => {
  await mockDeviceList(service, [createDeviceRecord('A'), createDeviceRecord('')]);
  await setHostConfig(page, service, {
    deviceDocuments: { collection: 'events', field: 'deviceID', time: 'time' },
  });
  await openOverview(page, service);
  const pane = getOverviewPane(page, 'Last seen');
  await expect(pane.getByText('1 device has no ID or no known time.')).toBeVisible();
});

test('the menu of a cell filters by a number of documents', { tag: '@long' }, async ({ page, service }) => {
  const [id = ''] = await seedDocuments(service);
  await chooseDocuments(page, service);
  await openSignedIn(page, service, LINK);
  await expect((await getColumnCells(page, 'documentsIn24h')).nth(0)).toHaveText('2');
  await (await getColumnCells(page, 'documentsIn24h')).nth(0).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Only documentsIn24h = 2', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveText([id]);
});
