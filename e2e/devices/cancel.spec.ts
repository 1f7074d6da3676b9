import { deviceAt } from '#e2e/bench/fleetBody.ts';
import { startStub } from '#e2e/bench/stub.ts';
import { expect, test } from '#e2e/kit/fixtures.ts';
import { firstRow } from '#e2e/kit/list.ts';
import { openSignedIn } from '#e2e/kit/session.ts';
import { sizes } from '#e2e/runner/sizes.ts';

for (const { count, words, tag } of sizes(30_000, 100_000)) {
  test(`cancelling a list of ${words} ends its request and its worker, and keeps what came`, { tag }, async ({
    page,
  }) => {
    const stub = await startStub();
    stub.serve(10);
    try {
      await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
      stub.serve(count);
      stub.holdAt(1 / 2);
      await page.reload();
      await expect.poll(() => page.workers().length).toBe(1);
      await expect
        .poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')))
        .toBeGreaterThan(9000);
      expect(stub.sending()).toBe(1);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => stub.sending()).toBe(0);
      await expect.poll(() => page.workers()).toEqual([]);

      const said = (await page.getByText(/^[\d,]+ devices, incomplete$/).textContent()) ?? '';
      const came = said.split(' ')[0] ?? '';
      const rows = Number(came.replaceAll(',', ''));
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 1));
      await expect(page.getByText(`${came} of ${words} devices came and are shown`)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();

      // the received part can be searched and sorted
      const devices = Array.from({ length: rows }, (_, index) => deviceAt(index));
      const earliest = devices.reduce((first, device) => (device.registeredAt < first.registeredAt ? device : first));
      await page.getByRole('button', { name: 'registeredAt', exact: true }).click();
      await expect(firstRow(page).getByRole('rowheader')).toHaveText(earliest.deviceID);
      await expect.poll(() => page.workers()).toEqual([]);
      await page.getByRole('searchbox', { name: 'Search' }).fill(devices.at(-1)?.name ?? '');
      await expect(page.getByText(`1 of ${came} devices, incomplete`, { exact: true })).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search' }).fill('');

      stub.serve(count);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText(`${words} devices`, { exact: true })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText('Loading was cancelled')).toBeHidden();
    } finally {
      stub.close();
    }
  });
}
