import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { clickRefresh } from '#e2e/helpers/deviceList.ts';
import { expectActions } from '#e2e/helpers/expectActions.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { createDeviceRecord, mockDeviceList, SAMPLE_DEVICES } from '#e2e/helpers/sampleDevices.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('devices', () => {
  test.beforeEach(async ({ service }) => mockDeviceList(service));

  test('overview', async ({ page, service }) => {
    await openSignedIn(page, service, '/');
    await expectActions(page.getByRole('region', { name: 'The fleet in numbers' }), {
      link: [
        ...['3 registered', /2 paired .+ %/, '2 online, paired', '0 offline, paired'],
        ...[/1 unpaired .+ %/, '0 offline, unpaired', '1 online, unpaired', '3 online', '0 offline'],
      ],
    });
    await expectActions(page.getByRole('region', { name: 'Products', exact: true }), {
      combobox: ['Order of the products'],
      link: ['PUMP', 'CAM'],
    });
  });

  test('list, filters and selection', async ({ page, service }) => {
    await openSignedIn(page, service, '/devices?desc=name');
    await expectActions(page.getByRole('group', { name: 'Devices shown' }), {
      combobox: ['Type', 'Connectivity', 'Product starts with'],
      searchbox: ['Search'],
      button: ['Filter', 'Export', /Columns.*/],
    });
    await expectActions(page.getByRole('grid', { name: 'Devices' }), {
      checkbox: ['Select all rows', 'Select A', 'Select B', 'Select C'],
      button: [
        'deviceID',
        'name',
        'productID',
        'connectivity',
        'paired',
        'status',
        'admin',
        'registeredAt',
        'lastPairedAt',
      ],
      link: ['A', 'B', 'C'],
    });
    for (const id of ['A', 'B']) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
    const bar = page.getByRole('group', { name: 'Selection' });
    const always = ['Compare 2', 'Copy IDs', 'Export 2', 'Clear the selection'];
    await expectActions(bar, { searchbox: ['Search'], button: [...always, 'Copy 2', 'Show only these', 'Invert'] });
    // a narrower bar moves actions into a menu
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectActions(bar, { searchbox: ['Search'], button: [...always, 'More selection actions'] });
  });

  test('list without matching devices', async ({ page, service }) => {
    await openSignedIn(page, service, '/devices#search=valve&is.paired=true');
    await expectActions(page.getByText('No devices match all 2 filters').locator('..'), {
      button: ['Remove: the search “valve”', 'Remove: paired is paired', 'Show all loaded devices'],
    });
    await expectActions(page.getByRole('group', { name: 'Filters' }), {
      button: ['paired is paired', 'Remove filter paired', 'Clear all'],
    });
  });

  test('value filter and time filter', async ({ page, service }) => {
    await openSignedIn(page, service, '/devices#is.paired=true');
    await page.getByRole('button', { name: /^paired is/ }).click();
    const filter = page.getByRole('dialog', { name: 'Filter' });
    const fields = ['productID', 'connectivity', 'paired', 'status', 'admin', 'registeredAt', 'lastPairedAt', 'name'];
    await expectActions(filter, {
      combobox: ['Add a filter'],
      button: [...fields, 'deviceID', 'Clear paired'],
      checkbox: ['paired 2', 'unpaired 1'],
    });
    await filter.getByRole('button', { name: 'registeredAt' }).click();
    await expectActions(filter, {
      slider: ['registeredAt from', 'registeredAt to'],
      textbox: ['registeredAt from', 'to (inclusive)'],
      combobox: ['When', 'Devices with “never”'],
    });
  });

  test('changes after a refresh', async ({ page, service }) => {
    await openSignedIn(page, service, '/devices');
    await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(3);
    await mockDeviceList(service, [createDeviceRecord('A', { admin: 'bob@example.com' }), createDeviceRecord('D')]);
    await clickRefresh(page);
    await page.getByRole('button', { name: 'Show changes' }).click();
    await expectActions(page.getByRole('dialog', { name: '4 changed' }), {
      button: ['Close', 'Apply'],
      link: ['A', 'D'],
      combobox: ['Changes shown'],
    });
  });

  test('export', async ({ page, service }) => {
    await openSignedIn(page, service, '/devices?column=deviceID&column=name');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expectActions(page.getByRole('dialog', { name: 'Export' }), {
      radio: ['CSV', 'JSON', 'NDJSON'],
      checkbox: ['for Excel', 'as a second file'],
      combobox: ['Times'],
      textbox: ['File name'],
      button: ['Export 3 rows', 'Cancel'],
    });
  });

  test('inventory reconciliation result', async ({ page, service }) => {
    await openSignedIn(page, service, '/devices#is.productID=PUMP');
    await page.getByRole('button', { name: 'More list actions' }).click();
    await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reconcile' });
    await dialog.getByRole('textbox', { name: 'Your list' }).fill('A\nC\nA\nno-such-1\nheading');
    await expectActions(dialog.getByRole('region', { name: 'Result' }), {
      button: [
        ...['Show the 1 shown device that is not in your list', 'Export 1 found', 'Show them', 'Export 1 hidden'],
        ...['Copy entries not found', 'Export 1 not found', 'line 4', 'Go to line 3', 'Export 1 duplicate'],
        ...['Go to line 5', 'Export 1 unreadable'],
      ],
    });
  });

  test('device details and comparison', async ({ page, service }) => {
    await mockServiceResponse(service, 'device', {
      code: 'DEVICE-DETAILS-FETCHED',
      message: '',
      device: SAMPLE_DEVICES[1],
    });
    await openSignedIn(page, service, buildDeviceUrl('B'));
    await expectActions(page.getByRole('region', { name: 'Record', exact: true }), {
      button: ['Copy deviceID', 'Copy lastPairedAt'],
    });
    await page.goto(buildCompareUrl({ deviceIDs: ['A', 'B'], different: false }));
    await expectActions(page.getByRole('group', { name: 'Fields shown' }), {
      radio: [/All \d+ fields/, /\d+ differing/],
      button: ['Copy as table', 'Device: add'],
    });
    await expectActions(page.getByRole('region', { name: 'Device comparison' }), {
      link: ['A', 'B'],
      button: ['Remove A', 'Remove B'],
    });
  });
});

