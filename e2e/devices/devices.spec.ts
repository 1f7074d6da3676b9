import type { Page } from 'playwright/test';
import { CONNECTIVITY_VALUES, PAIRING_FILTERS } from '#contract/device.ts';
import { getFirstRow } from '#e2e/helpers/deviceList.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import type { StoredDevice } from '#e2e/testing/service.ts';

const ANY = '';
const PRODUCTS = [ANY, 'DRONE-0', 'DRONE-01', 'no such product'];

type Selection = { type: string; filter: string; productID: string };

function selected(service: Service, { type, filter, productID }: Selection): StoredDevice[] {
  return service.devices
    .filter(({ record }) => type === ANY || type === 'registered' || record.paired === (type === 'paired'))
    .filter(({ online }) => filter === ANY || online === (filter === 'online'))
    .filter(({ record }) => record.productID.startsWith(productID))
    .sort((a, b) => a.record.registeredAt - b.record.registeredAt || (a.record.deviceID < b.record.deviceID ? -1 : 1));
}

async function expectRows(page: Page, devices: readonly StoredDevice[]): Promise<void> {
  if (devices.length === 0) {
    await expect(page.getByText('The service returned no devices')).toBeVisible();
    return;
  }
  const word = devices.length === 1 ? 'device' : 'devices';
  await expect(page.getByText(`${devices.length.toLocaleString('en')} ${word}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(devices.length + 1));
  const shown = await page.getByRole('rowheader').count();
  expect(shown).toBeGreaterThan(0);
  const ids = devices.slice(0, shown).map(({ record }) => record.deviceID);
  await expect(page.getByRole('rowheader')).toHaveText(ids);
}

for (const type of [ANY, ...PAIRING_FILTERS]) {
  test(`type “${type || 'any'}” lists the devices in the database, for every filter and product`, {
    tag: type === 'paired' ? [] : '@long',
  }, async ({ page, service }) => {
    await openSignedIn(page, service);
    await page.getByRole('combobox', { name: 'Type' }).selectOption(type);
    for (const filter of [ANY, ...CONNECTIVITY_VALUES]) {
      await page.getByRole('combobox', { name: 'Connectivity' }).selectOption(filter);
      for (const productID of PRODUCTS) {
        const product = page.getByRole('combobox', { name: 'Product starts with' });
        await product.fill(productID);
        await product.press('Enter');
        await expectRows(page, selected(service, { type, filter, productID }));
      }
    }
  });
}

test('a link restores the selectors, the search and the sort', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?type=paired&product=DRONE&desc=name#search=ridge');
  const expected = selected(service, { type: 'paired', filter: ANY, productID: 'DRONE' })
    .filter(({ record }) => record.name.includes('Ridge'))
    .sort((a, b) => b.record.name.localeCompare(a.record.name, 'en', { numeric: true }));
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('paired');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('ridge');
  await expect(page.getByRole('columnheader', { name: 'name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(expected.length + 1));
  await expect(getFirstRow(page).getByRole('rowheader')).toHaveText(expected[0]?.record.deviceID ?? '');
});

test('loads the sorting code before the rows arrive when the link sets a sort', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await service.fault({ kind: 'never' }, { operation: 'devices', times: 1 });
  const sent = page.waitForRequest(/\/computeRowOrder-[^/]*\.js$/);
  await openSignedIn(page, service, '/devices?desc=deviceID');
  await sent;
  await expect(page.getByRole('rowheader')).toHaveCount(0);
  await service.release();
  const [last = ''] = service.devices
    .map(({ record }) => record.deviceID)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  await expect(getFirstRow(page).getByRole('rowheader')).toHaveText(last);
});

test('searches one field, a whole value, and by exclusion, and keeps it in the link', { tag: '@firefox' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/devices');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.focus();
  await expect(page.getByRole('tooltip')).toHaveText(/admin:ann searches one field/);
  const [some] = service.devices.filter(({ record }) => record.admin !== '');
  const { admin = '', productID = '', name = '' } = some?.record ?? {};
  const [part = ''] = admin.split('@');
  const records = service.devices.map(({ record }) => record);
  const ofAdmin = records.filter((record) => record.admin.toLowerCase().includes(part));
  const others = ofAdmin.filter((record) => !record.productID.toLowerCase().includes(productID.toLowerCase()));
  const named = records.filter((record) => record.name === name);
  const searches: [string, number][] = [
    [`admin:${part}`, ofAdmin.length],
    [`admin:${part} -productID:${productID}`, others.length],
    [`name:"${name}"`, named.length],
    [`name:"${part}"`, 0],
  ];
  for (const [typed, count] of searches) {
    await search.fill(typed);
    await expect(page.getByText(new RegExp(`^${count.toLocaleString('en')} of 2,000 devices$`))).toBeVisible();
    await expect(page).toHaveURL((url) => new URLSearchParams(url.hash.slice(1)).get('search') === typed);
  }
  await expect(page.getByText('No devices match', { exact: true })).toBeVisible();

  // last and first word of a name: not a phrase in any device, but both words are in some
  const [first = '', last = ''] = [name.split(' ')[0], name.split(' ').at(-1)].map((word) => word?.toLowerCase());
  const apart = records.filter((record) => {
    const texts = Object.values(record).filter((value) => typeof value === 'string');
    return [first, last].every((word) => texts.some((text) => text.toLowerCase().includes(word)));
  });
  await search.fill(`${last} ${first}`);
  await page.getByRole('button', { name: 'Search for each word' }).click();
  await expect(search).toHaveValue(`+${last} +${first}`);
  await expect(page.getByText(`${apart.length} of 2,000 devices`, { exact: true })).toBeVisible();
});

test('sorts columns both ways, by value', { tag: '@firefox' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  const latest = Math.max(...service.devices.map(({ record }) => record.lastPairedAt));
  // devices paired at the same time stay in the service's order
  const [first] = selected(service, { type: ANY, filter: ANY, productID: ANY }).filter(
    ({ record }) => record.lastPairedAt === latest,
  );
  const heading = page.getByRole('columnheader', { name: 'lastPairedAt' });
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(getFirstRow(page).getByRole('rowheader')).toHaveText(first?.record.deviceID ?? '');
});

test('sorts text in natural order, and finds it without accents, also in a column with numbers', {
  tag: '@long',
}, async ({ page, service }) => {
  const [regular] = service.devices;
  const notes = [7, 'null', 8, 9];
  const devices = ['Zürich', 'D-10', 'Älmhult', 'D-2'].map((name, at) => {
    return { ...regular?.record, deviceID: name, name, note: notes[at] };
  });
  await mockServiceResponse(service, 'devices', { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: 4, devices });
  await openSignedIn(page, service, '/devices?asc=name');
  const ids = page.getByRole('rowheader');
  await expect(ids).toHaveText(['Älmhult', 'D-2', 'D-10', 'Zürich']);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('almhult');
  await expect(ids).toHaveText(['Älmhult']);
  await search.fill('-name:"ZURICH" -älm');
  await expect(ids).toHaveText(['D-2', 'D-10']);
  await search.fill('null');
  await expect(ids).toHaveText(['D-10']);
});

test('reports a damaged selector in a link, and shows the rest', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?type=lost&filter=online');
  await expect(page.getByRole('alert').filter({ hasText: 'and were ignored: type' })).toBeVisible();
  await expectRows(page, selected(service, { type: ANY, filter: 'online', productID: ANY }));
});

test('the keyboard reaches and opens the last device, and Back returns', { tag: '@firefox' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service);
  const all = selected(service, { type: ANY, filter: ANY, productID: ANY });
  const last = all.at(-1)?.record;
  if (!last) throw new Error('The demo project holds no devices.');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('Control+End');
  const row = page.getByRole('row').and(page.locator(`[aria-rowindex="${all.length + 1}"]`));
  await expect(row).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(last.name);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
});

test('without matches, shows a truncated search, and clears all filters', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, `/devices#search=${'q'.repeat(3000)}&is.paired=true&is.status=true`);
  await expect(page.getByText('No devices match all 3 filters')).toBeVisible();
  await expect(page.getByText(/^without the search “q+…”$/)).toHaveText(/^.{0,110}$/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${service.url}/devices`);
});

test('typing does not move the toolbar', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, service);
  const places = () =>
    page
      .getByRole('group', { name: 'Devices shown' })
      .locator('button, input, select')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  const before = await places();
  await page.getByRole('searchbox', { name: 'Search' }).fill('pump 1');
  await expect(page.getByText(/^\d+ of 2,000 devices$/)).toBeVisible();
  expect(await places()).toEqual(before);
});
