import type { Page } from 'playwright/test';
import {
  clickRefresh,
  getFirstRow,
  refreshAndAcceptShorterList,
  refreshDeviceList,
  waitForConnectivity,
} from '#e2e/helpers/deviceList.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { createDevicesPageObject } from '#e2e/testing/pageObjects.ts';

const HEAD = '{"code":"DEVICES-LIST-FETCHED","message":"","nDevices":';

function device(index: number): string {
  return `{"deviceID":"d${index}","productID":"P","name":"Device ${index}","status":true,"admin":"a@example.com","registeredAt":1700000000000,"lastPairedAt":0,"paired":true}`;
}

async function refreshWith(page: Page, service: Service, body: string): Promise<void> {
  await waitForConnectivity(page);
  await mockServiceResponse(service, 'devices', body);
  await refreshAndAcceptShorterList(page);
}

test('counts and reports entries that are not records, and shows the others', async ({ page, service }) => {
  await openSignedIn(page, service);
  await refreshWith(page, service, `${HEAD}4,"devices":[${device(0)},17,null,${device(1)}]}`);
  await expect(page.getByRole('rowheader')).toHaveText(['d0', 'd1']);
  await expect(page.getByText('2 list entries are not records')).toContainText('entry 2 is a number, entry 3 is null');
});

test('shows and marks records that do not match the API', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  const strange = '{"deviceID":"d9","name":null,"status":"on","paired":true,"extra":{"deep":[1]}}';
  await refreshWith(page, service, `${HEAD}2,"devices":[${device(0)},${strange}]}`);
  await expect(page.getByText('1 record does not match the API')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'd9' });
  const warning = row.getByLabel(/Does not match the API: .*name.*/);
  await expect(warning).toBeVisible();
  // the icon is aligned with the baseline of the ID
  const above = await warning.evaluate((icon) => {
    const letters = icon.parentElement?.querySelector('a')?.appendChild(document.createElement('i'));
    if (letters) letters.style.display = 'inline-block';
    const drawn = Math.max(...[...icon.querySelectorAll('path')].map((path) => path.getBoundingClientRect().bottom));
    const base = letters?.getBoundingClientRect().bottom ?? 0;
    letters?.remove();
    return base - drawn;
  });
  expect(Math.abs(above)).toBeLessThan(1.5);
  await expect(row.getByRole('gridcell', { name: 'on', exact: true })).toBeVisible();
  await expect(row.getByRole('gridcell', { name: '{"deep":[1]}' })).toBeVisible();
});

test('reports an nDevices that differs from the list', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await refreshWith(page, service, `${HEAD}5,"devices":[${device(0)}]}`);
  await expect(page.getByText('The service reports nDevices 5, but its list has 1 entries.')).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText(['d0']);
});

test('rejects a response whose devices are not a list', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await waitForConnectivity(page);
  const first = (await getFirstRow(page).getByRole('rowheader').textContent()) ?? '';
  await mockServiceResponse(service, 'devices', `${HEAD}1,"devices":{"0":${device(0)}}}`);
  await clickRefresh(page);
  await expect(page.getByText('The response contains no device list.')).toBeVisible();
  await expect(getFirstRow(page).getByRole('rowheader')).toHaveText(first);
});

test('shows the received part of an interrupted first list, marked as incomplete', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await mockServiceResponse(service, 'devices', `${HEAD}3,"devices":[${device(0)},${device(1)},{"devic`);
  await openSignedIn(page, service, '/devices?type=paired');
  await expect(page.getByRole('rowheader')).toHaveText(['d0', 'd1']);
  await expect(page.getByText('The list is incomplete: 2 of 3 records were received.')).toBeVisible();
  await expect(page.getByText(/Unreadable response/)).toBeVisible();
});

