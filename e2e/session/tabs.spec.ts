import type { BrowserContext, Page } from 'playwright/test';
import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { getDemoDevice, waitForConnectivity } from '#e2e/helpers/devicePages.ts';
import { expect, type Service, signIn, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { delayPageHide } from '#e2e/helpers/page.ts';
import { createAppShellPageObject, createSignInPageObject } from '#e2e/testing/pageObjects.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { DEVICES_PATH } from '#urls/routePaths.ts';

const MINUTE = 60_000;
const ELSEWHERE = 'data:text/html,elsewhere';

const stored = (page: Page) => page.evaluate(() => ({ ...sessionStorage }));

test('a device opened in a new tab is signed in, and signs out with the others', async ({ page, context, service }) => {
  const device = getDemoDevice(service);
  await signIn(page, service);
  const opened = await context.newPage();
  await opened.goto(buildDeviceUrl(device.deviceID));
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText(device.name);
  expect(await stored(opened)).toEqual({});
  await opened.reload();
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText(device.name);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(opened.getByText('You signed out in another tab.')).toBeVisible();
  await opened.reload();
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('a session handed over keeps its limits', { tag: '@long' }, async ({ page, context, service }) => {
  await page.clock.install();
  await signIn(page, service);
  for (let part = 0; part < 8 * 6 - 1; part++) {
    await page.clock.fastForward(10 * MINUTE);
    await page.keyboard.press('Shift');
  }
  const opened = await context.newPage();
  await opened.clock.install();
  await opened.goto(DEVICES_PATH);
  await expect(opened.getByRole('grid')).toBeVisible();
  await page.close();
  await opened.clock.fastForward(5 * MINUTE);
  await expect(opened.getByRole('grid')).toBeVisible();
  await opened.clock.fastForward(6 * MINUTE);
  await expect(opened.getByText('Your session reached its limit of 8 hours.')).toBeVisible();
});

test('a new tab asks when no tab is signed in', { tag: '@long' }, async ({ page, context, service }) => {
  await signIn(page, service);
  const opened = await context.newPage();
  await page.close();
  await opened.goto(DEVICES_PATH);
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('a separate session ends no other', { tag: '@long' }, async ({ page, context, service }) => {
  await signIn(page, service);
  const other = await signInByAddress(context, service);
  await createAppShellPageObject(other).connection.click();
  await createAppShellPageObject(other).menuitem('This service').click();
  await expect(other.getByLabel('Base URL')).toHaveValue('/api');
  expect(await stored(other)).toEqual({});
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('a tab signed out elsewhere offers its connection', { tag: '@long' }, async ({ page, context, service }) => {
  await signIn(page, service);
  const other = await signInByAddress(context, service);
  await createAppShellPageObject(other).signOut.click();
  await expect(other.getByLabel('Base URL')).toHaveValue(`${service.url}/api`);
  await expect(page.getByLabel('Base URL')).toHaveValue('/api');
});

test('a window opened from a tab stores no session', { tag: '@long' }, async ({ page, context, service }) => {
  await signIn(page, service);
  expect(await stored(page)).toEqual({});
  const waited = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/favicon.svg'));
  const opened = await waited;
  await opened.waitForURL(/favicon/);
  expect(await stored(opened)).toEqual({});
  await page.close();
  await opened.goto(DEVICES_PATH);
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('a stored session can be restored only once', { tag: '@long' }, async ({ page, context, service }) => {
  await signIn(page, service);
  // web storage available to the next page of the tab
  await page.addInitScript(() => Reflect.set(window, 'left', { ...sessionStorage }));
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  const left: Record<string, string> = await page.evaluate('left');
  expect(JSON.stringify(left)).toContain(service.token);
  const copy = await context.newPage();
  await page.close();
  await copy.addInitScript((kept) => Object.assign(sessionStorage, kept), left);
  await copy.goto(DEVICES_PATH);
  await expect(copy.getByRole('heading', { level: 1 })).toHaveText('Sign in');
});

test('C4 sign-out reaches a tab on another site', { tag: '@long' }, async ({ page, context, service }) => {
  await signIn(page, service, buildDocumentsUrl());
  await expect(page.getByRole('grid')).toBeVisible();
  const other = await context.newPage();
  await other.goto(DEVICES_PATH);
  await expect(other.getByRole('grid')).toBeVisible();
  await page.goto(ELSEWHERE);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  expect(asked).toEqual([]);
  expect(await stored(page)).toEqual({});
});

test('a tab returning from another site keeps its session', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service, buildDocumentsUrl());
  await page.goto(ELSEWHERE);
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await stored(page)).toEqual({});
});

test(`a tab that leaves and returns at once stays signed in, 5 times`, { tag: '@long' }, async ({ page, service }) => {
  await delayPageHide(page);
  await signIn(page, service);
  const away = service.url.replace('127.0.0.1', 'localhost');
  for (let round = 0; round < 5; round++) {
    await page.goto(`${away}/favicon.svg`, { waitUntil: 'commit' });
    await page.goto(DEVICES_PATH, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
    await page.goto(buildDocumentsUrl(), { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Datastore');
  }
  await expect.poll(() => stored(page)).toEqual({});
});

test('a page that stays open after beforeunload clears what it stored', { tag: '@long' }, async ({ page, service }) => {
  await signIn(page, service);
  await page.clock.install();
  await page.evaluate(() => void dispatchEvent(new Event('beforeunload')));
  expect(JSON.stringify(await stored(page))).toContain(service.token);
  await page.clock.runFor(4_000);
  expect(await stored(page)).toEqual({});
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('C5 locks without a request after 20 minutes on another site', async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  await page.goto(ELSEWHERE);
  await page.clock.setSystemTime(Date.now() + 20 * MINUTE);
  const asked = recordRequestBodies(page, '/devices/get');
  await page.goBack();
  await expect(page.getByText('Locked after 15 minutes without activity.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('C5 an expired session sends nothing on wake-up', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  await waitForConnectivity(page);
  const asked = recordRequestBodies(page, '/devices/get');
  await page.clock.setSystemTime(Date.now() + 20 * MINUTE);
  // before any timer has run
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Refresh"]')?.click());
  await expect(page.getByText('Locked after 15 minutes without activity.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('C6 setting the clock back does not extend the 8 hours', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  await page.clock.setSystemTime(Date.now() - 300 * MINUTE);
  for (let part = 0; part < 8 * 6; part++) {
    await page.clock.runFor(10 * MINUTE);
    await page.keyboard.press('Shift');
  }
  await page.clock.runFor(MINUTE);
  await expect(page.getByText('Your session reached its limit of 8 hours.')).toBeVisible();
});

test('setting the clock back while the tab is on another site locks', { tag: '@long' }, async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  await page.goto(ELSEWHERE);
  await page.clock.setSystemTime(Date.now() - 60 * MINUTE);
  await page.goBack();
  await expect(page.getByText('Locked after 15 minutes without activity.')).toBeVisible();
});

async function signInByAddress(context: BrowserContext, service: Service): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Base URL').fill(`${service.url}/api`);
  const { apiKey, token, submit } = createSignInPageObject(page);
  await apiKey.fill(service.apiKey);
  await token.fill(service.token);
  await submit.click();
  return page;
}
