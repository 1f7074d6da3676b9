import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn, signIn } from '#e2e/helpers/session.ts';

test('a new user signs in with address, key and token, and sees the fleet', { tag: '@firefox' }, async ({
  page,
  service,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.getByLabel('Base URL')).toHaveValue('/api');
  await signIn(page, service, '/');
  await expect(page).toHaveURL(`${service.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
});

test('opens the demo project with one click', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Use the demo project' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
});

test('sign-in waits for the first devices, not for all of them', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await service.fault({ kind: 'trickle', bytes: 100_000, ms: 600 }, { operation: 'devices', times: 1 });
  await page.getByRole('button', { name: 'Use the demo project' }).click();
  await expect(page.getByText(/\d of 2,000 devices/)).toBeVisible();
  await service.release();
  await expect(page.getByText('2,000 devices', { exact: true })).toBeVisible();
});

test('reports a wrong key at its input, and keeps the other input', async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill('no such key');
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('API key', { exact: true })).toHaveAccessibleDescription(
    /Your API Key seems unfamiliar\..*APIKEY-INVALID/,
  );
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue(service.token);
});

test('reports a wrong token at its input', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(`Bearer ${service.token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Token', { exact: true })).toHaveAttribute('aria-invalid', 'true');
});

for (const [name, fault] of [
  ['never responds', { kind: 'never' }],
  ['responds too slowly', { kind: 'trickle', bytes: 1, ms: 2500 }],
] as const) {
  test(`a service that ${name} at sign-in can be canceled at once, and times out after 30 s`, { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await service.fault(fault, { operation: 'devices' });
    await page.clock.install();
    await page.goto('/');
    const button = page.getByRole('button', { name: /^(Sign in|Try again)$/ });
    await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
    await page.getByLabel('Token', { exact: true }).fill(service.token);
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

test('the key is not in an input that a password manager saves as the user name', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByRole('button', { name: 'Show key' }).click();
  const offered = await page.locator('form').evaluate((form: HTMLFormElement) =>
    [...form.querySelectorAll('input')].map(({ name, type, autocomplete, value }) => ({
      name,
      type,
      autocomplete,
      value,
    })),
  );
  const names = offered.filter(({ autocomplete }) => /username|email/.test(autocomplete));
  expect(names).toEqual([{ name: 'username', type: 'text', autocomplete: 'username', value: 'This service' }]);
  expect(offered.find(({ value }) => value === service.apiKey)?.autocomplete).toBe('off');
});

test('reports an address that is not a device service', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('Base URL').fill('/nowhere');
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('reports an address without https:// before sending key and token', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const asked = recordRequestBodies(page, '/devices/get');
  await page.goto('/');
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  const address = page.getByLabel('Base URL');
  for (const typed of ['devices.example.com/api', 'devices.example.com:8443/api', new URL(service.url).host]) {
    await address.fill(typed);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(address).toHaveAccessibleDescription('The address must start with https:// or http://.');
  }
  expect(asked).toEqual([]);
});

test('suggests the base URL for the address of an operation', { tag: '@long' }, async ({ page, service }) => {
  await page.goto('/');
  await page.getByLabel('Base URL').fill(`${service.url}/api/devices/get`);
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: `Use ${service.url}/api`, exact: true }).click();
  await expect(page.getByLabel('Base URL')).toHaveValue(`${service.url}/api`);
});

test('reports missing permission to list devices, without claiming that the user stays signed in', {
  tag: '@long',
}, async ({ page, service }) => {
  await page.goto('/');
  await service.fault('forbidden', { operation: 'devices' });
  await page.getByRole('button', { name: 'Use the demo project' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('These credentials are not allowed to list devices.');
  await expect(alert).not.toContainText('stay signed in');
});

test('reports empty inputs before sending anything', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the API key.')).toBeVisible();
  await expect(page.getByText('Enter the token.')).toBeVisible();
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
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(service.apiKey);
  expect(stored).not.toContain(service.token);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('without “Stay signed in”, unlocking stores nothing either, nor does another tab', { tag: '@long' }, async ({
  page,
  context,
  service,
}) => {
  await page.goto('/');
  await page.getByLabel('Stay signed in when this tab reloads').uncheck();
  const enter = async (tab: Page) => {
    await tab.getByLabel('API key', { exact: true }).fill(service.apiKey);
    await tab.getByLabel('Token', { exact: true }).fill(service.token);
    await tab.getByRole('button', { name: /Unlock|Sign in/ }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/Overview|About/);
  };
  await enter(page);
  const beside = await context.newPage();
  await beside.goto('/about');
  await beside.getByRole('button', { name: /, connection$/ }).click();
  await beside.getByRole('menuitem', { name: 'Lock' }).click();
  await enter(beside);
  await beside.reload();
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await beside.close();
  await enter(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('revoked credentials lead to sign-in and back to the page', async ({ page, service }) => {
  await signIn(page, service, '/datastore?collection=logs');
  await expect(page.getByRole('grid')).toBeVisible();
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
