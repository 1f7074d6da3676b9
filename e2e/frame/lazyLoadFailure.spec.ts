import { getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy, NOT_FOUND_RESPONSE } from '#e2e/helpers/networkFaultProxy.ts';

test('a popover that fails to load shows an error, can be closed, and opens on retry', async ({ page, service }) => {
  let [gone, failures] = [true, 0];
  const wire = await new NetworkFaultProxy(service.url, (line) => {
    if (!gone || !/\/panels-[^/]*\.js/.test(line)) return undefined;
    failures++;
    return NOT_FOUND_RESPONSE;
  }).open();
  await openSignedIn(page, service, `${wire.url}/devices`);
  await expect(getFirstRow(page)).toBeVisible();
  const unloaded = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  const opener = page.getByRole('button', { name: /, connection$/ });
  await opener.click();
  await unloaded.getByRole('button', { name: 'Dismiss' }).click();
  await expect(unloaded).toHaveCount(0);
  await opener.click();
  await expect(unloaded).toBeVisible();
  // the code was requested, and is what the user waits for
  expect(failures).toBeGreaterThan(0);
  gone = false;
  await unloaded.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await opener.click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await wire.close();
});
