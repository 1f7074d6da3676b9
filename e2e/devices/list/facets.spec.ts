import { expect, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/sampleDevices.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

test('a text and a number among booleans are separate values in the filter', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const values = [true, false, 'yes', 'yes', 1, 1, 1, null];
  await mockDeviceList(
    service,
    values.map((enabled, index) => createDeviceRecord(`D${index}`, { enabled })),
  );
  await openSignedIn(page, service, '/devices?column=deviceID&column=enabled');
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('button', { name: 'enabled' }).click();
  await expect(panel.getByRole('listitem')).toHaveText([
    /^1 \(number\)\s*3$/,
    /^“yes” \(text\)\s*2$/,
    /^none\s*1$/,
    /^no\s*1$/,
    /^yes\s*1$/,
  ]);
  await panel.getByRole('checkbox', { name: /^“yes” \(text\)/ }).check();
  await expect(page.getByRole('rowheader')).toHaveText(['D2', 'D3']);
  await page.reload();
  await expect(page.getByText('enabled is “yes” (text)')).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText(['D2', 'D3']);
});
