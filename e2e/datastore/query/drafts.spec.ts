import type { Page } from 'playwright/test';
import { getLiveRegion } from '#e2e/helpers/announcements.ts';
import {
  addMatchStage,
  buildDocumentsUrl,
  getButton,
  getCollectionInput,
  getDocumentGrid,
  getFieldInput,
  getJsonEditor,
  getStageHeadings,
  openDatastore,
  pasteText,
  showEditor,
} from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, signIn, test } from '#e2e/helpers/fixtures.ts';
import { delayPageHide, signInAgain } from '#e2e/helpers/page.ts';

const TOO_LONG = 'too many to edit here';

async function openFolded(page: Page, service: Service) {
  const pipeline = ['a', 'b', 'c'].map((name) => ({ type: 'match', filter: { [name]: 1 } }));
  await openDatastore(page, service, { pipeline });
  for (const position of [1, 2, 3]) await page.getByRole('button', { name: `Collapse stage ${position}` }).click();
}

test('dragging moves a stage, and one undo reverts it', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openFolded(page, service);
  await page
    .getByRole('button', { name: 'Drag stage 3' })
    .dragTo(page.getByRole('button', { name: 'Drag stage 1' }), { steps: 8 });
  await expect(getStageHeadings(page)).toHaveText([/ c is 1/, / a is 1/, / b is 1/]);
  // dnd-kit suppresses clicks for 50 ms after a drag, without a visible sign
  await expect(async () => {
    await getButton(page, 'Undo').click();
    await expect(getStageHeadings(page)).toHaveText([/ a is 1/, / b is 1/, / c is 1/], { timeout: 5000 });
  }).toPass();
});

test('the keyboard moves a stage, announced, or cancels', { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
  await openFolded(page, service);
  const handle = page.getByRole('button', { name: 'Drag stage 1' });
  const liftAndMove = async () => {
    await handle.press('Space');
    await expect(getLiveRegion(page)).toContainText('Match picked up, position 1 of 3');
    // the position measurement has no visible sign, and a key before it has no effect
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(getLiveRegion(page)).toContainText('Match over position 2 of 3', { timeout: 5000 });
    }).toPass();
  };
  await liftAndMove();
  await page.keyboard.press('Escape');
  await expect(getLiveRegion(page)).toContainText('Match returned to position 1 of 3');
  await expect(getStageHeadings(page)).toHaveText([/ a is 1/, / b is 1/, / c is 1/]);
  await liftAndMove();
  await page.keyboard.press('Space');
  await expect(getStageHeadings(page)).toHaveText([/ b is 1/, / a is 1/, / c is 1/]);
  await expect(page.getByRole('button', { name: 'Drag stage 2' })).toBeFocused();
});

test('a draft and its collapsed stages survive a reload, and signing out removes them', async ({ page, service }) => {
  await signIn(page, service, buildDocumentsUrl());
  await addMatchStage(page, 'voltage');
  await page.getByRole('button', { name: 'JSON: add stage' }).click();
  await page.getByRole('button', { name: 'Collapse stage 2' }).click();
  await page.reload();
  await expect(getFieldInput(page)).toHaveValue('voltage');
  await expect(page.getByRole('button', { name: 'Expand stage 2' })).toBeVisible();
  await expect(page.getByText('edited since the last run')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await signIn(page, service, buildDocumentsUrl());
  await expect(getDocumentGrid(page)).toBeVisible();
  await expect(getStageHeadings(page)).toHaveCount(0);
});

test('restores the draft after leaving and returning at once', { tag: '@long' }, async ({ page, service }) => {
  await delayPageHide(page);
  await openDatastore(page, service);
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  const away = service.url.replace('127.0.0.1', 'localhost');
  for (const name of ['voltage', 'temperature', 'time', 'site']) {
    await getFieldInput(page).fill(name);
    await page.goto(`${away}/favicon.svg`, { waitUntil: 'commit' });
    await page.goto(buildDocumentsUrl(), { waitUntil: 'commit' });
    await expect(getFieldInput(page)).toHaveValue(name);
  }
});

test('invalid JSON survives a reload as typed', { tag: '@long' }, async ({ page, service }) => {
  const text = '[{"type": "match"\n"filter": {}}]';
  await openDatastore(page, service);
  await showEditor(page, 'JSON');
  await getJsonEditor(page).fill(text);
  await expect(page.getByText('fix line 2 to run')).toBeVisible();
  await page.reload();
  await showEditor(page, 'JSON');
  await expect(page.getByText('Line 2, column 1: expected a comma or }')).toBeVisible();
  expect((await getJsonEditor(page).innerText()).trim()).toBe(text);
});

test('a draft of 6 MB survives a reload, or asks before leaving', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  const pasteStage = (characters: number) =>
    pasteText(getCollectionInput(page), JSON.stringify([{ type: 'odd', text: 'x'.repeat(characters) }]));
  await pasteStage(6_000_000);
  const words = await page.getByText(TOO_LONG).innerText();
  await page.reload();
  await expect(page.getByText(words)).toBeVisible();

  await page.evaluate(() => sessionStorage.setItem('other', 'x'.repeat(5_000_000)));
  await getCollectionInput(page).click();
  await pasteStage(1_500_000);
  await expect(page.getByText(words)).toHaveCount(0);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  // drafts that fit into storage do not ask before unload
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByText(TOO_LONG)).toBeVisible();
});

async function expireDraft(page: Page, service: Service): Promise<void> {
  await addMatchStage(page, 'voltage');
  await service.fault('unauthorized', { operation: 'pipeline' });
  const signIn = page.getByRole('heading', { level: 1, name: 'Sign in' });
  // a request that the page sends in advance may be rejected before
  await page.getByRole('button', { name: 'Refresh' }).or(signIn).click();
  await expect(signIn).toBeVisible();
  await service.calm();
}

test('C8 a 401 response keeps a draft that was not run', async ({ page, service }) => {
  await openDatastore(page, service);
  await expireDraft(page, service);
  await signInAgain(page, service);
  await expect(getDocumentGrid(page)).toBeVisible();
  await expect(getFieldInput(page)).toHaveValue('voltage');
});

for (const own of [true, false]) {
  test(`C8 a reload during a 401 ${own ? 'keeps' : 'hides'} the draft`, { tag: '@long' }, async ({ page, service }) => {
    await signIn(page, service, buildDocumentsUrl());
    await expireDraft(page, service);
    await page.reload();
    await page.reload();
    await page.getByLabel('Base URL').fill(own ? '/api' : `${service.url}/api`);
    await signInAgain(page, service);
    await expect(getDocumentGrid(page)).toBeVisible();
    await expect(getStageHeadings(page)).toHaveCount(own ? 1 : 0);
    if (own) await expect(getFieldInput(page)).toHaveValue('voltage');
  });
}

test('undo steps survive a visit of another page and a reload', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await addMatchStage(page, 'voltage');
  await getButton(page, 'Sort: add stage').click();
  await getButton(page, 'Undo').click();
  await expect(getStageHeadings(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(getFieldInput(page)).toHaveValue('voltage');
  await page.reload();
  await expect(getFieldInput(page)).toHaveValue('voltage');
  await getButton(page, 'Redo').click();
  await expect(getStageHeadings(page)).toHaveCount(2);
  await getButton(page, 'Undo').click();
  await getButton(page, 'Undo').click();
  await expect(getFieldInput(page)).toHaveValue('');
  await getButton(page, 'Undo').click();
  await expect(getStageHeadings(page)).toHaveCount(0);
  await expect(getButton(page, 'Undo')).toBeDisabled();
});
