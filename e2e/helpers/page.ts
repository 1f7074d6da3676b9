import { expect, type Locator, type Page } from 'playwright/test';
import type { HostConfig } from '#contract/hostConfig.ts';
import { EXTENSION_LABELS } from '#contract/stages.ts';
import { createAppShellPageObject, createSignInPageObject } from '#e2e/testing/pageObjects.ts';
import type { Service } from './fixtures.ts';

export const getAlert = (page: Page) => createAppShellPageObject(page).alert;

export const getTaskTrayItem = (page: Page, title: string | RegExp) => createAppShellPageObject(page).work(title);

export async function chooseFromMenu(page: Page, opener: string | RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: opener }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/**
 * Marks the page.
 * @returns an assertion that it was not reloaded since
 */
export async function createReloadAssertion(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
  return async () => expect(await page.evaluate(() => Reflect.get(window, 'marked'))).toBe(true);
}

/** Blocks pages for 400 ms in `pagehide`, so that the next page loads before later handlers store anything. */
export async function delayPageHide(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const busy = () => {
      const until = performance.now() + 400;
      while (performance.now() < until);
    };
    addEventListener('pagehide', busy, { capture: true });
  });
}

export async function openConnectionsPage(page: Page): Promise<void> {
  const { connection, menuitem } = createAppShellPageObject(page);
  await connection.click();
  await menuitem('Edit connections').click();
}

export function measureElementOverflow({
  scrollWidth,
  clientWidth,
  scrollHeight,
  clientHeight,
}: Element): [number, number] {
  return [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight)];
}

/** Sets the text spacing of WCAG 1.4.12, like a browser extension does. */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rules = new CSSStyleSheet();
    const spacing = ['letter-spacing: 0.12em', 'word-spacing: 0.16em', 'line-height: 1.5'];
    rules.replaceSync(`* { ${spacing.map((rule) => `${rule} !important;`).join('')} }`);
    document.adoptedStyleSheets.push(rules);
  });
}

export async function disableExtensions(form: Locator): Promise<void> {
  const extensions = form.getByRole('group', { name: 'Extensions' });
  await extensions.getByLabel('Host default').uncheck();
  for (const name of Object.values(EXTENSION_LABELS)) await extensions.getByLabel(name).uncheck();
}

/** Changes settings of the host configuration. Call it before the first page is opened. */
export async function setHostConfig(page: Page, service: Service, changes: HostConfig): Promise<void> {
  const response = await fetch(`${service.url}/config.json`);
  const config: object = await response.json();
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, ...changes } }));
}

/** Makes the host configuration list these extensions only. Call it before the first page is opened. */
export async function setHostExtensions(
  page: Page,
  service: Service,
  extensions: (keyof typeof EXTENSION_LABELS)[],
): Promise<void> {
  await setHostConfig(page, service, { extensions });
}

/** Enters the credentials into the open sign-in form. */
export async function signInAgain(page: Page, service: Pick<Service, 'apiKey' | 'token'>): Promise<void> {
  const { apiKey, token, submit } = createSignInPageObject(page);
  await apiKey.fill(service.apiKey);
  await token.fill(service.token);
  await submit.click();
}
