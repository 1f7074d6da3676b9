import { withStubServer } from '#e2e/bench/stubServer.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

test('canceling a long list stops its request and keeps its rows', { tag: '@long' }, async ({ page }) => {
  await withStubServer(10, async (stub) => {
    await openSignedIn(page, { apiKey: 'k', token: 't' }, `${stub.url}/devices`);
    stub.setDevices(100_000);
    stub.holdAt(1 / 2);
    await page.reload();
    await expect.poll(() => page.workers().length).toBe(1);
    await expect
      .poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')))
      .toBeGreaterThan(9000);
    expect(stub.getPendingCount()).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => stub.getPendingCount()).toBe(0);
    await expect.poll(() => page.workers()).toEqual([]);

    const said = (await page.getByText(/^[\d,]+ devices, incomplete$/).textContent()) ?? '';
    const came = said.split(' ')[0] ?? '';
    const rows = Number(came.replaceAll(',', ''));
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 1));
    await expect(page.getByText(`${came} of 100,000 devices were loaded and are shown`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();

    stub.setDevices(100_000);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(`100,000 devices`, { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Loading was canceled')).toBeHidden();
  });
});
