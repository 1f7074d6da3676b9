import type { Page } from 'playwright/test';
import { OPERATIONS } from '#contract/operations.ts';
import { buildDocumentsUrl, readClipboard } from '#e2e/helpers/datastorePage.ts';
import { expectDeviceListCount } from '#e2e/helpers/devicePages.ts';
import { expect, FAULT_SENTENCES, FAULTS, openSignedIn, type Service, signIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList, recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu, setHostConfig } from '#e2e/helpers/page.ts';
import { createDashboardPageObject } from '#e2e/testing/pageObjects.ts';

const PAIRED = { title: 'Paired', link: '/devices?type=paired', show: 'number' };

async function openDashboard(page: Page, service: Service, tiles: readonly object[]): Promise<void> {
  await openSignedIn(page, service, '/dashboards');
  await importDashboard(
    page,
    JSON.stringify({ fleetlens: 'dashboard', version: 1, name: 'Test', refresh: 3600, tiles }),
  );
  await expect(page.getByRole('button', { name: 'Dashboard: Test' })).toBeVisible();
}

const importDashboard = (page: Page, text: string) =>
  createDashboardPageObject(page).import({
    name: 'dashboard.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });

const getTile = (page: Page, title: string) => createDashboardPageObject(page).tile(title);
const serveDeviceList = (service: Service, ids: readonly string[]) =>
  mockDeviceList(
    service,
    ids.map((id) => createDeviceRecord(id)),
  );

/** Records the titles of the notifications, also over reloads. */
async function recordNotifications(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    class RecordedNotification extends EventTarget {
      static permission = 'granted';
      constructor(title: string) {
        super();
        const shown = JSON.parse(sessionStorage.getItem('shown') ?? '[]');
        sessionStorage.setItem('shown', JSON.stringify([...shown, title]));
      }
    }
    Reflect.set(window, 'Notification', RecordedNotification);
  });
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('shown') ?? '[]'));
}

const getTileTitles = (page: Page) => createDashboardPageObject(page).titles.allTextContents();

test('the example shows numbers of the fleet, and each tile opens its page', async ({ page, service }) => {
  await setHostConfig(page, service, { deviceDocuments: undefined });
  await openSignedIn(page, service, '/dashboards');
  const requests = recordRequestBodies(page, OPERATIONS.devices.path);
  await page.getByRole('button', { name: 'Create the example “Morning”' }).click();
  const online = getTile(page, 'Online by product').getByRole('listitem').nth(1);
  await expect(online).toBeVisible();
  await expect(getTile(page, 'Newest devices').getByRole('row')).toHaveCount(7);
  await expect(page.getByText(/5 tiles · 4 requests a refresh/)).toBeVisible();
  // offline and paired, paired, online, all
  expect(requests).toHaveLength(4);
  const count = Number(await online.locator('span').nth(-2).innerText());
  await online.getByRole('link').click();
  await expectDeviceListCount(page, count);
  await page.goBack();
  const figure = await createDashboardPageObject(page).number('Paired, offline').innerText();
  await getTile(page, 'Paired, offline').getByRole('link', { name: 'Paired, offline' }).click();
  await expectDeviceListCount(page, Number(figure.replace(',', '')));
});

test('the example of a fleet with documents shows who is silent, and errors', async ({ page, service }) => {
  await openSignedIn(page, service, '/dashboards');
  await expect(page.getByText('Documents of logs whose level is error, compared with yesterday.')).toBeVisible();
  await page.getByRole('button', { name: 'Create the example “Morning”' }).click();
  const errors = createDashboardPageObject(page).number('Errors');
  await expect(errors).toBeVisible();
  await expect(createDashboardPageObject(page).rows('Newest errors')).toHaveCount(6);
  const silent = await createDashboardPageObject(page).number('Online but silent for 24 h').innerText();
  await getTile(page, 'Online but silent for 24 h').getByRole('link').click();
  await expectDeviceListCount(page, Number(silent.replace(',', '')));
});

