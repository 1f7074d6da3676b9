import { expect, type Page } from 'playwright/test';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDatastoreUrl, type DatastoreUrlInput } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import { DASHBOARDS_PATH } from '#urls/routePaths.ts';

type Screenshot = {
  file: string;
  path: string;
  prepare?: (page: Page) => Promise<void>;
  theme?: 'dark';
  phone?: true;
};

const DAY_MS = 86_400_000;
const DRONE = 'DRONE-01-01395';
const COMPARED = ['DRONE-01-01020', 'DRONE-01-01395', 'DRONE-01-00240', 'DRONE-01-01492'];

const silentDevicesUrl = buildDevicesUrl({
  ...DEFAULT_DEVICES_STATE,
  ranges: { lastPairedAt: { before: 30 * DAY_MS } },
  sort: [{ field: 'lastPairedAt', descending: false }],
  columns: ['deviceID', 'name', 'productID', 'connectivity', 'lastPairedAt', 'paired', 'admin'],
});

const LOGS: DatastoreUrlInput = {
  collection: 'logs',
  documentID: '',
  pipeline: [
    { type: 'match', filter: { temperature: { $gt: 25 } } },
    { type: 'sort', specs: { time: -1 } },
  ],
  page: 1,
  view: 'table',
};
const LAST_DAY: DatastoreUrlInput = {
  ...LOGS,
  pipeline: [{ type: 'match', filter: { time: { $gte: 1_767_182_400_000 } } }],
  view: 'chart',
  plot: ['temperature', 'voltage'],
};

const expectDialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible();

async function brushChart(page: Page): Promise<void> {
  await page
    .getByRole('slider', { name: /^Registered/ })
    .first()
    .press('End');
  for (let bars = 0; bars < 5; bars++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('link', { name: /^Show them/ })).toBeVisible();
}

async function createMorning(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Morning/ }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('region', { name: 'Newest errors' }).getByRole('row')).toHaveCount(7);
}

async function openKeys(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await expectDialog(page, 'Keyboard shortcuts');
}

async function openGuide(page: Page): Promise<void> {
  await openKeys(page);
  await page.getByRole('button', { name: 'Guide to this page' }).click();
  await expectDialog(page, 'Guide to this page');
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Page, device, action, collection, setting').fill('gate');
}

async function openTimeFilter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'lastPairedAt was more than 30 days ago' }).click();
  await expect(page.getByRole('dialog').getByRole('slider')).toHaveCount(2);
}

async function openInventory(page: Page): Promise<void> {
  await page.keyboard.press('i');
  await page
    .getByRole('textbox', { name: 'Your list' })
    .fill('DRONE-01-01020\nTRACKER-7-00695\nTRACKER-7-99999\nPUMP-X2-00693\nDRONE-01-01020\nmaya.okafor@example.com');
  await expect(page.getByRole('button', { name: /^Show the \d+ devices found/ })).toBeEnabled();
}

async function selectForExport(page: Page): Promise<void> {
  for (const id of COMPARED) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  }
  await page.getByRole('searchbox', { name: 'Search' }).fill('drone');
  await page.getByRole('button', { name: 'Export 4' }).click();
  await expectDialog(page, 'Export');
}

async function fetchFieldAndDocuments(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Field', exact: true }).fill('lastPairedAt');
  await page.getByRole('button', { name: 'Fetch' }).click();
  await page.getByRole('button', { name: 'Show documents' }).click();
  await page.getByRole('combobox', { name: 'Chart field' }).selectOption('temperature');
}

async function openFieldValues(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Values of temperature$|^temperature: values$/ }).click();
  await expect(page.getByRole('list', { name: 'Most frequent values of temperature' })).toBeVisible();
}

async function openJsonEditor(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await expect(page.getByRole('textbox', { name: 'Pipeline as JSON' })).toBeVisible();
}

async function openDocument(page: Page): Promise<void> {
  await page
    .getByRole('grid', { name: 'Documents' })
    .getByText(/^logs-/)
    .nth(6)
    .click();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Next document' })).toBeVisible();
}

export const SCREENSHOT_SPECS: readonly Screenshot[] = [
  { file: 'overview', path: '/', prepare: brushChart },
  { file: 'overview-dark', path: '/', prepare: brushChart, theme: 'dark' },
  { file: 'overview-phone', path: '/', phone: true },
  { file: 'dashboard', path: DASHBOARDS_PATH, prepare: createMorning },
  { file: 'devices', path: '/devices' },
  { file: 'devices-phone', path: '/devices', phone: true },
  { file: 'devices-filter', path: silentDevicesUrl, prepare: openTimeFilter },
  { file: 'devices-filter-dark', path: silentDevicesUrl, prepare: openTimeFilter, theme: 'dark' },
  { file: 'devices-inventory', path: '/devices', prepare: openInventory },
  { file: 'devices-export', path: '/devices', prepare: selectForExport },
  { file: 'device', path: buildDeviceUrl(DRONE), prepare: fetchFieldAndDocuments },
  { file: 'device-phone', path: buildDeviceUrl(DRONE), phone: true },
  { file: 'compare', path: buildCompareUrl({ deviceIDs: COMPARED, different: false }) },
  { file: 'datastore', path: buildDatastoreUrl(LOGS) },
  { file: 'datastore-values', path: buildDatastoreUrl({ ...LOGS, pipeline: [] }), prepare: openFieldValues },
  { file: 'datastore-json', path: buildDatastoreUrl(LOGS), prepare: openJsonEditor, theme: 'dark' },
  { file: 'datastore-chart', path: buildDatastoreUrl(LAST_DAY) },
  { file: 'datastore-chart-dark', path: buildDatastoreUrl(LAST_DAY), theme: 'dark' },
  { file: 'datastore-document', path: buildDatastoreUrl(LOGS), prepare: openDocument },
  { file: 'signin', path: '/login' },
  { file: 'connections', path: '/connections' },
  { file: 'palette', path: '/devices', prepare: openPalette },
  { file: 'sheet', path: '/devices', prepare: openGuide },
  { file: 'keys', path: '/devices', prepare: openKeys },
];
