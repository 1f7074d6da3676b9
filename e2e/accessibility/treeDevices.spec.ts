import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockDeviceList } from '#e2e/helpers/sampleDevices.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

test.beforeEach(async ({ service }) => mockDeviceList(service));

test('in the list', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?desc=name');
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).toHaveCount(3);
  await expect(page.getByRole('group', { name: 'Devices shown' })).toMatchAriaSnapshot(`
    - group "Devices shown":
      - group "Load from the service":
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
      - button /^Columns/
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
  await openSignedIn(page, service, '/devices#search=valve&is.paired=true');
  const why = page.getByText('No devices match all 2 filters').locator('..');
  await expect(why.getByRole('listitem').filter({ hasText: 'without paired is paired0' })).toBeVisible();
  await expect(why).toMatchAriaSnapshot(`
    - paragraph: No devices match all 2 filters
    - paragraph: All 3 loaded devices are hidden by your search or filters.
    - list:
      - listitem:
        - 'button "Remove: the search “valve”"': Remove
      - listitem:
        - 'button "Remove: paired is paired"': Remove
    - button "Show all loaded devices"
  `);
  await expect(page.getByRole('group', { name: 'Filters' })).toMatchAriaSnapshot(`
    - group "Filters":
      - button "paired is paired"
      - button "Drop paired"
      - button "Clear all"
  `);
});

test('in the bar of a selection', async ({ page, service }) => {
  await page.setViewportSize({ width: 1440, height: 720 });
  await openSignedIn(page, service, '/devices');
  for (const id of ['A', 'B']) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  await expect(page.getByRole('group', { name: 'Selection' })).toMatchAriaSnapshot(`
    - group "Selection":
      - text: 2 of 3 selected
      - button "Compare 2"
      - button "Copy IDs"
      - button "Export 2"
      - button "Copy 2"
      - button "Show only these"
      - button "Invert"
      - searchbox "Search"
      - button "Clear the selection"
  `);
  // a narrower bar moves actions into a menu
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('group', { name: 'Selection' })).toMatchAriaSnapshot(`
    - group "Selection":
      - text: 2 of 3 selected
      - button "Compare 2"
      - button "Copy IDs"
      - button "Export 2"
      - button "More selection actions"
      - searchbox "Search"
      - button "Clear the selection"
  `);
});
