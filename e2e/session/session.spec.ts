import type { Page } from 'playwright/test';
import { waitForHistogram } from '#e2e/helpers/datastorePage.ts';
import { type Credentials, expect, openSignedIn, signIn, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';

async function enter(page: Page, { apiKey, token }: Credentials): Promise<void> {
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByLabel('Token', { exact: true }).fill(token);
}

const submit = (page: Page) => page.getByRole('button', { name: /^(Sign in|Try again|Unlock)$/ });

test('a new user signs in, or opens the demo project', { tag: '@firefox' }, async ({ page, service }) => {
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/');
  await expect(title).toHaveText('Sign in');
  await expect(page.getByLabel('Base URL')).toHaveValue('/api');
  await enter(page, service);
  await submit(page).click();
  await expect(title).toHaveText('Overview');
  await expect(page).toHaveURL(`${service.url}/`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use the demo project' }).click();
  await expect(title).toHaveText('Overview');
});

test('sign-in waits for the first devices, not for all of them', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await service.fault({ kind: 'trickle', bytes: 100_000, ms: 600 }, { operation: 'devices', times: 1 });
  await page.getByRole('button', { name: 'Use the demo project' }).click();
  await expect(page.getByText(/\d of 2,000 devices/)).toBeVisible();
  await service.release();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
});

for (const [name, fault] of [
  ['never responds', { kind: 'never' }],
  ['responds too slowly', { kind: 'trickle', bytes: 1, ms: 2500 }],
] as const) {
  test(`sign-in to a service that ${name} can be canceled`, { tag: '@long' }, async ({ page, service }) => {
    await service.fault(fault, { operation: 'devices' });
    await page.clock.install();
    await page.goto('/');
    const button = submit(page);
    await enter(page, service);
    await button.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
    await expect(button).toBeFocused();
    await expect(page.getByRole('alert')).toBeHidden();
    const asked = page.waitForRequest(/devices/);
    await button.click();
    await asked;
    await page.clock.fastForward(31_000);
    await expect(page.getByRole('alert')).toContainText(/within 30 seconds|for 30 seconds/);
    await service.calm();
    await button.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  });
}

test('a password manager does not save the key as a user name', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByRole('button', { name: 'Show key' }).click();
  const offered = await page
    .locator('form input')
    .evaluateAll((inputs: HTMLInputElement[]) =>
      inputs.map(({ name, type, autocomplete, value }) => ({ name, type, autocomplete, value })),
    );
  const names = offered.filter(({ autocomplete }) => /username|email/.test(autocomplete));
  expect(names).toEqual([{ name: 'username', type: 'text', autocomplete: 'username', value: 'This service' }]);
  expect(offered.find(({ value }) => value === service.apiKey)?.autocomplete).toBe('off');
});

test('reports an invalid base URL, and suggests a better one', { tag: '@long' }, async ({ page, service }) => {
  const asked = recordRequestBodies(page, '/api/devices/get');
  await page.goto('/');
  await enter(page, service);
  const address = page.getByLabel('Base URL');
  for (const typed of ['devices.example.com/api', 'devices.example.com:8443/api', new URL(service.url).host]) {
    await address.fill(typed);
    await submit(page).click();
    await expect(address).toHaveAccessibleDescription('The address must start with https:// or http://.');
  }
  expect(asked).toEqual([]);

  await address.fill('/nowhere');
  await submit(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await address.fill(`${service.url}/api/devices/get`);
  await submit(page).click();
  await page.getByRole('button', { name: `Use ${service.url}/api`, exact: true }).click();
  await expect(address).toHaveValue(`${service.url}/api`);
});

test('reports missing permission to list devices', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await service.fault('forbidden', { operation: 'devices' });
  await page.getByRole('button', { name: 'Use the demo project' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('These credentials are not allowed to list devices.');
  await expect(alert).not.toContainText('stay signed in');
});

test('a reload keeps the session, and sign-out clears it', { tag: '@firefox' }, async ({ page, service }) => {
  await signIn(page, service);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(service.apiKey);
  expect(stored).not.toContain(service.token);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('without “Stay signed in”, a reload signs out and nothing is stored', async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('Stay signed in when this tab reloads').uncheck();
  await enter(page, service);
  await submit(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(service.apiKey);
  expect(stored).not.toContain(service.token);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('without “Stay signed in”, unlocking stores nothing', { tag: '@long' }, async ({ page, context, service }) => {
  await page.goto('/');
  await page.getByLabel('Stay signed in when this tab reloads').uncheck();
  const signInAgain = async (tab: Page) => {
    await enter(tab, service);
    await submit(tab).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/Overview|About/);
  };
  await signInAgain(page);
  const beside = await context.newPage();
  await beside.goto('/about');
  await beside.getByRole('button', { name: /, connection$/ }).click();
  await beside.getByRole('menuitem', { name: 'Lock' }).click();
  await signInAgain(beside);
  await beside.reload();
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await beside.close();
  await signInAgain(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('revoked credentials lead to sign-in and back to the page', async ({ page, service }) => {
  await signIn(page, service, '/datastore?collection=logs');
  await waitForHistogram(page);
  const fault = { kind: 'error', status: 401, code: 'AUTH-UNAUTHORIZED', message: 'This token was revoked.' } as const;
  await service.fault(fault, { operation: 'pipeline', times: 1 });
  await page.reload();
  await expect(page.getByRole('main').getByRole('paragraph').filter({ hasText: 'You were signed out' })).toContainText(
    'The service rejected the API key or token: “This token was revoked.” After you sign in, you return to datastore.',
  );
  await signIn(page, service, page.url());
  await expect(page).toHaveURL(`${service.url}/datastore?collection=logs`);
});

test.describe('when pages start signed in', () => {
  test.use({ signedIn: true });
  test('a page can be opened with other credentials', { tag: '@long' }, async ({ page, service, places }) => {
    const own = { apiKey: 'own-key', token: 'own-token' };
    await service.project({ project: 'own', ...own });
    const device = { deviceID: 'OWN-1', productID: 'P', name: 'n', registeredAt: 1, paired: false };
    await service.seed({ project: 'own', devices: [device] });
    await openSignedIn(page, own);
    await expect(places.devices.row('OWN-1')).toBeVisible();
  });
});
