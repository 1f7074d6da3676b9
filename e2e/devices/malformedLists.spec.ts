import { refreshDeviceList } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { createDevicesPageObject } from '#e2e/testing/pageObjects.ts';

const HEAD = '{"code":"DEVICES-LIST-FETCHED","message":"","nDevices":';

function device(index: number): string {
  return `{"deviceID":"d${index}","productID":"P","name":"Device ${index}","status":true,"admin":"a@example.com","registeredAt":1700000000000,"lastPairedAt":0,"paired":true}`;
}

test('reports a list of another length, and shows its devices', { tag: '@long' }, async ({ page, service }) => {
  const cut = `${device(0)},${device(1)},{"devic`;
  for (const [count, devices, message] of [
    [5, `${device(0)},${device(1)}]}`, 'The service reports nDevices 5, but its list has 2 entries.'],
    [3, cut, 'The list is incomplete: 2 of 3 records were received.'],
    [1, cut, 'The list is incomplete: 2 records, 1 more than reported, were received.'],
  ] as const) {
    await mockServiceResponse(service, 'devices', `${HEAD}${count},"devices":[${devices}`);
    await openSignedIn(page, service, '/devices?type=paired');
    await expect(page.getByRole('rowheader')).toHaveText(['d0', 'd1']);
    await expect(page.getByText(message)).toBeVisible();
  }
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

test('the cell menu filters by a displayed value of another type', { tag: '@long' }, async ({ page, service }) => {
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

test('shows a chip for each filter of a field', { tag: '@long' }, async ({ page, service }) => {
  await mockServiceResponse(service, 'devices', `${HEAD}1,"devices":[${device(0)}]}`);
  await openSignedIn(page, service, '/devices#is.registeredAt=1700000000000&from.registeredAt=5');
  const chips = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Remove filter/ });
  await expect(chips).toHaveCount(2);
  await page.goto('/devices#is.productID=P');
  await expect(page.getByText('productID is P')).toBeVisible();
  await expect(chips).toHaveCount(1);
});

test('sorts the rows of a large list that is damaged', { tag: '@long' }, async ({ page, service }) => {
  const count = 20_000;
  const records = Array.from({ length: count }, (_, index) =>
    device(index).replace('1700000000000', String(1_700_000_000_000 - index)),
  );
  // much of the body follows the damage
  await mockServiceResponse(service, 'devices', `${HEAD}${count},"devices":[${records.join(',')},?${records}]}`);
  await openSignedIn(page, service, '/devices?type=paired');
  await expect(page.getByText(`${count.toLocaleString('en')} devices, incomplete`)).toBeVisible();
  const { sortBy, firstRow } = createDevicesPageObject(page);
  for (const [field, first] of [
    ['name', 'd0'],
    ['registeredAt', `d${count - 1}`],
    ['lastPairedAt', 'd0'],
    ['registeredAt', `d${count - 1}`],
  ] as const) {
    await sortBy(field);
    await expect(page.getByRole('columnheader', { name: new RegExp(`^${field}`) })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(firstRow.getByRole('rowheader')).toHaveText(first);
  }
});

test('a list of malformed entries only is not called empty', async ({ page, service }) => {
  await mockServiceResponse(service, 'devices', `${HEAD}2,"devices":[1,null]}`);
  await openSignedIn(page, service, '/devices');
  await expect(page.getByText('2 list entries are not records and were skipped')).toBeVisible();
  await expect(page.getByText('The service returned no records')).toBeVisible();
  await expect(page.getByText('The service returned an empty list')).toHaveCount(0);
});
