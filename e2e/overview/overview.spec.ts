import type { Page } from 'playwright/test';
import {
  expectDeviceListCount,
  formatCountText,
  getFleetNumbersRegion,
  getOverviewPane,
  openOverview,
} from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, type Service, type StoredDevice, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

const DAY_MS = 86_400_000;
const EARLIEST_MS = Date.UTC(2000, 0);

const times = ({ record }: StoredDevice) => [record.registeredAt, record.lastPairedAt].filter(Boolean);

const CHECKS: Readonly<Record<string, (device: StoredDevice) => boolean>> = {
  'Paired without admin': ({ record }) => record.paired && record.admin === '',
  'Last paired before registered': ({ record: { lastPairedAt, registeredAt } }) =>
    Boolean(lastPairedAt && registeredAt) && lastPairedAt < registeredAt,
  'Time before 2000 or unreadable': (device) => times(device).some((time) => time < EARLIEST_MS),
  'Unpaired yet online': ({ record, online }) => !record.paired && online,
  'Registered over 90 days ago, never paired': ({ record: { registeredAt, lastPairedAt, paired } }) =>
    registeredAt >= EARLIEST_MS && registeredAt < Date.now() - 90 * DAY_MS && !lastPairedAt && !paired,
};

test('each number of the fleet opens its devices', { tag: '@firefox' }, async ({ page, service }) => {
  await openOverview(page, service);
  const count = (paired?: boolean, online?: boolean) =>
    service.devices.filter(
      (device) =>
        (paired === undefined || device.record.paired === paired) && (online === undefined || device.online === online),
    ).length;
  const terms: [string, number][] = [
    ['registered', count()],
    ['paired', count(true)],
    ['online, paired', count(true, true)],
    ['offline, paired', count(true, false)],
    ['unpaired', count(false)],
    ['offline, unpaired', count(false, false)],
    ['online, unpaired', count(false, true)],
  ];
  const numbers = getFleetNumbersRegion(page);
  for (const [words, expected] of terms) {
    const name = new RegExp(`^${formatCountText(expected)} ${words}( [\\d.]+ %)?$`);
    await numbers.getByRole('link', { name }).click();
    await expectDeviceListCount(page, expected);
    await page.goBack();
  }
  const sum = `= ${formatCountText(count(true, true))} + ${formatCountText(count(false, true))}`;
  await expect(numbers.getByText(sum)).toBeVisible();
  await expect(numbers.getByRole('img', { name: /^Shares of the fleet: paired online \d/ })).toBeVisible();
});

test('requests the list and connectivity once for both pages', { tag: '@long' }, async ({ page, service }) => {
  const asked = recordRequestBodies(page, '/devices/get');
  await openOverview(page, service);
  // requests that are pending when the page is left are sent again
  await expect(getFleetNumbersRegion(page).getByRole('img', { name: /^Shares .* paired online \d/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).not.toHaveCount(0);
  await page.goBack();
  await expect(getOverviewPane(page, 'Checks').getByText(/ of \d+ to review/)).toBeVisible();
  expect(asked).toEqual(['{}', '{"filter":"online"}']);
});

test('ranks products with their share online', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  const products = [...new Set(service.devices.map(({ record }) => record.productID))].map((productID) => {
    const own = service.devices.filter(({ record }) => record.productID === productID);
    return { productID, count: own.length, online: own.filter(({ online }) => online).length };
  });
  const ranked = products.sort((a, b) => b.count - a.count || (a.productID < b.productID ? -1 : 1));
  const ranking = getOverviewPane(page, 'Products');
  const rows = ranking.getByRole('table').getByRole('rowheader');
  await expect(rows).toHaveText(ranked.map(({ productID }) => productID));
  const [first] = ranked;
  const share = `${formatCountText(first?.online ?? 0)} of ${formatCountText(first?.count ?? 0)}`;
  await expect(ranking.getByText(share)).toBeVisible();

  const order = page.getByRole('combobox', { name: 'Order of the products' });
  await order.selectOption('most offline first');
  const offline = ({ count, online }: (typeof products)[number]) => count - online;
  const [most] = [...products].sort((a, b) => offline(b) - offline(a) || b.count - a.count);
  await expect(rows.nth(0)).toHaveText(most?.productID ?? '');
  const shareOffline = `${formatCountText(most ? offline(most) : 0)} offline of ${formatCountText(most?.count ?? 0)}`;
  await expect(ranking.getByText(shareOffline)).toBeVisible();
  await order.selectOption('highest share offline first');
  await expect(page).toHaveURL(/products=leastOnline/);
  const least = [...products].sort((a, b) => a.online / a.count - b.online / b.count || b.count - a.count);
  await expect(rows).toHaveText(least.map(({ productID }) => productID));
  await rows.getByRole('link', { name: least[0]?.productID ?? '', exact: true }).click();
  await expectDeviceListCount(page, least[0]?.count ?? 0);
});

test('each check opens exactly the devices that it counts', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  for (const [words, fails] of Object.entries(CHECKS)) {
    const count = service.devices.filter(fails).length;
    expect(count, words).toBeGreaterThan(0);
    const name = `${words} ${formatCountText(count)}`;
    await getOverviewPane(page, 'Checks').getByRole('link', { name, exact: true }).click();
    await expectDeviceListCount(page, count);
    // the link works without cached data
    await page.reload();
    await expectDeviceListCount(page, count);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  }
  await expect(getOverviewPane(page, 'Checks').getByRole('listitem').filter({ hasText: 'none' })).toHaveCount(4);
});

