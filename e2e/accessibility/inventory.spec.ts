import { expect, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/sampleDevices.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { findAxeViolations } from './axe.ts';

const DEVICES = [
  createDeviceRecord('PUMP-01'),
  createDeviceRecord('PUMP-22'),
  createDeviceRecord('CAM-1', { productID: 'CAM' }),
];

test.beforeEach(async ({ service }) => mockDeviceList(service, DEVICES));

test('the reconcile dialog when empty, with results, and with suggested matches', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, '/devices#is.productID=PUMP');
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: 'Reconcile an inventory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Reconcile":
      - heading "Reconcile" [level=2]
      - button "Close"
      - text: Your list 0 lines
      - combobox "Match by":
        - option "IDs or e-mails" [selected]
        - option "IDs only"
        - option "e-mails only"
      - textbox "Your list"
      - text: Open a file
      - button "Open a file"
      - button "Clear" [disabled]
      - region "Result":
        - paragraph: Paste a list to compare it.
      - button "Show the devices found" [disabled]
      - button "Export all entries" [disabled]
  `);
  expect(await findAxeViolations(page)).toEqual([]);

  await dialog.getByRole('textbox', { name: 'Your list' }).fill('PUMP-01\nCAM-1\npump-022\nno-such-1\nheading');
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('button', { name: 'Use PUMP-22' })).toBeVisible();
  await expect(result).toMatchAriaSnapshot(`
    - region "Result":
      - paragraph: Result 5 entries
      - paragraph: Compared with device IDs and admin e-mails, ignoring case.
      - table "Entries by result":
        - rowgroup:
          - row /1 Found shown in the list/:
            - cell "1"
            - rowheader "Found shown in the list; 1 shown device is not in your list"
            - cell:
              - button "Show the 1 shown device that is not in your list"
              - button "Export 1 found"
          - row /1 Found, hidden by your filters/:
            - cell "1"
            - rowheader "Found, hidden by your filters productID hides 1"
            - cell:
              - button "Show them"
              - button "Export 1 hidden"
          - row /2 Not found/:
            - cell "2"
            - rowheader "Not found no device with this ID or admin e-mail"
            - cell:
              - button "Copy entries not found"
              - button "Export 2 not found"
          - row /pump-022 line 3/:
            - cell:
              - list:
                - listitem:
                  - code:
                    - text: pump-
                    - mark: "0"
                    - text: "22"
                  - button "line 3"
                  - text: similar to
                  - code: PUMP-22
                  - text: ", without 0; case or separators also differ"
                  - button "Use PUMP-22"
                - listitem:
                  - code: no-such-1
                  - button "line 4"
                  - text: no similar ID
          - row "0 Duplicates counted once, at the first line":
            - cell "0"
            - rowheader "Duplicates counted once, at the first line"
            - cell
          - row /1 Unreadable/:
            - cell "1"
            - 'rowheader "Unreadable not an ID or e-mail: ignored"'
            - cell:
              - button "Go to line 5"
              - button "Export 1 unreadable"
  `);
  expect(await findAxeViolations(page)).toEqual([]);
});