test.describe('datastore', () => {
  const start = Date.UTC(2026, 0, 1);
  const documents = Array.from({ length: 25 }, (_, n) => ({ documentID: `t${n}`, time: start + n * 60_000, a: n / 2 }));
  const query = { ...LOGS_URL_STATE, collection: 'tree' };
  const getQuery = (page: Page) => page.getByRole('region', { name: 'Query' });
  const getResults = (page: Page) => page.getByRole('region', { name: 'Results' });
  const buildMatch = (value: unknown) => [{ type: 'match', filter: { a: value } }];

  test.beforeEach(async ({ service }) => service.seed({ documents: { tree: documents } }));

  test('before the first query', async ({ page, service }) => {
    await openSignedIn(page, service, '/datastore');
    await expectActions(getResults(page), { button: ['logs', 'Start from an example'] });
  });

  test('stages', async ({ page, service }) => {
    const pipeline = [...buildMatch({ $gt: 1 }), { type: 'sort', specs: { a: -1 } }];
    await openSignedIn(page, service, buildDatastoreUrl({ ...query, pipeline }));
    await page.getByRole('button', { name: 'Collapse stage 2' }).click();
    const condition = 'stage 1 condition 1';
    await expectActions(getQuery(page).getByRole('list', { name: 'Stages' }), {
      combobox: [`Field, ${condition}`, `Operator, ${condition}`, `Type, ${condition}`],
      textbox: [`Value, ${condition}`],
      button: [
        ...[
          'Drag stage 1',
          'Switch stage 1 off',
          'More actions for stage 1',
          'Collapse stage 1',
          'Condition: add to stage 1',
        ],
        ...[`Remove condition, ${condition}`, 'Add a stage after stage 1', 'Peek at the result after stage 1'],
        ...['Drag stage 2', 'Switch stage 2 off', 'More actions for stage 2', 'Expand stage 2'],
        'Peek at the result after stage 2',
      ],
    });
  });

  test('documents and the document drawer', async ({ page, service }) => {
    await openSignedIn(page, service, buildDatastoreUrl(query));
    await expectActions(getResults(page), {
      radio: ['Table', 'Chart'],
      button: [
        ...['Previous page', 'Next page', 'page 1, go to a page', 'Follow', /Columns.*/, 'Export'],
        ...['documentID', 'a', 'time', 'Menu of row 1'],
      ],
    });
    await page.getByRole('gridcell', { name: 't0' }).click();
    await page.keyboard.press('p');
    await expectActions(page.getByRole('complementary'), {
      radio: ['Fields'],
      button: [
        ...['Copy the document', 'Previous document', 'Next document', 'Close'],
        ...['Only this documentID', 'Only this a', 'Only this time'],
      ],
    });
  });

  test('no documents, and the explanation', async ({ page, service }) => {
    await openSignedIn(page, service, buildDatastoreUrl({ ...query, pipeline: buildMatch('7') }));
    await page.getByRole('button', { name: 'Why no results?' }).click();
    await expectActions(getResults(page).getByRole('list'), { button: ['Change to number', 'Remove condition'] });
  });

  test('rejected stage', async ({ page, service }) => {
    await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline: [{ type: 'odd' }] }));
    const stage = getQuery(page).getByRole('textbox', { name: 'Stage 1 as JSON' });
    await expect(stage).toHaveAttribute('aria-invalid', 'true');
    await expect(getQuery(page).getByRole('alert')).toContainText('"odd" is not a stage');
    await expectActions(getResults(page), { button: ['Edit stage 1', 'Run without it'] });
  });

  test('JSON with a syntax error', async ({ page, service }) => {
    await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
    await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
    await page.getByRole('textbox', { name: 'Pipeline as JSON' }).fill('[{"type" 1}]');
    await expectActions(getQuery(page), {
      combobox: ['Collection'],
      radio: ['JSON'],
      textbox: ['Pipeline as JSON'],
      button: ['Go to error', 'Run'],
    });
    await expect(getQuery(page).getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  });

  test('chart', async ({ page, service }) => {
    await openSignedIn(page, service, buildDatastoreUrl({ ...query, view: 'chart' }));
    await expectActions(getResults(page), {
      radio: ['Chart'],
      combobox: ['Plot over'],
      slider: ['Chart of a over time'],
      button: ['Remove a from the chart', 'Field', 'Values', 'Save'],
    });
  });

  test('export in progress', async ({ page, service }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await openSignedIn(page, service, buildDatastoreUrl(query));
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
    await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'Export all pages' }).click();
    const tasks = page.getByRole('region', { name: 'Background tasks' });
    await expectActions(tasks, { button: ['Pause tree.ndjson', 'Cancel tree.ndjson'] });
    await expect(tasks.getByRole('progressbar', { name: 'tree.ndjson' })).toBeVisible();
  });
});
