import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';

test('a list without connectivity is not sorted by it', { tag: '@long' }, async ({ page, service }) => {
  await service.fault({ kind: 'latency', ms: 0 }, { operation: 'devices', times: 1 });
  await service.fault(
    { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' },
    { operation: 'devices' },
  );
  const sort = [
    { field: CONNECTIVITY_FIELD, descending: true },
    { field: 'name', descending: false },
  ];
  await openSignedIn(page, service, buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, sort }));
  const heading = page.getByRole('columnheader', { name: /^connectivity/ });
  await expect(page.getByText('Could not load connectivity: Not for you.')).toBeVisible();
  await expect(page.getByText('rows 1–')).toContainText('· by name');
  await expect(heading).not.toHaveAttribute('aria-sort', /./);
  await expect(page.getByRole('columnheader', { name: /^name/ })).toHaveAttribute('aria-sort', 'ascending');

  const again = page.getByRole('button', { name: 'Try again' });
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(again).not.toHaveAttribute('aria-disabled', 'true');
  await expect(again).toBeFocused();
  await service.calm();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('rows 1–')).toContainText('by connectivity, last first, then by name');
  await expect(again).toHaveCount(0);
  await expect(page.locator('body:focus, h1:focus')).toHaveCount(0);
});

test('the filter panel says that connectivity is not known', { tag: '@long' }, async ({ page, service }) => {
  await service.fault({ kind: 'latency', ms: 0 }, { operation: 'devices', times: 1 });
  await service.fault(
    { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' },
    { operation: 'devices' },
  );
  await openSignedIn(page, service, '/devices');
  await expect(page.getByText('Could not load connectivity: Not for you.')).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('button', { name: 'connectivity', exact: true }).click();
  await expect(panel.getByText('connectivity is not known.')).toBeVisible();
  await expect(panel.getByText('No matching values.')).toHaveCount(0);
});
