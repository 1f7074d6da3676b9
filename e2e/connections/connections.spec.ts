import type { Page } from 'playwright/test';
import { expect, openSignedIn, type Service, signIn, test } from '#e2e/helpers/fixtures.ts';
import { disableExtensions, openConnectionsPage, signInAgain } from '#e2e/helpers/page.ts';

async function signInWithAddress(page: Page, service: Service): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Base URL').fill(`${service.url}/api`);
  await signInAgain(page, service);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
}

test('suggests the last signed-in address, without its credentials', { tag: '@long' }, async ({ page, service }) => {
  await signInWithAddress(page, service);
  await page.getByRole('button', { name: 'Sign out' }).click();

  const { host } = new URL(service.url);
  const choice = page.getByRole('radiogroup', { name: 'Connection' });
  await expect(choice.getByRole('radio')).toHaveCount(3);
  await expect(choice.getByRole('radio', { name: `${host} ${host}` })).toBeChecked();
  await expect(page.getByLabel('Base URL')).toHaveValue(`${service.url}/api`);
  await choice.getByRole('radio', { name: /^This service/ }).check();
  await expect(page.getByLabel('Base URL')).toHaveValue('/api');
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain(service.apiKey);
  expect(stored).not.toContain(service.token);
});

test('adds, edits and removes connections before sign-in', { tag: '@firefox' }, async ({ page, service }) => {
  await page.goto('/login?returnTo=/datastore');
  await page.getByRole('link', { name: 'Edit connections' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections');
  await expect(page.getByRole('region', { name: 'This service' }).getByLabel('Base URL')).toBeDisabled();

  await page.getByRole('button', { name: 'Add a connection' }).click();
  const added = page.getByRole('region', { name: 'New connection' });
  await added.getByRole('button', { name: 'Add' }).click();
  await expect(added.getByLabel('Name')).toHaveAccessibleDescription('Enter a name for the connection.');
  await added.getByLabel('Name').fill('Plant A');
  await added.getByLabel('Base URL').fill('ftp://plant-a');
  await added.getByRole('button', { name: 'Add' }).click();
  await expect(added.getByLabel('Base URL')).toHaveAccessibleDescription(
    'The address must start with https:// or http://.',
  );
  await added.getByLabel('Base URL').fill(`${service.url}/api`);
  await added.getByRole('button', { name: 'Add' }).click();

  const saved = page.getByRole('region', { name: 'Plant A' });
  await saved.getByLabel('Name').fill('Plant B');
  await saved.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Plant B' }).getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL(`${service.url}/login?returnTo=%2Fdatastore`);
  await page.getByRole('radio', { name: /^Plant B/ }).check();
  await expect(page.getByLabel('Base URL')).toHaveValue(`${service.url}/api`);
  await page.getByRole('link', { name: 'Edit connections' }).click();
  const remove = page.getByRole('button', { name: 'Remove Plant B' });
  await remove.click();
  await expect(page.getByRole('region', { name: 'Plant B' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Plant B' }).getByLabel('Base URL')).toHaveValue(`${service.url}/api`);
  await remove.click();
  await expect(page.getByText('“Plant B” removed')).toBeVisible();
});

test('explains that an https console cannot call http addresses', { tag: '@long' }, async ({ page, service }) => {
  const origin = 'https://console.example';
  await page.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = { ...route.request().headers(), 'x-forwarded-proto': 'https' };
    await route.fulfill({ response: await route.fetch({ url: service.url + pathname + search, headers }) });
  });
  await page.goto(`${origin}/login`);
  const address = page.getByLabel('Base URL');
  await address.fill('http://10.1.2.3:4600/api');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(address).toHaveAccessibleDescription(
    'This console uses https, so the browser only allows https:// addresses.',
  );
});

test('the settings of a connection override those of the host', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service, '/datastore?collection=logs');
  await expect(page.getByRole('grid')).toBeVisible();
  await openConnectionsPage(page);
  const own = page.getByRole('region', { name: 'This service' });
  await own.getByLabel('First page').fill('0');
  await disableExtensions(own);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByText('Saved', { exact: true })).toBeVisible();

  const asked = page.waitForRequest((request) => request.postDataJSON()?.nPage === 0);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await asked;
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'JSON: add stage' }).click();
  await expect(page.getByRole('textbox', { name: 'Stage 1 as JSON' })).not.toHaveValue(/sort/);
});

test('changing the address of the active connection asks for credentials again', async ({ page, service }) => {
  await signInWithAddress(page, service);
  await openConnectionsPage(page);
  const used = page.getByRole('region', { name: new URL(service.url).host });
  await expect(used.getByText('signed in')).toBeVisible();
  await used.getByLabel('Base URL').fill('https://elsewhere.example/api');
  await used.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByText('has changed. Sign in again.')).toBeVisible();
  await expect(page.getByLabel('Base URL')).toHaveValue('https://elsewhere.example/api');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('ignores stored connections that cannot be read', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('fleetlens.connections', '{"last":1,"list":"?"}'));
  await page.goto('/');
  await expect(page.getByLabel('Base URL')).toHaveValue('/api');
});

test('a connection has a color that the user can choose', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service, '/about');
  const edge = page.getByRole('banner');
  const before = await edge.evaluate((side) => getComputedStyle(side).boxShadow);
  await openConnectionsPage(page);
  await page.getByRole('radiogroup', { name: 'Color of This service' }).getByRole('radio', { name: 'brick' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => edge.evaluate((side) => getComputedStyle(side).boxShadow)).not.toBe(before);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'brick' })).toBeChecked();
});

test('a connection removed in another tab stays in use', { tag: '@long' }, async ({ page, context, service }) => {
  await signInWithAddress(page, service);
  const { host } = new URL(service.url);
  const inUse = page.getByRole('button', { name: /, connection$/ });
  const other = await context.newPage();
  await openSignedIn(other, service, '/about');
  await other.goto('/connections');
  await other.getByRole('button', { name: `Remove ${host}` }).click();
  await expect(other.getByRole('button', { name: `Remove ${host}` })).toBeHidden();
  await expect(inUse).toHaveAccessibleName(`${host} ${host}, connection`);
  await page.reload();
  await expect(inUse).toHaveAccessibleName(`${host} ${host}, connection`);
});
