import type { Page } from 'playwright/test';
import { buildDocumentsUrl, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { getFirstRow } from '#e2e/helpers/devicePages.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { getAlert } from '#e2e/helpers/page.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const QUERY = {
  pipeline: [
    { type: 'match', filter: { level: 'error' } },
    { type: 'project', specs: { temperature: 1 } },
    { type: 'sort', specs: { time: -1 } },
  ],
};

/**
 * Returns the name of the focused element, and true if its focus indicator is visible. Undefined if the focus left the
 * page.
 */
function focused(page: Page): Promise<{ name: string; seen: boolean } | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    // some controls draw the indicator on their label or on an ancestor
    const drawn = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    const seen = drawn.some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return { name: `${element.tagName} ${name.slice(0, 40)}`, seen };
  });
}

async function walk(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (let step = 0; step < 100; step++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (!at) return names;
    expect(at.seen, `the focus is seen on ${at.name}`).toBe(true);
    names.push(at.name);
  }
  throw new Error(`The focus never leaves the page; last on ${names.slice(-3).join(', ')}`);
}

const PAGES: [string, (id: string) => string, number][] = [
  ['devices', () => '/devices', 20],
  ['device', (id) => buildDeviceUrl(id, 'status'), 20],
  ['datastore', () => buildDocumentsUrl(QUERY), 35],
  ['datastore as JSON', () => buildDocumentsUrl({ view: 'json' }), 20],
  ['connections', () => '/connections', 12],
  ['about', () => '/about', 9],
  ['page not found', () => '/nowhere', 9],
];

for (const [name, path, least] of PAGES) {
  test(`Tab reaches every control of ${name}, shows the focus, and leaves the page`, {
    tag: name === 'devices' ? [] : '@long',
  }, async ({ page, service }) => {
    const { deviceID } = service.devices[0]?.record ?? { deviceID: '' };
    await openSignedIn(page, service, path(deviceID));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (name === 'device') await expect(page.getByText(/ ms · /)).toBeVisible();
    if (name.startsWith('datastore')) await expect(page.getByRole('button', { name: 'Previous page' })).toBeVisible();
    // the first tab stop; the page may have focused its heading on arrival
    await page.getByRole('link', { name: 'Skip to the page' }).focus();
    expect((await walk(page)).length).toBeGreaterThanOrEqual(least);
  });
}

test('the skip link keeps the page state and the URL', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/devices#search=drone');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect(search).toHaveValue('drone');
  await page.getByRole('link', { name: 'Skip to the page' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/\/devices#search=drone$/);
  await expect(search).toHaveValue('drone');
});

test('Tab reaches all of sign-in, and a wrong key is focused', async ({ page, service }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Use the demo project' })).toBeVisible();
  expect(await walk(page)).toHaveLength(11);
  const [key, token] = [page.getByLabel('API key', { exact: true }), page.getByLabel('Token', { exact: true })];
  for (const input of [key, token]) await expect(input).toHaveAttribute('required');
  await page.getByRole('button', { name: 'Sign in' }).press('Enter');
  await expect(key).toBeFocused();
  await page.keyboard.type('no such key');
  await token.fill(service.token);
  await page.keyboard.press('Enter');
  await expect(key).toHaveAccessibleDescription(/Your API Key seems unfamiliar\..*APIKEY-INVALID/);
  await expect(key).toBeFocused();
  await expect(token).toHaveValue(service.token);
});

test('the focus moves to a neighbor of a removed control', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, QUERY);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const fold = (stage: number) => page.getByRole('button', { name: `Collapse stage ${stage}` });
  await fold(1).press('Alt+ArrowDown');
  await fold(2).press('Alt+ArrowDown');
  await expect(fold(3)).toBeFocused();
  await press('Remove condition, stage 3 condition 1');
  await expect(page.getByRole('button', { name: 'Condition: add to stage 3' })).toBeFocused();
  await press('More actions for stage 1');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Sort by, stage 1 field 1' })).toBeFocused();

  await page.goto(buildDocumentsUrl());
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await press('Next page');
  await expect(page.getByText('rows 21–40')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeFocused();
  await press('Previous page');
  await expect(page.getByText('rows 1–20')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeFocused();

  const fault = { kind: 'error', status: 403, code: 'FORBIDDEN', message: 'Not for you.' } as const;
  await service.fault(fault, { operation: 'pipeline', times: 1 });
  await press('Refresh');
  await expect(getAlert(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
  await getAlert(page).getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(getAlert(page)).toBeHidden();
  await expect(page.locator('main').locator('button:focus, input:focus, a:focus')).toBeVisible();
});

test('a form takes the focus, focuses the invalid input, and returns the focus', { tag: '@long' }, async ({ page }) => {
  await page.goto('/connections');
  await page.getByRole('button', { name: 'Add a connection' }).press('Enter');
  const form = page.getByRole('region', { name: 'New connection' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Quay 3');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Base URL')).toBeFocused();
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add a connection' })).toBeFocused();
});

test('running without a collection focuses the collection input', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await page.getByRole('button', { name: 'Run' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Collection' })).toBeFocused();
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('on a narrow screen, Escape closes the menu', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, service, '/about');
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
});

test('shortcuts work with the letter keys of a Cyrillic keyboard', async ({ page, service }) => {
  await openSignedIn(page, service, '/overview');
  const keyboard = await page.context().newCDPSession(page);
  const press = async (letter: string, latin: string, modifiers = 0) => {
    const key = { key: letter, code: `Key${latin}`, windowsVirtualKeyCode: latin.charCodeAt(0), modifiers };
    await keyboard.send('Input.dispatchKeyEvent', { type: modifiers ? 'rawKeyDown' : 'keyDown', text: letter, ...key });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  };
  const CONTROL = 2;
  await press('л', 'K', CONTROL);
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeHidden();

  // the code of the second key loads at the first one
  await expect(async () => {
    await press('п', 'G');
    await press('в', 'D');
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await getFirstRow(page).getByRole('gridcell').nth(2).click();
  await press('з', 'P');
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  await page.keyboard.press('Escape');
  await press('ф', 'A', CONTROL);
  await expect(page.getByText('2,000 of 2,000 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await press('а', 'F');
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
});
