import type { Page } from 'playwright/test';
import { selectDevices } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function copied(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  await expect(page.getByText(/^Copied/)).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a link lists selected devices, or those of a pasted list', { tag: '@long' }, async ({ page, service }) => {
  const ids = service.devices.slice(0, 3).map(({ record }) => record.deviceID);
  await openSignedIn(page, service, '/devices?column=deviceID');
  await selectDevices(page, ids);
  const these = await copied(page, 'Copy link to these 3');
  await page.goto(these);
  await expect(page.getByRole('rowheader')).toHaveText(ids);

  await page.goto('/devices#is.inventory=listed');
  await chooseFromMenu(page, 'More list actions', 'Reconcile an inventory');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your list' }).fill(ids.slice(1).join('\n'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader')).toHaveText(ids.slice(1));
  const pasted = await copied(page, 'Copy link');
  await expect(page.getByText('The link lists the 2 devices shown instead of your pasted list.')).toBeVisible();
  await page.goto('/about');
  await page.goto(pasted);
  await expect(page.getByRole('rowheader')).toHaveText(ids.slice(1));
});
