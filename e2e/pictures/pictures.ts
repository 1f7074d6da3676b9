import { expect, type Page } from 'playwright/test';
import { comparePath } from '#paths/compare.ts';
import { type DatastoreLink, datastorePath } from '#paths/datastore.ts';
import { devicePath } from '#paths/device.ts';
import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';

type Picture = {
  /** File name in docs/pictures/, without `.webp`. */
  file: string;
  /** URL of the page; opened signed in except for the sign-in page. */
  path: string;
  state?: (page: Page) => Promise<void>;
  theme?: 'dark';
  phone?: true;
};

const DAY_MS = 86_400_000;
const DRONE = 'DRONE-01-01395';
const COMPARED = ['DRONE-01-01020', 'DRONE-01-01395', 'DRONE-01-00240', 'DRONE-01-01492'];

const silent = devicesPath({
  ...ALL_DEVICES,
  ranges: { lastPairedAt: { before: 30 * DAY_MS } },
  sort: [{ field: 'lastPairedAt', descending: false }],
  columns: ['deviceID', 'name', 'productID', 'connectivity', 'lastPairedAt', 'paired', 'admin'],
});

const LOGS: DatastoreLink = {
  collection: 'logs',
  documentID: '',
  pipeline: [
    { type: 'match', filter: { temperature: { $gt: 25 } } },
    { type: 'sort', specs: { time: -1 } },
  ],
  page: 1,
  view: 'table',
};
const LAST_DAY: DatastoreLink = {
  ...LOGS,
  pipeline: [{ type: 'match', filter: { time: { $gte: 1_767_182_400_000 } } }],
  view: 'chart',
  plot: ['temperature', 'voltage'],
};

const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible();

async function brush(page: Page): Promise<void> {
  await page
    .getByRole('slider', { name: /^Registered/ })
    .first()
    .press('End');
  for (let bars = 0; bars < 5; bars++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('link', { name: /^Show them/ })).toBeVisible();
}

async function keys(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await dialog(page, 'Keys');
}

async function guide(page: Page): Promise<void> {
  await keys(page);
  await page.getByRole('button', { name: 'What can I do here' }).click();
  await dialog(page, 'What can I do here');
}

async function palette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Page, device, action, collection, setting').fill('gate');
}

async function filter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'lastPairedAt was more than 30 days ago' }).click();
  await expect(page.getByRole('dialog').getByRole('slider')).toHaveCount(2);
}

async function inventory(page: Page): Promise<void> {
  await page.keyboard.press('i');
  await page
    .getByRole('textbox', { name: 'Your list' })
    .fill('DRONE-01-01020\nTRACKER-7-00695\nTRACKER-7-99999\nPUMP-X2-00693\nDRONE-01-01020\nmaya.okafor@example.com');
  await expect(page.getByRole('button', { name: /^Show the \d+ devices found/ })).toBeEnabled();
}

async function select(page: Page): Promise<void> {
  for (const id of COMPARED) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  }
  await page.getByRole('searchbox', { name: 'Search' }).fill('drone');
  await page.getByRole('button', { name: 'Export 4' }).click();
  await dialog(page, 'Export');
}

async function askOfDevice(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Field', exact: true }).fill('lastPairedAt');
  await page.getByRole('button', { name: 'Fetch' }).click();
  await page.getByRole('button', { name: 'Show documents' }).click();
  await page.getByRole('combobox', { name: 'Field of the chart' }).selectOption('temperature');
}

async function values(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Values of temperature$|^temperature: values$/ }).click();
  await expect(page.getByRole('list', { name: 'Most frequent values of temperature' })).toBeVisible();
}

async function json(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await expect(page.getByRole('textbox', { name: 'Pipeline as JSON' })).toBeVisible();
}

async function openDocument(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Documents' }).getByText('logs-0099').first().click();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Next document' })).toBeVisible();
}

export const PICTURES: readonly Picture[] = [
  { file: 'overview', path: '/', state: brush },
  { file: 'overview-dark', path: '/', state: brush, theme: 'dark' },
  { file: 'overview-phone', path: '/', phone: true },
  { file: 'devices', path: '/devices' },
  { file: 'devices-phone', path: '/devices', phone: true },
  { file: 'devices-filter', path: silent, state: filter },
  { file: 'devices-filter-dark', path: silent, state: filter, theme: 'dark' },
  { file: 'devices-inventory', path: '/devices', state: inventory },
  { file: 'devices-export', path: '/devices', state: select },
  { file: 'device', path: devicePath(DRONE), state: askOfDevice },
  { file: 'device-phone', path: devicePath(DRONE), phone: true },
  { file: 'compare', path: comparePath({ deviceIDs: COMPARED, different: false }) },
  { file: 'datastore', path: datastorePath(LOGS) },
  { file: 'datastore-values', path: datastorePath({ ...LOGS, pipeline: [] }), state: values },
  { file: 'datastore-json', path: datastorePath(LOGS), state: json, theme: 'dark' },
  { file: 'datastore-chart', path: datastorePath(LAST_DAY) },
  { file: 'datastore-chart-dark', path: datastorePath(LAST_DAY), theme: 'dark' },
  { file: 'datastore-document', path: datastorePath(LOGS), state: openDocument },
  { file: 'signin', path: '/login' },
  { file: 'connections', path: '/connections' },
  { file: 'palette', path: '/devices', state: palette },
  { file: 'sheet', path: '/devices', state: guide },
  { file: 'keys', path: '/devices', state: keys },
];
