import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockResponse } from '#e2e/helpers/mockResponse.ts';
import { mockDeviceList, SAMPLE_DEVICES } from '#e2e/helpers/sampleDevices.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildCompareUrl } from '#urls/compare.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test.beforeEach(async ({ service }) => mockDeviceList(service));

test('on the overview', async ({ page, service }) => {
  await openSignedIn(page, service, '/');
  await expect(page.getByText(/ of 9 to review/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'The fleet in numbers' })).toMatchAriaSnapshot(`
    - region "The fleet in numbers":
      - link "3 registered":
        - /url: /devices
      - text: =
      - group "paired":
        - link /2 paired \\d+\\.\\d+ %/:
          - /url: /devices#is.paired=true
        - text: =
        - link "2 online, paired":
          - /url: /devices#is.paired=true&is.connectivity=online
        - text: +
        - link "0 offline, paired":
          - /url: /devices#is.paired=true&is.connectivity=offline
      - text: +
      - group "unpaired":
        - link /1 unpaired \\d+\\.\\d+ %/:
          - /url: /devices#is.paired=false
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
        - option "highest share offline first"
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

test('on a device page', async ({ page, service }) => {
  await mockResponse(service, 'device', { code: 'DEVICE-DETAILS-FETCHED', message: '', device: SAMPLE_DEVICES[1] });
  await openSignedIn(page, service, buildDeviceUrl('B'));
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

test('a comparison is a table with what differs said aloud', async ({ page, service }) => {
  await openSignedIn(
    page,
    service,
    buildCompareUrl({ deviceIDs: ['CAM-360-00001', 'GATEWAY-B-00002'], different: false }),
  );
  await expect(page.getByRole('rowheader', { name: /productID/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Fields shown' })).toMatchAriaSnapshot(`
    - group "Fields shown":
      - radiogroup "Fields":
        - radio "All 6 fields" [checked]
        - text: All 6 fields
        - radio "4 differing fields"
        - text: 4 differing fields
      - text: differs from the others
      - button "Copy as table"
      - 'button "Add device"': Device
  `);
  await expect(page.getByRole('region', { name: 'Device comparison' })).toMatchAriaSnapshot(`
    - region "Device comparison":
      - table:
        - rowgroup:
          - row:
            - columnheader "deviceID name"
            - columnheader /CAM-360-00001/:
              - link "CAM-360-00001"
              - button "Remove CAM-360-00001"
            - columnheader /GATEWAY-B-00002/:
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
