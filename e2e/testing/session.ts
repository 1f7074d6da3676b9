import { type BrowserContext, expect, type Page } from 'playwright/test';
import { createSignInPageObject } from './pageObjects.ts';

export type Credentials = { apiKey: string; token: string };

/**
 * Makes pages start signed in, like a new tab that takes over the session of another tab. Has no effect after a
 * sign-out in this browser. Credentials of a page take precedence over those of its context.
 */
export async function provideSession(target: Page | BrowserContext, { apiKey, token }: Credentials): Promise<void> {
  const connection = { id: 'handed-over', baseUrl: '/api', apiKey, token };
  await target.addInitScript((held) => {
    const last = Symbol.for('fleetlens.handOver');
    const turn = (Reflect.get(window, last) ?? 0) + 1;
    Reflect.set(window, last, turn);
    const channel = new BroadcastChannel('fleetlens.handOver');
    channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: string }>) => {
      if (
        data.ask === undefined ||
        Reflect.get(window, last) !== turn ||
        localStorage.getItem('fleetlens.signOuts') !== null
      )
        return;
      channel.postMessage({
        offer: { to: data.ask, connection: held, savedConnectionId: 'host', unused: 0, age: 0, idle: 0 },
      });
    });
  }, connection);
}

/** Opens a page in a tab that is already signed in, without the sign-in form. Waits until the page is displayed. */
export async function openSignedIn(page: Page, credentials: Credentials, path = '/devices'): Promise<void> {
  await provideSession(page, credentials);
  await page.goto(path);
  await expectSignedIn(page);
}

/** Signs in with the form, as a user does, and waits until the page is displayed. */
export async function signIn(page: Page, { apiKey, token }: Credentials, path = '/devices'): Promise<void> {
  await page.goto(path);
  const form = createSignInPageObject(page);
  await form.apiKey.fill(apiKey);
  await form.token.fill(token);
  await form.submit.click();
  await expectSignedIn(page);
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