test('reports an interrupted list that is longer than announced', { tag: '@long' }, async ({ page, service }) => {
  await mockServiceResponse(service, 'devices', `${HEAD}1,"devices":[${device(0)},${device(1)},{"devic`);
  await openSignedIn(page, service, '/devices?type=paired');
  await expect(page.getByText('The list is incomplete: 2 records, 1 more than reported, were received.')).toBeVisible();
});

test('a refresh keeps the visible rows in place, wherever they move in the list', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service);
  const many = Array.from({ length: 400 }, (_, index) => device(index));
  await refreshWith(page, service, `${HEAD}400,"devices":[${many.join()}]}`);
  await expect(page.getByText('400 devices', { exact: true })).toBeVisible();
  const wanted = page.getByRole('rowheader', { name: 'd300', exact: true });
  await page.getByRole('textbox', { name: 'Go to row' }).fill('301');
  await page.getByRole('textbox', { name: 'Go to row' }).press('Enter');
  await expect(wanted.getByRole('link')).toBeFocused();
  const place = await wanted.boundingBox();
  const more = [...Array.from({ length: 100 }, (_, index) => device(1000 + index)), ...many];
  await mockServiceResponse(service, 'devices', `${HEAD}500,"devices":[${more.join()}]}`);
  await clickRefresh(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('500 devices', { exact: true })).toBeVisible();
  await expect(wanted).toBeInViewport();
  expect((await wanted.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
});

test('with a connectivity filter, a refresh never shows an empty list', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices#is.connectivity=online');
  // no rows until list and connectivity are complete
  await expect(page.getByText(/^as of /)).toBeVisible();
  await expect(page.getByText(/^[1-9][\d,]* of 2,000 devices$/)).toBeVisible();
  await page.evaluate(() => {
    const seen = { fewest: Number.POSITIVE_INFINITY };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const rows = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') ?? 0);
      seen.fewest = Math.min(seen.fewest, rows);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await refreshDeviceList(page);
  expect(await page.evaluate('seen.fewest')).toBeGreaterThan(100);
});

test('filters by fields named like members of Object.prototype', { tag: '@long' }, async ({ page, service }) => {
  const odd = device(1).replace('{', '{"constructor":"acme","__proto__":"p",');
  await mockServiceResponse(service, 'devices', `${HEAD}2,"devices":[${device(0)},${odd}]}`);
  await openSignedIn(page, service);
  await createDevicesPageObject(page).filter.click();
  const panel = createDevicesPageObject(page).dialog('Filter');
  await panel.getByRole('button', { name: '__proto__', exact: true }).click();
  await expect(panel.getByRole('checkbox', { name: /^p/ })).not.toBeChecked();
  await panel.getByRole('button', { name: 'constructor', exact: true }).click();
  await panel.getByRole('checkbox', { name: /^acme/ }).check();
  await expect(page.getByRole('rowheader')).toHaveText(['d1']);
});

test('the cell menu filters by the displayed value, also when it has another type', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const odd = device(1).replace('"status":true', '"status":"on"').replace('"lastPairedAt":0', '"lastPairedAt":"soon"');
  await mockServiceResponse(service, 'devices', `${HEAD}3,"devices":[${device(0)},${odd},${device(2)}]}`);
  await openSignedIn(page, service);
  const condition = page.getByRole('menuitem', { name: /^Only / });
  await page.getByRole('gridcell', { name: 'soon', exact: true }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy value' })).toBeVisible();
  await expect(condition).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: 'on', exact: true }).click({ button: 'right' });
  await condition.click();
  await expect(page.getByRole('rowheader')).toHaveText([/d1$/]);
});

test('shows a chip for each filter of a field, and none after they are removed', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await mockServiceResponse(service, 'devices', `${HEAD}1,"devices":[${device(0)}]}`);
  await openSignedIn(page, service, '/devices#is.registeredAt=1700000000000&from.registeredAt=5');
  const chips = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Remove filter/ });
  await expect(chips).toHaveCount(2);
  await page.goto('/devices#is.productID=P');
  await expect(page.getByText('productID is P')).toBeVisible();
  await expect(chips).toHaveCount(1);
});
