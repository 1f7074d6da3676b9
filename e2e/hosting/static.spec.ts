import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { readDocumentedHeaders, startStaticHost } from './staticHost.ts';

test('the console works from a static server with the documented policy', { tag: '@long' }, async ({
  page,
  service,
  complaints,
}) => {
  const { origin, close } = await startStaticHost(service.url, '/');
  try {
    expect(readDocumentedHeaders()['Content-Security-Policy']).not.toMatch(/unsafe|nonce/);
    await openSignedIn(page, service, `${origin}/devices`);
    await expect(page.getByRole('grid')).toBeVisible();

    // custom properties of the theme apply
    const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
    expect(accent).toMatch(/^#/);
    const filter = page.getByRole('button', { name: /^Filter( \d+)?$/ });
    expect(await filter.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');

    await page.getByRole('button', { name: 'Go to', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`${origin}/datastore?collection=logs`);
    await expect(page.getByRole('grid')).toBeVisible();
    await page.getByRole('combobox', { name: 'Collection' }).fill('l');
    await page.goto(`${origin}/connections`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections');
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});