const pane = (page: Page, title = 'Registered') => getOverviewPane(page, title);
const clear = (page: Page) => page.getByRole('button', { name: 'Clear the range of Registered' });

/** @returns the number of devices in the selected range */
async function expectCountOfRange(page: Page, service: Service): Promise<number> {
  const read = async (end: string) =>
    (await pane(page)
      .getByRole('slider', { name: `Registered ${end}` })
      .getAttribute('aria-valuetext')) ?? '';
  const [from, to] = [await read('from'), await read('to')];
  const monthOf = ({ record }: StoredDevice) => new Date(record.registeredAt).toISOString().slice(0, 7);
  const count = service.devices.filter((device) => monthOf(device) >= from && monthOf(device) <= to).length;
  expect(count).toBeLessThan(service.devices.length);
  await expect(pane(page).getByText(`${from} to ${to}: ${formatCountText(count)}`)).toBeVisible();
  return count;
}

async function measureChart(page: Page) {
  const chart = pane(page).getByRole('group', { name: /^Registered: / });
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('There is no chart.');
  return (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
}

test('counts a range selected by mouse, keeps it in the link and opens its devices', async ({ page, service }) => {
  await openOverview(page, service);
  const at = await measureChart(page);
  const [begin, end] = [at(0.4), at(0.6)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  await expect(clear(page)).toBeVisible();
  const count = await expectCountOfRange(page, service);
  await expect(page).toHaveURL(/#from\.registeredAt=\d+&to\.registeredAt=\d+$/);
  await page.reload();
  await pane(page).getByRole('link', { name: 'Show them' }).click();
  await expectDeviceListCount(page, count);
  await page.goBack();
  await clear(page).click();
  await expect(page).toHaveURL(`${service.url}/`);
});

test.describe('outside UTC', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('shows a range at other hours in the time zone of the page', { tag: '@long' }, async ({ page, service }) => {
    const days = new URLSearchParams({
      'from.registeredAt': String(Date.UTC(2025, 3)),
      'to.registeredAt': String(Date.UTC(2025, 5) - 1),
    });
    await openSignedIn(page, service, `/?time=local#${days}`);
    await expect(getOverviewPane(page, 'Registered')).toContainText('2025-04-01 02:00 to 2025-06-01 01:59');
  });
});

test('counts a range selected by keyboard', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openOverview(page, service);
  await pane(page).getByRole('slider', { name: 'Registered from' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await expectCountOfRange(page, service);
  await page.keyboard.press('Escape');
  await expect(clear(page)).toBeHidden();

  const never = service.devices.filter(({ record }) => !record.lastPairedAt).length;
  await page.getByRole('button', { name: `Last paired never: ${formatCountText(never)}` }).focus();
  await page.keyboard.press('Enter');
  await expect(pane(page, 'Last paired').getByText(`never: ${formatCountText(never)}`, { exact: true })).toBeVisible();
  await pane(page, 'Last paired').getByRole('link', { name: 'Show them' }).focus();
  await page.keyboard.press('Enter');
  await expectDeviceListCount(page, never);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a swipe selects a range', { tag: '@long' }, async ({ page, service, context }) => {
    await openOverview(page, service);
    const at = await measureChart(page);
    const touch = await context.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', at(0.4));
    for (const share of [0.45, 0.5, 0.6]) await send('touchMove', at(share));
    await send('touchEnd');
    await expect(clear(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test('each chart has a table whose sum is the number of devices', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  for (const title of ['Registered', 'Last paired']) {
    await getOverviewPane(page, title).getByRole('radio', { name: 'Table' }).check();
    const rows = getOverviewPane(page, title).getByRole('row');
    await expect(rows.last()).toHaveText(`sum${formatCountText(service.devices.length)}`);
    const counts = await getOverviewPane(page, title).locator('tbody td').allTextContents();
    const total = counts.reduce((all, text) => all + Number(text.replaceAll(',', '')), 0);
    expect(total).toBe(service.devices.length);
  }
  await page.reload();
  await expect(getOverviewPane(page, 'Last paired').getByRole('table')).toBeVisible();
  const never = service.devices.filter(({ record }) => !record.lastPairedAt).length;
  await getOverviewPane(page, 'Last paired').getByRole('link', { name: 'never' }).click();
  await expectDeviceListCount(page, never);
});

test('the time filter counts its bars with the other filters', { tag: '@long' }, async ({ page, service }) => {
  const all = service.devices.filter(({ record }) => record.paired);
  await openSignedIn(page, service, '/devices#is.paired=true');
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'registeredAt', exact: true }).click();
  const edge = filter.getByRole('slider', { name: 'registeredAt from', exact: true });
  await edge.focus();
  await page.keyboard.press('PageUp');
  await expect(edge).not.toHaveAttribute('aria-valuenow', '0');
  const from = (await edge.getAttribute('aria-valuetext')) ?? '';
  const count = all.filter(({ record }) => new Date(record.registeredAt).toISOString().slice(0, 7) >= from).length;
  expect(count).toBeLessThan(all.length);
  await expectDeviceListCount(page, count);
  await expect(page).toHaveURL(/from\.registeredAt=\d+/);
  await filter.getByRole('button', { name: 'registeredAt', exact: true }).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expectDeviceListCount(page, service.devices.length);
});
