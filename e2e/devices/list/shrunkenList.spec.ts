import { clickRefresh } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';

test('a refresh that loses most of the list waits for confirmation on each page', async ({ page, service }) => {
  await openSignedIn(page, service, '/devices?column=deviceID');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await mockDeviceList(service, [null, 1, 'x', createDeviceRecord('ONE')]);
  await clickRefresh(page);
  const question = page
    .getByRole('alert')
    .filter({ hasText: 'The service sent 1 device; the current list has 2,000.' });
  await expect(question).toContainText('3 entries in the new list cannot be read.');
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(question).toBeVisible();
  await expect(page.getByRole('link', { name: /^2,000 registered/ })).toBeVisible();
  await question.getByRole('button', { name: 'Keep the list' }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
  await clickRefresh(page);
  await question.getByRole('button', { name: 'Show the new list' }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['ONE']);
  await expect(page.getByText('1 device', { exact: true })).toBeVisible();
  await expect(page.getByText('3 list entries are not records')).toContainText('entry 1 is null, entry 2 is a number');
});
