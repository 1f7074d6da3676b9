import type { Page } from 'playwright/test';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const pane = (page: Page) => page.getByRole('region', { name: 'Documents', exact: true });

const grid = (page: Page) => pane(page).getByRole('grid', { name: 'Documents for this device' });

async function openPaired(page: Page, service: Service): Promise<string> {
  const { deviceID = '' } = service.devices.find(({ record }) => record.paired)?.record ?? {};
  await openSignedIn(page, service, buildDeviceUrl(deviceID));
  await expect(pane(page)).toBeVisible();
  return deviceID;
}

async function showDocuments(page: Page, collection: string): Promise<void> {
  await pane(page).getByLabel('Collection').fill(collection);
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
}

test('loads the documents of a device on request, and reports detected fields', async ({ page, service }) => {
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  const deviceID = await openPaired(page, service);
  await expect(pane(page)).toContainText('Documents are loaded only when you ask for them');
  expect(asked).toEqual([]);
  await showDocuments(page, 'logs');
  await expect(pane(page)).toContainText('deviceID and time were detected from a page of logs');
  await expect(pane(page)).toContainText(/Newest \d+ documents by time \(sort, an extension of this service\)/);
  expect(asked.length).toBeLessThanOrEqual(5);
  expect(JSON.parse(asked.at(-1) ?? '{}').pipeline).toEqual([
    { type: 'match', filter: { deviceID } },
    { type: 'sort', specs: { time: -1 } },
  ]);
  await expect(grid(page)).toBeVisible();
  const chart = pane(page).getByRole('region', { name: 'Documents chart' });
  await chart.getByLabel('Chart field').selectOption('temperature');
  await expect(chart.getByRole('img', { name: /^temperature of this device’s documents: min .* max / })).toBeVisible();

  await pane(page).getByRole('link', { name: 'Open in Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await expect(page.getByRole('grid')).toBeVisible();
  expect(decodeURIComponent(page.url()).replaceAll('+', ' ')).toContain(`"filter":{"deviceID":"${deviceID}"}`);
});

test('settings carry over to the next device, with one request', { tag: '@long' }, async ({ page, service }) => {
  await openPaired(page, service);
  await showDocuments(page, 'logs');
  await expect(grid(page)).toBeVisible();
  await pane(page).getByLabel('Time field').fill('time');
  const [, second] = service.devices.filter(({ record }) => record.paired).map(({ record }) => record.deviceID);
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await page.goto(buildDeviceUrl(second ?? ''));
  await expect(grid(page)).toBeVisible();
  await expect(pane(page).getByLabel('Device ID field')).toHaveValue('deviceID');
  await expect(pane(page).getByText(/detected from/)).toHaveCount(0);
  expect(asked.map((body) => JSON.parse(body).pipeline[0].filter)).toEqual([{ deviceID: second }]);
  // another collection is requested only on demand
  await pane(page).getByLabel('Collection').fill('history');
  await expect(pane(page)).toContainText('Documents are loaded only when you ask for them');
  expect(asked).toHaveLength(1);
});

test('without extensions shows documents in the order of the service', { tag: '@long' }, async ({ page, service }) => {
  await setHostExtensions(page, service, []);
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await openPaired(page, service);
  await showDocuments(page, 'logs');
  await expect(pane(page)).toContainText(/First \d+ documents, in the service’s order/);
  await expect(pane(page)).toContainText(', plotted over');
  // a chosen field is filtered by, so only the response itself can be used to guess the time field
  await pane(page).getByLabel('Time field').fill('');
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
  await expect(pane(page).getByLabel('Time field')).toHaveValue('time');
  for (const body of asked) expect(body).not.toContain('sort');
});

test('reports a collection without a device ID field', { tag: '@long' }, async ({ page, service }) => {
  await service.seed({ documents: { places: [{ documentID: 'p1', city: 'Basel' }] } });
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await openPaired(page, service);
  await showDocuments(page, 'places');
  await expect(pane(page)).toContainText('No device ID field found');
  expect(asked).toHaveLength(1);
});
