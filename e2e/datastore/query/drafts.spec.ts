import type { Page } from 'playwright/test';
import { getLiveRegion } from '#e2e/helpers/announcements.ts';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { delayPageHide } from '#e2e/helpers/page.ts';
import { openSignedIn, signIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

const stages = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');
const field = (page: Page) => page.getByRole('combobox', { name: 'Field, stage 1 condition 1' });
const QUERY = {
  ...LOGS_URL_STATE,
  pipeline: ['a', 'b', 'c'].map((name) => ({ type: 'match', filter: { [name]: 1 } })),
};

async function openFolded(page: Page) {
  for (const position of [1, 2, 3]) await page.getByRole('button', { name: `Collapse stage ${position}` }).click();
}

test('dragging moves a stage by its handle, and one undo reverts it', { tag: ['@firefox', '@long'] }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await openFolded(page);
  await page
    .getByRole('button', { name: 'Drag stage 3' })
    .dragTo(page.getByRole('button', { name: 'Drag stage 1' }), { steps: 8 });
  await expect(stages(page)).toHaveText([/ c is 1/, / a is 1/, / b is 1/]);
  // dnd-kit suppresses clicks for 50 ms after a drag, without a visible sign
  await page.waitForTimeout(60);
  await expect(async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(stages(page)).toHaveText([/ a is 1/, / b is 1/, / c is 1/], { timeout: 5000 });
  }).toPass();
});

async function moveTo(page: Page, words: string): Promise<void> {
  // the position measurement has no visible sign; a key that is too early costs 5 s
  await page.waitForTimeout(60);
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(getLiveRegion(page)).toContainText(words, { timeout: 5000 });
  }).toPass();
}

test('the keyboard lifts, moves and drops a stage, announces positions, and Escape cancels', {
  tag: ['@firefox', '@long'],
}, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await openFolded(page);
  const handle = page.getByRole('button', { name: 'Drag stage 1' });
  await handle.press('Space');
  await expect(getLiveRegion(page)).toContainText('Match picked up, position 1 of 3');
  await moveTo(page, 'Match over position 2 of 3');
  await page.keyboard.press('Escape');
  await expect(getLiveRegion(page)).toContainText('Match returned to position 1 of 3');
  await expect(stages(page)).toHaveText([/ a is 1/, / b is 1/, / c is 1/]);
  await handle.press('Space');
  await expect(getLiveRegion(page)).toContainText('Match picked up, position 1 of 3');
  await moveTo(page, 'Match over position 2 of 3');
  await page.keyboard.press('Space');
  await expect(stages(page)).toHaveText([/ b is 1/, / a is 1/, / c is 1/]);
  await expect(page.getByRole('button', { name: 'Drag stage 2' })).toBeFocused();
});

test('a draft and its collapsed stages survive a reload, and signing out removes them', async ({ page, service }) => {
  await signIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await page.keyboard.type('voltage');
  await page.getByRole('button', { name: 'JSON: add stage' }).click();
  await page.getByRole('button', { name: 'Collapse stage 2' }).click();
  await page.reload();
  await expect(field(page)).toHaveValue('voltage');
  await expect(page.getByRole('button', { name: 'Expand stage 2' })).toBeVisible();
  await expect(page.getByText('edited since the last run')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await signIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  await expect(stages(page)).toHaveCount(0);
});

test(`restores the draft after leaving and returning at once, 4 times`, { tag: '@long' }, async ({ page, service }) => {
  await delayPageHide(page);
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  const away = service.url.replace('127.0.0.1', 'localhost');
  for (const name of ['voltage', 'temperature', 'time', 'site'].slice(0, 4)) {
    await field(page).fill(name);
    await page.goto(`${away}/favicon.svg`, { waitUntil: 'commit' });
    await page.goto(buildDatastoreUrl(LOGS_URL_STATE), { waitUntil: 'commit' });
    await expect(field(page)).toHaveValue(name);
  }
});

test('invalid JSON survives a reload as typed', { tag: '@long' }, async ({ page, service }) => {
  const openJson = () => page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  const editor = page.getByRole('textbox', { name: 'Pipeline as JSON' });
  const text = '[{"type": "match"\n"filter": {}}]';
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await openJson();
  await editor.fill(text);
  await expect(page.getByText('fix line 2 to run')).toBeVisible();
  await page.reload();
  await openJson();
  await expect(page.getByText('Line 2, column 1: expected a comma or }')).toBeVisible();
  expect((await editor.innerText()).trim()).toBe(text);
});

async function pasteStage(page: Page, characters: number) {
  const text = JSON.stringify([{ type: 'odd', text: 'x'.repeat(characters) }]);
  await page.getByRole('combobox', { name: 'Collection' }).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await expect(page.getByText('too many to edit here')).toBeVisible();
}

test('a draft of 6 MB survives a reload', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await pasteStage(page, 6_000_000);
  const words = await page.getByText('too many to edit here').innerText();
  await page.reload();
  await expect(page.getByText(words)).toBeVisible();
});

