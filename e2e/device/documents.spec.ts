import type { Page } from 'playwright/test';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const pane = (page: Page) => page.getByRole('region', { name: 'Documents', exact: true });

async function openPaired(page: Page, service: Service): Promise<string> {
  const { deviceID = '' } = service.devices.find(({ record }) => record.paired)?.record ?? {};
  await openSignedIn(page, service, buildDeviceUrl(deviceID));
  await expect(pane(page)).toBeVisible();
  return deviceID;
}

test('loads the documents of a device on request, with at most five requests, and reports detected fields', async ({
  page,
  service,
}) => {
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  const deviceID = await openPaired(page, service);
  await expect(pane(page)).toContainText('Documents are loaded only when you ask for them');
  expect(asked).toEqual([]);
  await pane(page).getByLabel('Collection').fill('logs');
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
  const guess = pane(page).getByText('deviceID and time were detected from a page of logs');
  await expect(guess).toBeVisible();
  // color of a hint, not of a warning
  const colors = await guess.evaluate((words) =>
    ['--muted', '--attention'].map((token) => {
      const probe = words.appendChild(document.createElement('i'));
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color === getComputedStyle(words).color;
    }),
  );
  expect(colors).toEqual([true, false]);
  await expect(pane(page)).toContainText(/Newest \d+ documents by time \(sort, an extension of this service\)/);
  expect(asked.length).toBeLessThanOrEqual(5);
  expect(JSON.parse(asked.at(-1) ?? '{}').pipeline).toEqual([
    { type: 'match', filter: { deviceID } },
    { type: 'sort', specs: { time: -1 } },
  ]);
  await expect(pane(page).getByRole('grid', { name: 'Documents for this device' })).toBeVisible();
  const chart = pane(page).getByRole('region', { name: 'Documents chart' });
  await chart.getByLabel('Chart field').selectOption('temperature');
  await expect(chart.getByRole('img', { name: /^temperature of this device’s documents: min .* max / })).toBeVisible();

  await pane(page).getByRole('link', { name: 'Open in Datastore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  await expect(page.getByRole('grid')).toBeVisible();
  expect(decodeURIComponent(page.url()).replaceAll('+', ' ')).toContain(`"filter":{"deviceID":"${deviceID}"}`);
});

test('remembers the document settings for the connection', { tag: '@long' }, async ({ page, service }) => {
  await openPaired(page, service);
  await pane(page).getByLabel('Collection').fill('history');
  await pane(page).getByLabel('Device ID field').fill('deviceID');
  await pane(page).getByLabel('Time field').fill('time');
  await page.goto(buildDeviceUrl(service.devices[5]?.record.deviceID ?? ''));
  await expect(pane(page).getByLabel('Collection')).toHaveValue('history');
  await expect(pane(page).getByLabel('Device ID field')).toHaveValue('deviceID');
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
  await expect(pane(page).getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(pane(page).getByText(/detected from/)).toHaveCount(0);
});

test('after documents were found for one device, loads those of the next automatically, with one request', {
  tag: '@long',
}, async ({ page, service }) => {
  const [first, second] = service.devices.filter(({ record }) => record.paired).map(({ record }) => record.deviceID);
  await openSignedIn(page, service, buildDeviceUrl(first ?? ''));
  await pane(page).getByLabel('Collection').fill('logs');
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
  await expect(pane(page).getByRole('grid', { name: 'Documents for this device' })).toBeVisible();
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await page.goto(buildDeviceUrl(second ?? ''));
  await expect(pane(page).getByRole('grid', { name: 'Documents for this device' })).toBeVisible();
  expect(asked.map((body) => JSON.parse(body).pipeline[0].filter)).toEqual([{ deviceID: second }]);
  // another collection is requested only on demand
  await pane(page).getByLabel('Collection').fill('history');
  await expect(pane(page)).toContainText('Documents are loaded only when you ask for them');
  expect(asked).toHaveLength(1);
});

test('without extensions shows documents in the order of the service, and sends no sort', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), extensions: [] } });
  });
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await openPaired(page, service);
  await pane(page).getByLabel('Collection').fill('logs');
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
  await expect(pane(page)).toContainText(/First \d+ documents, in the service’s order/);
  await expect(pane(page)).toContainText(', plotted over');
  // a chosen field is filtered by, so only the response itself can be used to guess the time field
  await pane(page).getByLabel('Time field').fill('');
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
  await expect(pane(page).getByLabel('Time field')).toHaveValue('time');
  for (const body of asked) expect(body).not.toContain('sort');
});

test('reports a collection without a device ID field, and sends no further request', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.seed({ documents: { places: [{ documentID: 'p1', city: 'Basel' }] } });
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await openPaired(page, service);
  await pane(page).getByLabel('Collection').fill('places');
  await pane(page).getByRole('button', { name: 'Show documents' }).click();
  await expect(pane(page)).toContainText('No device ID field found');
  expect(asked).toHaveLength(1);
});