test('a link opens a dashboard elsewhere, read-only until it is kept', async ({ page, service, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page, service, [PAIRED]);
  await createDashboardPageObject(page).chooseForAll('Copy link');
  await expect(page.getByText('Copied link')).toBeVisible();
  const link = await readClipboard(page);
  await createDashboardPageObject(page).chooseForAll('Delete this dashboard');
  await expect(page.getByText('No dashboard yet')).toBeVisible();
  await page.goto(link);
  await page.reload();
  await expect(getTile(page, 'Paired')).toContainText('devices');
  await expect(page.getByText('opened from a link and not kept')).toBeVisible();
  await expect(page.getByRole('button', { name: 'More of Paired' })).toBeHidden();
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await expect(page).not.toHaveURL(/file=/);
  await createDashboardPageObject(page).choose('Paired', 'Remove');
  await expect(page.getByText('This dashboard has no tiles')).toBeVisible();
  await page.goto(`${link.split('#')[0]}#file=%7B%22fleetlens%22%3A%22dashboard%22%2C%22version%22%3A9%7D`);
  await expect(page.getByText('This dashboard needs a newer version of Fleetlens')).toBeVisible();
});

test('dashboards of the host can be opened and copied by all users', async ({ page, service }) => {
  const shared = { fleetlens: 'dashboard', version: 1, name: 'Night shift', tiles: [PAIRED] };
  await setHostConfig(page, service, { dashboards: [shared] });
  await openSignedIn(page, service, '/devices');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('night');
  await page.getByRole('option', { name: 'Open dashboard Night shift' }).click();
  await expect(getTile(page, 'Paired')).toContainText('devices');
  await expect(page.getByText('1 tile, provided by the host')).toBeVisible();
  // a limit applies to a number that another dashboard has read
  const limited = {
    ...shared,
    name: 'Limited',
    tiles: [
      { ...PAIRED, limit: { over: 1 } },
      { ...PAIRED, of: '/devices' },
    ],
  };
  await page.evaluate((file) => {
    // without loading the page again
    history.pushState({}, '', `/dashboards#file=${encodeURIComponent(file)}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, JSON.stringify(limited));
  await expect(getTile(page, 'Paired').first()).toContainText('over 1');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await createDashboardPageObject(page).choose('Paired', 'whole');
  await page.getByRole('button', { name: 'Dashboard: Night shift' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Night shift' })).toHaveCount(2);
});

test('saves a whole dashboard as a light image', { tag: '@firefox' }, async ({ page, service }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const tiles = Array.from({ length: 24 }, (_, at) => ({ ...PAIRED, title: `Tile ${at}`, size: 'whole' }));
  // no image may contain such a character
  await openDashboard(page, service, [...tiles, { ...PAIRED, title: '\u0001' }]);
  await expect(getTile(page, 'Tile 0')).toContainText('devices');
  const download = page.waitForEvent('download');
  await createDashboardPageObject(page).chooseForAll('Save as an image');
  const stream = await (await download).createReadStream();
  const image = Buffer.concat(await stream.toArray()).toString('base64');
  const { width, height, light } = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    let sum = 0;
    for (let at = 0; at < pixels.length; at += 4) sum += pixels[at] ?? 0;
    return { width: bitmap.width, height: bitmap.height, light: (sum * 4) / pixels.length };
  }, image);
  // all tiles, not only those on screen
  expect(height).toBeGreaterThan(24 * 128 * 2);
  expect(width).toBeGreaterThan(1000);
  expect(light).toBeGreaterThan(230);
  expect(light).toBeLessThan(254.5);
});

test('prints in light colours, with a heading and without controls', async ({ page, service }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openDashboard(page, service, [PAIRED]);
  await expect(getTile(page, 'Paired')).toContainText('devices');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByText(/^Test · as of \d{4}-.* · This service$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'More of Paired' })).toBeHidden();
});

test('pins groups as bars, edits, moves and removes tiles, and undoes', async ({ page, service }) => {
  const group = { type: 'group', condition: { deviceID: '$deviceID' }, fields: { count: { $count: {} } } };
  const range = { type: 'range', time: { field: 'time', unit: 'ms', zone: 'utc', last: '9999 d' } };
  await openSignedIn(page, service, buildDocumentsUrl({ pipeline: [range, group], view: 'chart', draw: ['before'] }));
  const pin = async (title: string) => {
    await chooseFromMenu(page, 'More query actions', 'Pin to a dashboard…');
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
  };
  await pin('Logs');
  await expect(page.getByText('Pinned to My dashboard. The tile does not show the period before.')).toBeVisible();
  // the same query again replaces its tile
  await pin('Most logs');
  await expect(page.getByText('Replaced “Logs” on My dashboard.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(getTile(page, 'Logs')).toHaveCount(0);
  const bars = getTile(page, 'Most logs').getByRole('listitem');
  await expect(bars).toHaveCount(11);
  // there are more devices than groups on a page
  await expect(bars.last()).toHaveText('more');
  // the range ends at the time of each reading
  await expect(getTile(page, 'Most logs').getByRole('link').first()).toHaveAttribute('href', /9999\+d/);
  // a second tile, by its link; a link that cannot be read is named
  await createDashboardPageObject(page).chooseForAll('Add a tile…');
  await page.getByLabel('Link').fill('/devices?type=broken');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Unreadable: type.')).toBeVisible();
  // as in the address bar
  await page.getByLabel('Link').fill(new URL('/devices?type=paired', page.url()).href);
  await page.getByLabel('Title').fill('Paired');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(getTile(page, 'Paired')).toContainText('devices');
  await createDashboardPageObject(page).choose('Paired', 'Edit…');
  await page.getByLabel('Share of').fill('/devices');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(getTile(page, 'Paired')).toContainText('%');
  await createDashboardPageObject(page).choose('Paired', 'Move back');
  await expect.poll(() => getTileTitles(page)).toEqual(['Paired', 'Most logs']);
  await page.reload();
  await expect.poll(() => getTileTitles(page)).toEqual(['Paired', 'Most logs']);
  await createDashboardPageObject(page).choose('Most logs', 'Remove');
  await expect.poll(() => getTileTitles(page)).toEqual(['Paired']);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => getTileTitles(page)).toEqual(['Paired', 'Most logs']);
});

test('marks a tile over its limit, and keeps the last values when the service fails', async ({ page, service }) => {
  const damaged = { title: 'Damaged', link: '/devices?type=broken', show: 'number' };
  await openDashboard(page, service, [
    PAIRED,
    damaged,
    { title: 'Field', link: '/devices/none?path=a', show: 'number' },
  ]);
  const paired = getTile(page, 'Paired');
  await expect(paired).toContainText('devices');
  await expect(getTile(page, 'Damaged')).toContainText('Unreadable: type.');
  await expect(getTile(page, 'Field')).toContainText('not registered');
  await createDashboardPageObject(page).choose('Paired', 'Limit…');
  await page.getByRole('textbox', { name: 'Limit' }).fill('1,000');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(paired).toContainText('over 1,000');
  await expect(page.getByText('3 tiles, 1 over its limit')).toBeVisible();
  const before = await paired.getByRole('paragraph').first().innerText();
  await service.fault(FAULTS.forbidden, { operation: 'devices' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(paired).toContainText(FAULT_SENTENCES.forbidden);
  await expect(paired).toContainText('Shown is the value of');
  await expect(paired.getByRole('paragraph').first()).toHaveText(before);
  await service.calm();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(paired).not.toContainText('Shown is the value of');
  await service.fault(FAULTS.unauthorized);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('keeps a value while the service or the browser fails', { tag: '@long' }, async ({ page, service, context }) => {
  // without storage, numbers are compared until the page is closed
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  });
  await openDashboard(page, service, [{ ...PAIRED, compare: 'yesterday' }]);
  const paired = getTile(page, 'Paired');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect(paired).toContainText('devices');
  await expect(page.getByText('This browser stores no history.')).toBeVisible();
  const before = await paired.getByRole('paragraph').first().innerText();
  for (const fault of ['truncated', 'empty', 'proxyPage', 'forbidden'] as const) {
    await service.fault(FAULTS[fault], { operation: 'devices' });
    await refresh.click();
    await expect(paired).toContainText(FAULT_SENTENCES[fault]);
    await expect(paired).toContainText(/Shown is the value of \d\d:\d\d:\d\d\./);
    await expect(paired.getByRole('paragraph').first()).toHaveText(before);
    await service.calm();
    await refresh.click();
    await expect(paired).not.toContainText('Shown is the value of');
  }
  await context.setOffline(true);
  await refresh.click();
  await expect(paired).toContainText('Cannot reach');
  await expect(paired.getByRole('paragraph').first()).toHaveText(before);
  await context.setOffline(false);
  await refresh.click();
  await expect(paired).not.toContainText('Shown is the value of');
});

test('draws the chart of a link as its page does', async ({ page, service }) => {
  const link = buildDocumentsUrl({ view: 'chart', plot: ['temperature'], over: 'time' });
  await openSignedIn(page, service, link);
  const summary = page.getByRole('region', { name: 'Results' }).getByText(/^temperature: min /);
  await expect(page.getByText(/^20,000 documents/)).toBeVisible();
  const expected = await summary.textContent();
  await chooseFromMenu(page, 'More query actions', 'Pin to a dashboard…');
  await page.getByLabel('Title').fill('Temperature');
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(getTile(page, 'Temperature').getByText(/^temperature: min /)).toHaveText(expected ?? '');
  await expect(getTile(page, 'Temperature').locator('svg path').first()).toBeAttached();
});

test('draws the bars of a link, also those of several series', async ({ page, service }) => {
  const createTile = (title: string, condition: object) => {
    const day = { $dateTrunc: { date: '$time', unit: 'day' } };
    const pipeline = [{ type: 'group', condition: { day, ...condition }, fields: { n: { $count: {} } } }];
    return { title, show: 'chart', link: buildDocumentsUrl({ view: 'chart', draw: ['bars'], pipeline }) };
  };
  await openDashboard(page, service, [createTile('Days', {}), createTile('Levels', { level: '$level' })]);
  await expect(getTile(page, 'Days').locator('svg rect[fill-opacity]').nth(1)).toBeAttached();
  await expect(getTile(page, 'Levels').locator('svg rect[fill-opacity]:not([fill-opacity="1"])').nth(1)).toBeAttached();
});

test('names the error in an imported file, and keeps what a newer version wrote', async ({ page, service }) => {
  await openSignedIn(page, service, '/dashboards');
  await importDashboard(
    page,
    JSON.stringify({ fleetlens: 'dashboard', version: 1, name: 'X', tiles: [{ ...PAIRED, top: 50 }] }),
  );
  await expect(page.getByText('tiles[0].top: expected a whole number from 1 to 20.')).toBeVisible();
  const map = { title: 'Map', show: 'map', zoom: 3 };
  const file = { fleetlens: 'dashboard', version: 1, name: 'Newer', owner: 'QA', tiles: [PAIRED, map] };
  await importDashboard(page, JSON.stringify(file));
  await expect(getTile(page, 'Map')).toContainText('requires a newer version of Fleetlens');
  await createDashboardPageObject(page).choose('Paired', 'whole');
  const download = page.waitForEvent('download');
  await createDashboardPageObject(page).chooseForAll('Export as a file');
  const stream = await (await download).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(JSON.parse(text)).toEqual({ ...file, tiles: [{ ...PAIRED, size: 'whole' }, map] });
});

test('compares with yesterday after a reload, until the history is forgotten', async ({ page, service }) => {
  const start = new Date('2026-03-10T12:04:00Z');
  await page.clock.setFixedTime(start);
  await mockDeviceList(
    service,
    ['A', 'B', 'C'].map((id) => createDeviceRecord(id)),
  );
  await openDashboard(page, service, [{ ...PAIRED, compare: 'yesterday' }]);
  const paired = getTile(page, 'Paired');
  await expect(paired).toContainText('No number of yesterday yet. Counted in this browser since 2026-03-10 12:04.');
  // a clock that is wrong for a while removes nothing
  await page.clock.setFixedTime(start.getTime() - 10 * 86_400_000);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(paired).toContainText('Counted in this browser since 2026-02-28 12:04.');
  await page.clock.setFixedTime(start.getTime() + 86_400_000 + 60_000);
  await mockDeviceList(
    service,
    ['A', 'B', 'C', 'D', 'E'].map((id) => createDeviceRecord(id)),
  );
  // the session has ended meanwhile
  await signIn(page, service, '/dashboards');
  await expect(paired).toContainText('5 devices');
  await expect(paired).toContainText('yesterday 12:04: 3 (+2)');
  await createDashboardPageObject(page).chooseForAll('Forget the history of all tiles');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(paired).toContainText('No number of yesterday yet. Counted in this browser since 2026-03-11 12:05.');
});

test('tabs share the history of a tile, and forget it together', async ({ page, service, context }) => {
  const start = new Date('2026-03-10T12:04:00Z');
  await page.clock.setFixedTime(start);
  await serveDeviceList(service, ['A', 'B', 'C']);
  await openDashboard(page, service, [{ ...PAIRED, compare: 'yesterday' }]);
  const other = await context.newPage();
  await other.goto(page.url());
  const tabs = [page, other];
  const expectInTabs = async (text: string) => {
    for (const tab of tabs) await expect(getTile(tab, 'Paired')).toContainText(text);
  };
  await expectInTabs('Counted in this browser since 2026-03-10 12:04.');
  // both tabs read the changed tile
  await createDashboardPageObject(page).choose('Paired', 'Edit…');
  await page.getByLabel('Share of').fill('/devices');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectInTabs('100.0 %');
  for (const tab of tabs) await tab.getByRole('button', { name: 'Refresh' }).click();
  await expectInTabs('100.0 %');
  await expect.poll(() => countHistories(page)).toBe(2);

  await page.clock.setFixedTime(start.getTime() + 300_000);
  await createDashboardPageObject(other).chooseForAll('Forget the history of all tiles');
  await expect(getTile(other, 'Paired')).toContainText('Counted in this browser since 2026-03-10 12:09.');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expectInTabs('Counted in this browser since 2026-03-10 12:09.');
  await expect.poll(() => countHistories(page)).toBe(1);
});

/** Counts the tiles whose numbers are stored in the browser. */
function countHistories(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('fleetlens');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('series').objectStore('series').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}

test('counts a crossing on every page, and notifies once, until it is acknowledged', async ({ page, service }) => {
  const getNotifications = await recordNotifications(page);
  const serveDevices = (...ids: string[]) => serveDeviceList(service, ids);
  await serveDevices('A', 'B', 'C');
  await openDashboard(page, service, [{ ...PAIRED, limit: { over: 2, notify: true } }]);
  const link = page.getByRole('link', { name: /^Dashboard/ });
  await expect(link).toHaveAccessibleName('Dashboard 1 over their limits');
  await expect(page).toHaveTitle('(1) Dashboard · Fleetlens');
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await expect(page).toHaveTitle(/^\(1\) Devices/);
  // known after a reload, without a second notification
  await page.reload();
  await expect(link).toHaveAccessibleName('Dashboard 1 over their limits');
  expect(await getNotifications()).toEqual(['Paired']);
  await link.click();
  await createDashboardPageObject(page).chooseForAll('Crossings of limits…');
  await page.getByRole('button', { name: 'Acknowledge Paired' }).click();
  await expect(page.getByText('acknowledged')).toBeVisible();
  await expect(page).toHaveTitle('Dashboard · Fleetlens');
  await page.keyboard.press('Escape');
  // a new crossing counts again
  await serveDevices('A');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(getTile(page, 'Paired')).toContainText('1 device');
  await serveDevices('A', 'B', 'C');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(link).toHaveAccessibleName('Dashboard 1 over their limits');
  expect(await getNotifications()).toEqual(['Paired', 'Paired']);
});

test('a removed tile or dashboard is not over its limit until it is restored', async ({ page, service }) => {
  await serveDeviceList(service, ['A', 'B', 'C']);
  await openDashboard(page, service, [
    { ...PAIRED, limit: { over: 2 } },
    { ...PAIRED, title: 'All', link: '/devices' },
  ]);
  const link = page.getByRole('link', { name: /^Dashboard/ });
  await expect(link).toHaveAccessibleName('Dashboard 1 over their limits');
  await createDashboardPageObject(page).choose('Paired', 'Remove');
  await expect(link).toHaveAccessibleName('Dashboard');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(link).toHaveAccessibleName('Dashboard 1 over their limits');
  // the dashboard was added by the change before
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No dashboard yet')).toBeVisible();
  await expect(page.getByText('not in this browser')).toBeHidden();
  await expect(link).toHaveAccessibleName('Dashboard');
});

test('a stopped refresh is not repeated before the next one is due', async ({ page, service }) => {
  const logs = { title: 'Logs', link: '/datastore?collection=logs', show: 'number' };
  await openSignedIn(page, service, '/dashboards');
  await service.fault(FAULTS.unanswered, { operation: 'devices' });
  const requests = recordRequestBodies(page, OPERATIONS.devices.path);
  const file = { fleetlens: 'dashboard', version: 1, name: 'Test', refresh: 10, tiles: [logs, PAIRED] };
  await importDashboard(page, JSON.stringify(file));
  await expect(getTile(page, 'Logs')).toContainText('documents');
  const stop = page.getByRole('button', { name: 'Stop refreshing' });
  await stop.click();
  await expect(getTile(page, 'Paired')).toContainText('The refresh was stopped.');
  expect(requests).toHaveLength(1);
  await expect(stop).toBeVisible();
  expect(requests).toHaveLength(2);
});

test('code that does not load fails the tiles that need it', async ({ page, service }) => {
  await page.route(/readFleet/, (route) => route.abort());
  await openDashboard(page, service, [PAIRED]);
  await expect(getTile(page, 'Paired')).toContainText('This tile cannot be read');
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
});

test('a tile is edited although another tab removes the one before it', async ({ page, service, context }) => {
  await openDashboard(page, service, [PAIRED, { ...PAIRED, title: 'All', link: '/devices' }]);
  const other = await context.newPage();
  await other.goto(page.url());
  await createDashboardPageObject(page).choose('All', 'Edit…');
  await createDashboardPageObject(other).choose('Paired', 'Remove');
  await expect(getTile(page, 'Paired')).toBeHidden();
  await page.getByLabel('Title').fill('Every device');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(createDashboardPageObject(page).titles).toHaveText(['Every device']);
});

test('reports each of 30 crossings of a day once, also over reloads', { tag: '@long' }, async ({ page, service }) => {
  test.slow();
  const getNotifications = await recordNotifications(page);
  const tile = { ...PAIRED, compare: 'yesterday', limit: { over: 2, notify: true } };
  const file = { fleetlens: 'dashboard', version: 1, name: 'Day', refresh: 600, tiles: [tile] };
  const paired = getTile(page, 'Paired');
  await page.clock.install({ time: new Date('2026-03-10T00:00:00Z') });
  await serveDeviceList(service, ['A']);
  await openSignedIn(page, service, '/dashboards');
  await importDashboard(page, JSON.stringify(file));
  await expect(paired).toContainText('1 device');
  for (let crossing = 1; crossing <= 30; crossing++) {
    // 48 minutes each: over the limit for half of them
    for (const ids of [['A', 'B', 'C'], ['A', 'B', 'C', 'D'], ['A', 'B'], ['A']]) {
      await serveDeviceList(service, ids);
      await page.keyboard.press('Shift');
      await page.clock.fastForward(12 * 60_000);
      await expect(paired).toContainText(`${ids.length} device`);
      await expect.poll(getNotifications).toHaveLength(crossing);
    }
    // sessions end after 8 hours
    if (crossing % 9 === 0) await page.getByRole('button', { name: 'Sign out' }).click();
    if (crossing % 9 === 0) await signIn(page, service, '/dashboards');
    if (crossing % 5 === 0) await page.reload();
    await expect(paired).toContainText('1 device');
  }
  await createDashboardPageObject(page).chooseForAll('Crossings of limits…');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(30);
  const [points] = await page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const counting = database.transaction('points').objectStore('points').count();
    return new Promise<number[]>((resolve) => {
      counting.onsuccess = () => resolve([counting.result]);
    });
  });
  expect(points).toBeGreaterThan(100);
  expect(points).toBeLessThanOrEqual(1440);
});

test('the keyboard moves a tile, announced', { tag: '@long' }, async ({ page, service }) => {
  await openDashboard(page, service, [PAIRED, { ...PAIRED, title: 'All', link: '/devices' }]);
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Move All' }).press('Space');
  const spoken = page.locator('#announcements');
  await expect(spoken).toContainText('All picked up, position 2 of 2');
  // the position measurement has no visible sign, and a key before it has no effect
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(spoken).toContainText('All over position 1 of 2', { timeout: 5000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect.poll(() => getTileTitles(page)).toEqual(['All', 'Paired']);
});
