import { clickRefresh } from '#e2e/helpers/deviceList.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/sampleDevices.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

test.beforeEach(async ({ service }) => mockDeviceList(service));

test('in the filter, of values and of times', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices#is.paired=true');
  await page.getByRole('button', { name: /^paired is/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await expect(filter.getByRole('checkbox', { name: /^paired/ })).toBeChecked();
  await expect(filter).toMatchAriaSnapshot(`
    - dialog "Filter":
      - combobox "Add a filter"
      - group "Field":
        - button "productID"
        - button "connectivity"
        - button "paired" [pressed]
        - button "status"
        - button "admin"
        - button "registeredAt"
        - button "lastPairedAt"
        - button "check"
        - button "name"
        - button "deviceID"
      - list:
        - listitem:
          - checkbox "paired 2" [checked]
          - text: paired 2
        - listitem:
          - checkbox "unpaired 1"
          - text: unpaired 1
      - text: Total 3, with your other filters applied
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
        - button "name"
        - button "deviceID"
      - 'group /registeredAt: 1 bar, most in \\d+-\\d+-\\d+ \\d+:\\d+: 2/':
        - slider "registeredAt from"
        - slider "registeredAt to"
      - text: When
      - combobox "When":
        - option "between two days" [selected]
        - option "in the last …"
        - option "more than … ago"
      - text: registeredAt from
      - textbox "registeredAt from"
      - text: to (inclusive)
      - textbox "to (inclusive)"
      - text: Devices with never
      - combobox "Devices with never":
        - option "exclude" [selected]
        - option "include"
        - option "show only these"
      - text: Days in this browser’s time zone
  `);
});

test('after a refresh that changed something', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices');
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(3);
  await mockDeviceList(service, [createDeviceRecord('A', { admin: 'bob@example.com' }), createDeviceRecord('D')]);
  await clickRefresh(page);
  await page.getByRole('button', { name: 'Show changes' }).click();
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
      - combobox "Changes shown":
        - option "all 4 fields" [selected]
        - option "admin 1"
        - option "new 1"
        - option "gone 2"
  `);
});

test('in the export of devices', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?column=deviceID&column=name');
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
      - paragraph: Adds a byte order mark so that Excel reads UTF-8, and keeps IDs as text.
      - text: Times
      - combobox "Times":
        - option /ISO \\d+/ [selected]
        - option "epoch ms"
        - option "both"
      - text: Manifest
      - checkbox "as a second file" [checked]
      - text: as a second file
      - paragraph: /\\d+\\.\\d+\\.0\\.1:\\d+, filters, time, SHA-\\d+\\. No credentials\\./
      - text: Name
      - textbox "File name": /\\d+\\.\\d+\\.0\\.1-\\d+-devices-\\d+-\\d+-\\d+-\\d+/
      - button "Export 3 rows"
      - button "Cancel"
  `);
});

test('in what became of a pasted list', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices#is.productID=PUMP');
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  await dialog.getByRole('textbox', { name: 'Your list' }).fill('A\nC\nA\nno-such-1\nheading');
  await expect(dialog.getByText('Result 5 entries')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Result' })).toMatchAriaSnapshot(`
    - region "Result":
      - paragraph: Result 5 entries
      - paragraph: Compared with device IDs and admin e-mails, ignoring case.
      - table "Entries by result":
        - rowgroup:
          - row /1 Found shown in the list/:
            - cell "1"
            - rowheader "Found shown in the list; 1 shown device is not in yours"
            - cell:
              - button "Show the 1 shown device that is not in your list"
              - button "Export 1 found"
          - row /1 Found, hidden by your filters/:
            - cell "1"
            - rowheader "Found, hidden by your filters productID hides 1"
            - cell:
              - button "Show them"
              - button "Export 1 hidden"
          - row /1 Not found/:
            - cell "1"
            - rowheader "Not found no device with this ID or admin e-mail"
            - cell:
              - button "Copy entries not found"
              - button "Export 1 not found"
          - row /no-such-1 line 4/:
            - cell:
              - list:
                - listitem:
                  - code: no-such-1
                  - button "line 4"
                  - text: no similar ID
          - row /1 Duplicates/:
            - cell "1"
            - rowheader "Duplicates counted once, at the first line"
            - cell:
              - button "Go to line 3"
              - button "Export 1 duplicate"
          - row /1 Unreadable/:
            - cell "1"
            - 'rowheader "Unreadable not an ID or e-mail: ignored"'
            - cell:
              - button "Go to line 5"
              - button "Export 1 unreadable"
  `);
});
