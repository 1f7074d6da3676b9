import { type BrowserContext, expect, type Page } from 'playwright/test';
import { signInPlace } from './places.ts';

/** What a service lets its callers in by. */
export type Credentials = { apiKey: string; token: string };

/**
 * Has pages begin signed in, as a new tab is while another one is: that other tab, of which a page sees no more than its
 * answer, hands its session over. It has none to hand over once somebody signed out in this browser. Of several in a page
 * the last one answers: what a test opens a page with goes before what its context begins with.
 */
export async function handOver(target: Page | BrowserContext, { apiKey, token }: Credentials): Promise<void> {
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
      channel.postMessage({ offer: { to: data.ask, connection: held, savedId: 'host', unused: 0, age: 0, idle: 0 } });
    });
  }, connection);
}

/** Opens a path signed in with these credentials, whatever the context begins with. */
export async function openSignedIn(page: Page, credentials: Credentials, path = '/devices'): Promise<void> {
  await handOver(page, credentials);
  await page.goto(path);
  await expectSignedIn(page);
}

/** Signs in as a person does, from wherever the page is sent to: where that is what a test is about. */
export async function signIn(page: Page, { apiKey, token }: Credentials, path = '/devices'): Promise<void> {
  await page.goto(path);
  const form = signInPlace(page);
  await form.apiKey.fill(apiKey);
  await form.token.fill(token);
  await form.submit.click();
  await expectSignedIn(page);
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
