import fc from 'fast-check';
import type { Page } from 'playwright/test';
import { JOINED_CONNECTIVITY_FIELD } from '#contract/device.ts';
import { buildDeviceListBody } from '#e2e/bench/fleetBody.ts';
import { startStubServer } from '#e2e/bench/stubServer.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import type { StoredDevice } from '#e2e/testing/service.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE, type DevicesState } from '#urls/devices.ts';

const COLUMNS = [
  undefined,
  ['deviceID', 'name'],
  ['deviceID', JOINED_CONNECTIVITY_FIELD],
  ['name', 'paired', 'deviceID'],
];

const SEARCHES: Readonly<Record<string, (device: StoredDevice) => boolean>> = {
  '': () => true,
  [`${JOINED_CONNECTIVITY_FIELD}:offline`]: ({ online }) => !online,
  [`${JOINED_CONNECTIVITY_FIELD}:on`]: ({ online }) => online,
  [`-${JOINED_CONNECTIVITY_FIELD}:online`]: ({ online }) => !online,
  'check:unpaired ridge': ({ online, record }) => !record.paired && online && /ridge/i.test(JSON.stringify(record)),
  'ridge connectivity:"online"': ({ online, record }) => online && /ridge/i.test(JSON.stringify(record)),
};

const FACETS: Readonly<Record<string, (device: StoredDevice) => boolean>> = {
  '{}': () => true,
  [JSON.stringify({ [JOINED_CONNECTIVITY_FIELD]: ['online'] })]: ({ online }) => online,
  [JSON.stringify({ [JOINED_CONNECTIVITY_FIELD]: ['offline'], paired: ['true'] })]: ({ online, record }) =>
    !online && record.paired,
  [JSON.stringify({ check: ['unpaired yet online'] })]: ({ online, record }) => online && !record.paired,
};

const SORTS = ['', 'asc connectivity', 'desc connectivity', 'desc connectivity, asc name', 'desc name'];

type Combination = { columns: string[] | undefined; search: string; facets: string; sort: string };

const COMBINATIONS: fc.Arbitrary<Combination> = fc.record({
  columns: fc.constantFrom(...COLUMNS),
  search: fc.constantFrom(...Object.keys(SEARCHES)),
  facets: fc.constantFrom(...Object.keys(FACETS)),
  sort: fc.constantFrom(...SORTS),
});

const HIDDEN: readonly Combination[] = [
  { columns: ['deviceID', 'name'], search: '', facets: '{}', sort: 'desc connectivity, asc name' },
  { columns: ['deviceID', 'name'], search: `${JOINED_CONNECTIVITY_FIELD}:offline`, facets: '{}', sort: '' },
];

const sortOf = (text: string) =>
  text === ''
    ? []
    : text.split(', ').map((key) => {
        const [order, field = ''] = key.split(' ');
        return { field, descending: order === 'desc' };
      });

function find(devices: readonly StoredDevice[], { search, facets, sort }: Combination): StoredDevice[] {
  const names = new Intl.Collator('en', { numeric: true });
  const keys = sortOf(sort).map(({ field, descending }) => {
    const compare = (a: StoredDevice, b: StoredDevice) =>
      field === JOINED_CONNECTIVITY_FIELD
        ? Number(b.online) - Number(a.online)
        : names.compare(a.record.name, b.record.name);
    return (a: StoredDevice, b: StoredDevice) => (descending ? -compare(a, b) : compare(a, b));
  });
  return devices
    .filter((device) => SEARCHES[search]?.(device) && FACETS[facets]?.(device))
    .sort((a, b) => a.record.registeredAt - b.record.registeredAt || (a.record.deviceID < b.record.deviceID ? -1 : 1))
    .sort((a, b) => keys.reduce((order, key) => order || key(a, b), 0));
}

async function expectFound(page: Page, devices: readonly StoredDevice[], combination: Combination): Promise<void> {
  const found = find(devices, combination);
  if (found.length === 0) {
    await expect(page.getByText(/^No devices match/)).toBeVisible();
    return;
  }
  await expect(page.getByRole('grid'), JSON.stringify(combination)).toHaveAttribute(
    'aria-rowcount',
    String(found.length + 1),
  );
  await expectRows(
    page,
    found.map(({ record }) => record.deviceID),
    JSON.stringify(combination),
  );
}

/** Expects the first rendered rows to be `ids`. More rows are rendered during layout. */
async function expectRows(page: Page, ids: readonly string[], message?: string): Promise<void> {
  await expect(async () => {
    const drawn = (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.trim());
    expect(drawn.length, message).toBeGreaterThan(0);
    expect(drawn, message).toEqual(ids.slice(0, drawn.length));
  }).toPass({ timeout: 30_000 });
}

test('100 random combinations of joined fields match plain JavaScript', { tag: '@long' }, async ({ page, service }) => {
  const chosen = fc.sample(COMBINATIONS, { numRuns: 100, seed: 38 });
  await openSignedIn(page, service, '/about');
  for (const combination of [...HIDDEN, ...chosen]) {
    const { columns, search, facets, sort } = combination;
    const state: DevicesState = {
      ...DEFAULT_DEVICES_STATE,
      columns,
      search,
      facets: JSON.parse(facets),
      sort: sortOf(sort),
    };
    await page.goto(buildDevicesUrl(state));
    await expectFound(page, service.devices, combination);
  }
});

test(`sorts 300,000 devices by connectivity while its column is hidden`, { tag: '@long' }, async ({ page }) => {
  const stub = await startStubServer();
  stub.setDevices(300_000);
  const offline = JSON.parse(Buffer.concat(buildDeviceListBody(2_000, { filter: 'offline' })).toString('utf8'));
  try {
    const hidden = '/devices?desc=connectivity&column=deviceID&column=name';
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}${hidden}`);
    await expect(page.getByText(/· by connectivity, last first/)).toBeVisible();
    await expectRows(
      page,
      offline.devices.map(({ deviceID }: { deviceID: string }) => deviceID),
    );
  } finally {
    stub.close();
  }
});