test('asks before leaving with a draft that cannot be stored', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.evaluate(() => sessionStorage.setItem('other', 'x'.repeat(5_000_000)));
  await page.getByRole('combobox', { name: 'Collection' }).click();
  await pasteStage(page, 1_500_000);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByText('too many to edit here')).toBeVisible();
  // drafts that fit into storage do not ask before unload
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByText('too many to edit here')).toBeVisible();
});

test('C8 a 401 response keeps a draft that was not run', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await page.keyboard.type('voltage');
  const fault = { kind: 'error', status: 401, code: 'AUTH-UNAUTHORIZED', message: 'This token has expired.' } as const;
  await service.fault(fault, { operation: 'pipeline' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('This token has expired.')).toBeVisible();
  await service.calm();
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  await expect(field(page)).toHaveValue('voltage');
});

for (const baseUrl of ['/api', 'another connection']) {
  test(`C8 reloading while a 401 waits for credentials keeps the draft, signed in to ${baseUrl}`, {
    tag: '@long',
  }, async ({ page, service }) => {
    const own = baseUrl === '/api';
    await signIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
    await page.getByRole('button', { name: 'Match: add stage' }).click();
    await page.keyboard.type('voltage');
    const fault = {
      kind: 'error',
      status: 401,
      code: 'AUTH-UNAUTHORIZED',
      message: 'This token has expired.',
    } as const;
    await service.fault(fault, { operation: 'pipeline' });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('This token has expired.')).toBeVisible();
    await service.calm();
    await page.reload();
    await page.reload();
    await page.getByLabel('Base URL').fill(own ? baseUrl : `${service.url}/api`);
    await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
    await page.getByLabel('Token', { exact: true }).fill(service.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
    await expect(stages(page)).toHaveCount(own ? 1 : 0);
    if (own) await expect(field(page)).toHaveValue('voltage');
  });
}

test('undo and redo steps survive a reload with the draft', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const name = (button: string) => page.getByRole('button', { name: button, exact: true });
  await name('Match: add stage').click();
  await page.keyboard.type('voltage');
  await name('Sort: add stage').click();
  await name('Undo').click();
  await expect(stages(page)).toHaveCount(1);
  await page.reload();
  await expect(field(page)).toHaveValue('voltage');
  await name('Redo').click();
  await expect(stages(page)).toHaveCount(2);
  await name('Undo').click();
  await name('Undo').click();
  await expect(field(page)).toHaveValue('');
  await name('Undo').click();
  await expect(stages(page)).toHaveCount(0);
  await expect(name('Undo')).toBeDisabled();
});

test('a slow refresh can be stopped with the Refresh button', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await service.fault({ kind: 'never' }, { operation: 'pipeline' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Stop refreshing' }).click();
  await expect(page.getByText('canceled; the results are unchanged')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
});
