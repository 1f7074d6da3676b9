import { comparePath } from '#paths/compare.ts';
import { devicePath } from '#paths/device.ts';
import { expect, type Service, test } from './fixtures.ts';
import { answerWith, refresh, signIn } from './helpers.ts';

test.afterEach(({ service }) => service.control('reset', {}));

const device = (deviceID: string, more: object = {}) => ({
  deviceID,
  productID: 'PUMP',
  name: `Pump ${deviceID}`,
  status: true,
  admin: 'ann@example.com',
  registeredAt: 1_700_000_000_000,
  lastPairedAt: 1_710_000_000_000,
  paired: true,
  ...more,
});

const DEVICES = [
  device('A'),
  device('B', { paired: false, admin: '', lastPairedAt: 0 }),
  device('C', { productID: 'CAM' }),
];

/** The same few devices for whatever list is asked for, none of them offline. */
const serve = (service: Service, devices: readonly object[]) =>
  answerWith(service, 'devices', { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: devices.length, devices });

test.describe('what a screen reader finds', () => {
  test.beforeEach(async ({ service }) => serve(service, DEVICES));

  test('on the overview', async ({ page, service }) => {
    await signIn(page, service, '/');
    await expect(page.getByText(/ of 9 to look at/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'The fleet in numbers' })).toMatchAriaSnapshot(`
      - region "The fleet in numbers":
        - link "3 registered":
          - /url: /devices
        - text: =
        - link "2 paired":
          - /url: /devices#is.paired=true
          - text: /2 paired \\d+\\.\\d+ %/
        - text: =
        - link "2 online, paired":
          - /url: /devices#is.paired=true&is.connectivity=online
        - text: +
        - link "0 offline, paired":
          - /url: /devices#is.paired=true&is.connectivity=offline
        - text: +
        - link "1 unpaired":
          - /url: /devices#is.paired=false
          - text: /1 unpaired \\d+\\.\\d+ %/
        - text: =
        - link "0 offline, unpaired":
          - /url: /devices#is.paired=false&is.connectivity=offline
        - text: +
        - link "1 online, unpaired":
          - /url: /devices#is.paired=false&is.connectivity=online
        - 'img /Shares of the fleet: paired online \\d+\\.\\d+ %, unpaired online \\d+\\.\\d+ %/'
        - paragraph:
          - link "3 online":
            - /url: /devices#is.connectivity=online
          - text: /\\d+\\.\\d+ % = 2 \\+ 1/
          - link "0 offline":
            - /url: /devices#is.connectivity=offline
          - text: 0.0 % = 0 + 0
    `);
    await expect(page.getByRole('region', { name: 'Products', exact: true })).toMatchAriaSnapshot(`
      - region "Products":
        - heading "Products" [level=2]
        - text: "2"
        - combobox "Order of the products":
          - option "most devices first" [selected]
          - option "least online first"
          - option "by name"
        - table "Products":
          - rowgroup:
            - row /productID share of the largest devices online fleet \\d+ % online of devices/:
              - columnheader "productID"
              - columnheader "share of the largest"
              - columnheader "devices"
              - columnheader /online fleet \\d+ %/
              - columnheader "online of devices"
          - rowgroup:
            - row /PUMP 2 2 of 2 \\d+ %/:
              - rowheader "PUMP":
                - link "PUMP":
                  - /url: /devices#is.productID=PUMP
              - cell
              - cell "2"
              - cell
              - cell /2 of 2 \\d+ %/
            - row /CAM 1 1 of 1 \\d+ %/:
              - rowheader "CAM":
                - link "CAM":
                  - /url: /devices#is.productID=CAM
              - cell
              - cell "1"
              - cell
              - cell /1 of 1 \\d+ %/
    `);
  });

  test('in the list', async ({ page, service }) => {
    await signIn(page, service, '/devices?desc=name');
    await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(3);
    await expect(page.getByRole('group', { name: 'Devices shown' })).toMatchAriaSnapshot(`
      - group "Devices shown":
        - group "Ask the service for":
          - text: Ask for
          - combobox "Type":
            - option "any type" [selected]
            - option "registered"
            - option "paired"
            - option "unpaired"
          - combobox "Connectivity":
            - option "any connectivity" [selected]
            - option "online"
            - option "offline"
          - combobox "Product starts with"
        - text: Show
        - searchbox "Search"
        - button "Filter"
        - button "Export"
        - button "Columns"
        - button "Compact rows"
    `);
    await expect(page.getByRole('grid', { name: 'Devices' })).toMatchAriaSnapshot(`
      - grid "Devices":
        - row "Select all rows deviceID name productID connectivity paired status admin registeredAt lastPairedAt":
          - columnheader "Select all rows":
            - checkbox "Select all rows"
          - columnheader "deviceID":
            - button "deviceID"
          - columnheader "name":
            - button "name"
          - columnheader "productID":
            - button "productID"
          - columnheader "connectivity":
            - button "connectivity"
          - columnheader "paired":
            - button "paired"
          - columnheader "status":
            - button "status"
          - columnheader "admin":
            - button "admin"
          - columnheader "registeredAt":
            - button "registeredAt"
          - columnheader "lastPairedAt":
            - button "lastPairedAt"
        - row /Preview \\(P\\) Select C C Pump C CAM online paired yes ann@example\\.com \\d+-\\d+-\\d+ \\d+:\\d+ \\d+-\\d+-\\d+ \\d+:\\d+/:
          - gridcell "Preview (P) Select C":
            - checkbox "Select C"
          - rowheader "C":
            - link "C":
              - /url: /devices/C
          - gridcell "Pump C"
          - gridcell "CAM"
          - gridcell "online"
          - gridcell "paired"
          - gridcell "yes"
          - gridcell "ann@example.com"
          - gridcell /\\d+-\\d+-\\d+ \\d+:\\d+/
          - gridcell /\\d+-\\d+-\\d+ \\d+:\\d+/
        - row /Preview \\(P\\) Select B B Pump B PUMP online unpaired yes empty \\d+-\\d+-\\d+ \\d+:\\d+ never/:
          - gridcell "Preview (P) Select B":
            - checkbox "Select B"
          - rowheader "B":
            - link "B":
              - /url: /devices/B
          - gridcell "Pump B"
          - gridcell "PUMP"
          - gridcell "online"
          - gridcell "unpaired"
          - gridcell "yes"
          - gridcell "empty"
          - gridcell /\\d+-\\d+-\\d+ \\d+:\\d+/
          - gridcell "never"
        - row /Preview \\(P\\) Select A A Pump A PUMP online paired yes ann@example\\.com \\d+-\\d+-\\d+ \\d+:\\d+ \\d+-\\d+-\\d+ \\d+:\\d+/:
          - gridcell "Preview (P) Select A":
            - checkbox "Select A"
          - rowheader "A":
            - link "A":
              - /url: /devices/A
          - gridcell "Pump A"
          - gridcell "PUMP"
          - gridcell "online"
          - gridcell "paired"
          - gridcell "yes"
          - gridcell "ann@example.com"
          - gridcell /\\d+-\\d+-\\d+ \\d+:\\d+/
          - gridcell /\\d+-\\d+-\\d+ \\d+:\\d+/
    `);
  });

  test('where nothing matches', async ({ page, service }) => {
    await signIn(page, service, '/devices#search=valve&is.paired=true');
    const why = page.getByRole('status').filter({ hasText: 'No device matches all 2 filters' });
    await expect(why.getByRole('listitem').filter({ hasText: 'without paired is paired0' })).toBeVisible();
    await expect(why).toMatchAriaSnapshot(`
      - status:
        - paragraph: No device matches all 2 filters
        - paragraph: All 3 devices that the service sent are hidden by what is asked to be shown.
        - list:
          - listitem:
            - button "Drop the search “valve”"
          - listitem:
            - button "Drop paired is paired"
        - button "Show all that the service sent"
    `);
    await expect(page.getByRole('group', { name: 'Filters' })).toMatchAriaSnapshot(`
      - group "Filters":
        - button "paired is paired"
        - button "Drop paired"
        - button "Clear all"
    `);
  });

  test('in the bar of a selection', async ({ page, service }) => {
    await signIn(page, service, '/devices');
    for (const id of ['A', 'B']) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
    await expect(page.getByRole('group', { name: 'Selection' })).toMatchAriaSnapshot(`
      - group "Selection":
        - status: 2 of 3 selected
        - button "Compare 2"
        - button "Copy IDs"
        - button "Export 2"
        - button "Copy 2"
        - button "Show only these"
        - button "Invert"
        - searchbox "Search"
        - button "Clear the selection"
    `);
  });

  test('in the filter, of values and of times', async ({ page, service }) => {
    await signIn(page, service, '/devices#is.paired=true');
    await page.getByRole('button', { name: /^paired is/ }).click();
    const filter = page.getByRole('dialog', { name: 'Filter' });
    await expect(filter.getByRole('checkbox', { name: /^paired/ })).toBeChecked();
    await expect(filter).toMatchAriaSnapshot(`
      - dialog "Filter":
        - group "Field":
          - button "productID"
          - button "connectivity"
          - button "paired" [pressed]
          - button "status"
          - button "admin"
          - button "registeredAt"
          - button "lastPairedAt"
          - button "check"
        - list:
          - listitem:
            - checkbox "paired 2" [checked]
            - text: paired 2
          - listitem:
            - checkbox "unpaired 1"
            - text: unpaired 1
        - text: Sum 3, counted with your other filters
        - button "Clear paired"
    `);
    await filter.getByRole('button', { name: 'registeredAt' }).click();
    await expect(filter.getByRole('slider', { name: 'registeredAt to' })).toBeVisible();
    await expect(filter).toMatchAriaSnapshot(`
      - dialog "Filter":
        - group "Field":
          - button "productID"
          - button "connectivity"
          - button "paired"
          - button "status"
          - button "admin"
          - button "registeredAt" [pressed]
          - button "lastPairedAt"
          - button "check"
        - 'group /registeredAt: 1 bar, most in \\d+-\\d+-\\d+ \\d+:\\d+: 2/':
          - slider "registeredAt from"
          - slider "registeredAt to"
        - text: registeredAt from
        - textbox "registeredAt from"
        - text: to, this day included
        - textbox "to, this day included"
        - text: Those that are never
        - combobox "Those that are never":
          - option "leave out" [selected]
          - option "show as well"
          - option "show only these"
        - text: Days in this browser’s zone
    `);
  });

  test('after a refresh that changed something', async ({ page, service }) => {
    await signIn(page, service, '/devices');
    await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(3);
    await serve(service, [device('A', { admin: 'bob@example.com' }), device('D')]);
    await refresh(page);
    await page.getByRole('button', { name: 'List them' }).click();
    const changes = page.getByRole('dialog', { name: '4 changed' });
    await expect(changes.getByRole('gridcell', { name: 'gone' })).toHaveCount(2);
    await expect(changes).toMatchAriaSnapshot(`
      - dialog "4 changed":
        - heading "4 changed" [level=2]
        - text: /\\d+:\\d+:\\d+ to \\d+:\\d+:\\d+/
        - button "Close"
        - grid "Changes":
          - row "deviceID field was is":
            - columnheader "deviceID"
            - columnheader "field"
            - columnheader "was"
            - columnheader "is"
          - row "A admin ann@example.com bob@example.com":
            - rowheader "A":
              - link "A":
                - /url: /devices/A
            - gridcell "admin"
            - gridcell "ann@example.com"
            - gridcell "bob@example.com"
          - row "D new – Pump D":
            - rowheader "D":
              - link "D":
                - /url: /devices/D
            - gridcell "new"
            - gridcell "–"
            - gridcell "Pump D"
          - row "B gone Pump B –":
            - gridcell "B"
            - gridcell "gone"
            - gridcell "Pump B"
            - gridcell "–"
          - row "C gone Pump C –":
            - gridcell "C"
            - gridcell "gone"
            - gridcell "Pump C"
            - gridcell "–"
        - button "Apply"
        - text: 4 fields
    `);
  });

  test('on a device page', async ({ page, service }) => {
    await answerWith(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device: DEVICES[1] });
    await signIn(page, service, devicePath('B'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pump B');
    await expect(page.getByRole('region', { name: 'Record', exact: true })).toMatchAriaSnapshot(`
      - region "Record":
        - term: deviceID
        - definition:
          - text: B
          - button "Copy deviceID"
        - term: lastPairedAt
        - definition:
          - text: never
          - button "Copy lastPairedAt"
    `);
  });

  test('in the export of devices', async ({ page, service }) => {
    await signIn(page, service, '/devices?column=deviceID&column=name');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Export' });
    await expect(form.getByRole('button', { name: 'Export 3 rows' })).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'File name' })).not.toHaveValue('');
    await expect(form).toMatchAriaSnapshot(`
      - dialog "Export":
        - text: Rows the 3 shown, in this order
        - paragraph: "2 columns: deviceID, name"
        - text: Format
        - radiogroup "Format":
          - radio "CSV" [checked]
          - text: CSV
          - radio "JSON"
          - text: JSON
          - radio "NDJSON"
          - text: NDJSON
        - checkbox "for Excel" [checked]
        - text: for Excel
        - paragraph: A mark at the start so that Excel reads UTF-8; IDs stay text.
        - text: Times
        - combobox "Times":
          - option /ISO \\d+/ [selected]
          - option "epoch ms"
          - option "both"
        - text: Manifest
        - checkbox "a second file beside it" [checked]
        - text: a second file beside it
        - paragraph: /\\d+\\.\\d+\\.0\\.1:\\d+, filters, time\\. No key, no token\\./
        - text: Name
        - textbox "File name": /\\d+\\.\\d+\\.0\\.1-\\d+-devices-\\d+-\\d+-\\d+-\\d+/
        - button "Export 3 rows"
        - button "Cancel"
    `);
  });

  test('in what became of a pasted list', async ({ page, service }) => {
    await signIn(page, service, '/devices#is.productID=PUMP');
    await page.getByRole('button', { name: 'More of this list' }).click();
    await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reconcile' });
    await dialog.getByRole('textbox', { name: 'Your list' }).fill('A\nC\nA\nno-such-1\nheading');
    await expect(dialog.getByText('1 + 1 + 1 + 1 + 1 = 5 entries')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Result' })).toMatchAriaSnapshot(`
      - region "Result":
        - paragraph: Result 1 + 1 + 1 + 1 + 1 = 5 entries
        - paragraph: Read as IDs and e-mails of admins; names are not looked for.
        - list:
          - listitem:
            - text: 1 Found shown in the list
            - button "Export 1 found"
          - listitem:
            - text: 1 Found, hidden by your filters drop a filter to see them, or show the listed ones alone
            - button "Show them"
            - button "Export 1 hidden"
          - listitem:
            - text: 1 Not found no device has the ID, and no admin the e-mail
            - button "Copy those not found"
            - button "Export 1 not found"
            - list:
              - listitem:
                - code: no-such-1
                - text: line 4 no ID is close
          - listitem:
            - text: 1 Duplicates counted once, at their first line
            - button "Go to line 3"
            - button "Export 1 duplicate"
          - listitem:
            - text: "1 Unreadable no ID, no e-mail: left as they are, never guessed"
            - button "Go to line 5"
            - button "Export 1 unreadable"
        - button "Show the 1 shown devices that are not in your list"
    `);
  });
});

test('a comparison is a table with what differs said aloud', async ({ page, service }) => {
  const [one, other] = service.devices.slice(0, 2).map(({ record }) => record.deviceID);
  await signIn(page, service, comparePath({ deviceIDs: [one ?? '', other ?? ''], different: false }));
  await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Fields shown' })).toMatchAriaSnapshot(`
    - group "Fields shown":
      - radiogroup "Fields":
        - radio "All 6 fields" [checked]
        - text: All 6 fields
        - radio "4 that differ"
        - text: 4 that differ
      - text: unlike the others
      - button "Copy as table"
      - textbox "ID of another device":
        - /placeholder: another ID
      - button "Add"
  `);
  await expect(page.getByRole('region', { name: 'Devices side by side' })).toMatchAriaSnapshot(`
    - region "Devices side by side":
      - table:
        - rowgroup:
          - row:
            - columnheader "field"
            - columnheader:
              - link "CAM-360-00001"
              - button "Remove CAM-360-00001"
            - columnheader:
              - link "GATEWAY-B-00002"
              - button "Remove GATEWAY-B-00002"
        - rowgroup:
          - row:
            - rowheader "productID , differs"
            - cell "CAM-360"
            - cell "GATEWAY-B"
          - row "status yes yes":
            - rowheader "status"
            - cell "yes"
            - cell "yes"
  `);
});
