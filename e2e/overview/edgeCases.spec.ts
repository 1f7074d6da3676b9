import {
  expectDeviceListCount,
  getFleetNumbersRegion,
  getOverviewPane,
  openOverview,
  refreshAndAcceptShorterList,
} from '#e2e/helpers/devicePages.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList, mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';

test('reports a project without devices', async ({ page, service }) => {
  await openOverview(page, service);
  await mockDeviceList(service, []);
  await refreshAndAcceptShorterList(page);
  await expect(page.getByText('No devices are registered in this project')).toBeVisible();
  await page.getByRole('link', { name: 'Switch connection' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections');
  await page.goto('/devices');
  await expect(page.getByText('No devices are registered in this project')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('No devices are registered in this project')).toBeVisible();
  await service.calm();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(getFleetNumbersRegion(page)).toBeVisible();
});

test('the fleet equation adds up with malformed records', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  const devices = [
    createDeviceRecord('A'),
    createDeviceRecord('A', { paired: null }),
    createDeviceRecord('B', { paired: 'yes' }),
    createDeviceRecord(''),
  ];
  await mockDeviceList(service, devices);
  await refreshAndAcceptShorterList(page);
  const numbers = getFleetNumbersRegion(page);
  await expect(numbers.getByRole('link', { name: '4 registered' })).toBeVisible();
  await expect(numbers.getByRole('link', { name: /^2 neither .*paired nor unpaired$/ })).toBeVisible();
  const unknown = numbers.getByRole('link', { name: '1 unknown, paired' });
  await expect(unknown).toBeVisible();
  // hatched in the legend and in the bar
  for (const mark of [unknown.locator('i'), numbers.locator('[role=img] i[data-part$="unknown"]')]) {
    await expect(mark.first()).toHaveCSS('background-image', /repeating-linear-gradient/);
    await expect(mark.first()).toHaveCSS('border-top-style', 'solid');
  }
  await expect(getOverviewPane(page, 'Checks').getByRole('link', { name: 'Same ID more than once 2' })).toBeVisible();
});

test('the link for times in the future opens its devices', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  const times = [Date.UTC(2025, 5), Date.now() + 400 * 86_400_000, 1.7e18];
  const devices = times.map((registeredAt, index) => createDeviceRecord(`D${index}`, { registeredAt }));
  await mockDeviceList(service, devices);
  await refreshAndAcceptShorterList(page);
  await getOverviewPane(page, 'Registered').getByRole('link', { name: '1 in the future' }).click();
  await expectDeviceListCount(page, 1);
  await expect(page.getByRole('rowheader', { name: 'D1' })).toBeVisible();
});

test('shows hidden characters in names everywhere', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  const odd = createDeviceRecord('gnp\u202eexe', { productID: ' P\u200b', name: 'نص' });
  await mockDeviceList(service, [odd, createDeviceRecord('B')]);
  await refreshAndAcceptShorterList(page);
  const product = getOverviewPane(page, 'Products').getByRole('link', { name: '[U+0020]P[U+200B]', exact: true });
  await expect(product).toHaveText('U+0020PU+200B');
  await product.click();
  const chip = page.getByRole('button', { name: /^productID is/ });
  await expect(chip).toContainText('U+0020PU+200B');
  await expect(page.getByRole('checkbox', { name: 'Select gnp[U+202E]exe', exact: true })).toBeVisible();
  await chip.click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await expect(filter.getByRole('listitem').filter({ hasText: 'U+200B' })).toContainText('U+0020PU+200B');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('gnp');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toContainText('gnpU+202Eexe');
  await page.keyboard.press('Escape');
  await mockServiceResponse(service, 'device', {
    code: 'DEVICE-DETAILS-FETCHED',
    message: '',
    device: { ...odd, name: ' h\u202e1' },
  });
  await page.getByRole('link', { name: 'gnp' }).click();
  await expect(page).toHaveTitle('[U+0020]h[U+202E]1 · Fleetlens');
});

test('a failed list shows its error, and outdated data stays', { tag: '@long' }, async ({ page, service, context }) => {
  await openOverview(page, service);
  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' } as const;
  await service.fault(fault, { operation: 'devices' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Could not refresh the devices' })).toBeVisible();
  await expect(getFleetNumbersRegion(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Could not load the devices' })).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const path of ['/devices?type=registered', '/']) {
    await page.goto(path);
    const failed = page.getByRole('alert').filter({ hasText: 'Could not load the devices' });
    await expect(failed.getByRole('link', { name: 'Check the connection' })).toHaveAttribute('href', '/connections');
    await failed.getByRole('button', { name: 'curl' }).click();
    const body = path === '/' ? '{}' : '{"type":"registered"}';
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`--data-raw '${body}'`);
  }
  await service.calm();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(getFleetNumbersRegion(page)).toBeVisible();
});

test('shows the other numbers when connectivity fails', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' } as const;
  // the list itself loads
  await service.fault({ kind: 'latency', ms: 0 }, { operation: 'devices', times: 1 });
  await service.fault(fault, { operation: 'devices' });
  await page.reload();
  await expect(getFleetNumbersRegion(page).getByText('Could not load connectivity: Not for you.')).toBeVisible();
  await expect(getFleetNumbersRegion(page).getByRole('link', { name: /online/ })).toHaveCount(0);
  await expect(getOverviewPane(page, 'Checks').getByText('Unpaired yet online unknown')).toBeVisible();
  await service.calm();
  await getFleetNumbersRegion(page).getByRole('button', { name: 'Try again' }).click();
  await expect(getFleetNumbersRegion(page).getByRole('link', { name: /\bonline/ })).not.toHaveCount(0);
});

test('summarizes an incomplete list as received', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  await service.fault({ kind: 'reset', afterBytes: 200_000 }, { operation: 'devices' });
  await page.reload();
  await expect(page.getByText(/The list is incomplete: [\d,]+ of 2,000 records were received\./)).toBeVisible();
  await expect(getFleetNumbersRegion(page).getByRole('link', { name: /^[\d,]+ came$/ })).toBeVisible();
  await expect(getOverviewPane(page, 'Checks').getByText(/ of \d+ to review/)).toBeVisible();
});

test('the next page takes over a loading list', { tag: '@long' }, async ({ page, service }) => {
  const to = (name: string) =>
    page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name }).click();
  const reloadSlowly = async () => {
    await service.fault({ kind: 'trickle', bytes: 100_000, ms: 1500 }, { operation: 'devices', times: 1 });
    await page.reload();
    await expect(getFleetNumbersRegion(page).getByRole('link', { name: /^[\d,]+ came$/ })).toBeVisible();
  };
  await openOverview(page, service);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/devices/get') && asked.push(request.postData() ?? ''));
  await reloadSlowly();
  await to('Devices');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByText(/\d of 2,000 devices/)).toBeVisible();
  expect(asked).toEqual(['{}']);
  // after a longer absence the request was aborted and is sent again
  const ended = page.waitForEvent('requestfailed');
  await to('Datastore');
  await ended;
  await to('Devices');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();

  await to('Overview');
  await reloadSlowly();
  await expect(page.getByText(/\d of 2,000 devices/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Loading was canceled.')).toBeVisible();
  await expect(getFleetNumbersRegion(page).getByRole('link', { name: /^[\d,]+ came$/ })).toBeVisible();
});
