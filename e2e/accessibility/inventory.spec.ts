import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';
import { findAxeViolations } from './axe.ts';

test('the reconcile dialog, when empty and with results', { tag: '@long' }, async ({ page, service }) => {
  await mockDeviceList(service, [
    createDeviceRecord('PUMP-01'),
    createDeviceRecord('PUMP-22'),
    createDeviceRecord('CAM-1', { productID: 'CAM' }),
  ]);
  await openSignedIn(page, service, '/devices#is.productID=PUMP');
  await chooseFromMenu(page, 'More list actions', 'Reconcile an inventory');
  const dialog = page.getByRole('dialog', { name: 'Reconcile' });
  await expect(dialog.getByText('Paste a list to compare it.')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);

  await dialog.getByRole('textbox', { name: 'Your list' }).fill('PUMP-01\nCAM-1\npump-022\nno-such-1\nheading');
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(result.getByText('pump-022')).toBeVisible();
  await expect(result).toMatchAriaSnapshot(`
    - region "Result":
      - table "Entries by result":
        - rowgroup:
          - row /1 Found shown in the list/:
            - rowheader "Found shown in the list; 1 shown device is not in your list"
            - cell:
              - button "Show the 1 shown device that is not in your list"
              - button "Export 1 found"
          - row /1 Found, hidden by your filters/
          - row /2 Not found/
          - row /pump-022 line 3/:
            - cell:
              - list:
                - listitem:
                  - code: pump-022
                  - button "line 3"
                - listitem:
                  - code: no-such-1
                  - button "line 4"
          - row "0 Duplicates counted once, at the first line"
          - row /1 Unreadable/
  `);
  expect(await findAxeViolations(page)).toEqual([]);
});
