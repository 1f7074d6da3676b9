import type { Page } from 'playwright/test';
import { getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, type StoredDevice, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';

const ANY = '';

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

const SELECTIONS: readonly Selection[] = [
  { type: 'paired', filter: 'online', productID: ANY },
  { type: 'paired', filter: 'offline', productID: 'DRONE-01' },
  { type: 'unpaired', filter: 'offline', productID: 'DRONE-0' },
  { type: 'registered', filter: ANY, productID: 'no such product' },
  { type: ANY, filter: ANY, productID: ANY },
];

test('the selectors select devices, also after a damaged link', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?type=lost&filter=online');
  await expect(page.getByRole('alert').filter({ hasText: 'and were ignored: type' })).toBeVisible();
  await expectRows(page, selected(service, { type: ANY, filter: 'online', productID: ANY }));
  const product = page.getByRole('combobox', { name: 'Product starts with' });
  for (const selection of SELECTIONS) {
    await page.getByRole('combobox', { name: 'Type' }).selectOption(selection.type);
    await page.getByRole('combobox', { name: 'Connectivity' }).selectOption(selection.filter);
    await product.fill(selection.productID);
    await product.press('Enter');
    await expectRows(page, selected(service, selection));
  }
});

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

test('searches by field, whole value and exclusion', { tag: '@firefox' }, async ({ page, service }) => {
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

test('sorts text naturally, and finds it without accents', { tag: '@long' }, async ({ page, service }) => {
  const notes = [7, 'null', 8, 9];
  const names = ['Zürich', 'D-10', 'Älmhult', 'D-2'];
  const devices = names.map((name, at) => createDeviceRecord(name, { name, note: notes[at] }));
  await mockDeviceList(service, devices);
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

test('sorts both ways, and Back restores position and focus', { tag: '@firefox' }, async ({ page, service }) => {
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

  // narrow enough to scroll in both directions
  await page.setViewportSize({ width: 800, height: 700 });
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await getFirstRow(page).getByRole('rowheader').focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator(`[aria-rowindex="${service.devices.length + 1}"]`)).toBeVisible();
  // the longest time is not among the first rows, so its width is measured later, here and after coming back
  await expect.poll(() => heading.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(180);
  for (const key of ['PageUp', 'ArrowUp']) await page.keyboard.press(key);
  const place = () =>
    grid.evaluate(({ scrollTop, scrollLeft }) => {
      const cell = document.activeElement?.closest('[aria-colindex]');
      const row = cell?.parentElement?.getAttribute('aria-rowindex');
      return [scrollTop, scrollLeft, Number(row), Number(cell?.getAttribute('aria-colindex'))];
    });
  const before = await place();
  expect(before.every((number) => number > 0)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/devices\/./);
  await page.goBack();
  await expect.poll(place).toEqual(before);
});

test('without matches, truncates the search and clears filters', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, `/devices#search=${'q'.repeat(3000)}&is.paired=true&is.status=true`);
  await expect(page.getByText('No devices match all 3 filters')).toBeVisible();
  await expect(page.getByText(/^without the search “q+…”$/)).toHaveText(/^.{0,110}$/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${service.url}/devices`);
});
