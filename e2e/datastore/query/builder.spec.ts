import { getLiveRegion } from '#e2e/helpers/announcements.ts';
import {
  addMatchStage,
  getButton,
  getDocumentGrid,
  getFieldInput,
  getJsonEditor,
  getStageHeadings,
  getValueInput,
  openDatastore,
  showEditor,
} from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

const LINK = { pipeline: ['a', 'b', 'c'].map((name) => ({ type: 'match', filter: { [name]: 1 } })) };

test('stages can be collapsed, moved, duplicated and deleted, and all of it undone', async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  const stages = getStageHeadings(page);
  const folded = ['a', 'b', 'c'].map((name, index) => `${index + 1} Match keep where ${name} is 1`);
  for (const position of [1, 2, 3]) await page.getByRole('button', { name: `Collapse stage ${position}` }).click();
  await expect(stages).toHaveText(folded);

  await page.getByRole('button', { name: 'Expand stage 3' }).press('Alt+ArrowUp');
  await expect(page.getByRole('button', { name: 'Expand stage 2' })).toBeFocused();
  await expect(getLiveRegion(page)).toContainText('Match is now stage 2 of 3');
  await expect(stages).toHaveText([/ a is 1/, / c is 1/, / b is 1/]);

  await chooseFromMenu(page, 'More actions for stage 1', 'Duplicate');
  await chooseFromMenu(page, 'Add a stage after stage 1', 'Project');
  await expect(stages).toHaveText([/ a is 1/, /Project/, / a is 1/, / c is 1/, / b is 1/]);

  await chooseFromMenu(page, 'More actions for stage 4', 'Delete');
  await expect(page.getByText('Stage 4, Match, deleted')).toBeVisible();
  await page.getByRole('list', { name: 'Stages' }).getByRole('button', { name: 'Undo' }).click();
  await expect(stages).toHaveCount(5);
  const undo = getButton(page, 'Undo');
  for (let steps = 0; steps < 8; steps++) await undo.click();
  await expect(stages).toHaveText(['1 Match all conditions must match', /2 Match/, /3 Match/]);
  await expect(undo).toBeDisabled();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(stages).toHaveText([folded[0] ?? '', /2 Match/, /3 Match/]);
});

test('a deleted stage is restored in its place, and later edits stay', async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  await chooseFromMenu(page, 'More actions for stage 2', 'Delete');
  await getFieldInput(page, 1, 2).fill('edited');
  await page.getByRole('list', { name: 'Stages' }).getByRole('button', { name: 'Undo' }).click();
  await expect(getStageHeadings(page)).toHaveCount(3);
  await expect(getFieldInput(page, 1, 2)).toHaveValue('b');
  await expect(getFieldInput(page, 1, 3)).toHaveValue('edited');
});

test('JSON keeps every digit, and invalid JSON stays as typed and blocks the run', async ({ page, service }) => {
  const valid = '[{"type":"match","filter":{"10":1.0,"9":12345678901234567890}},{"type":"odd","a":1,"a":2}]';
  await openDatastore(page, service);
  await showEditor(page, 'JSON');
  const editor = getJsonEditor(page);
  await editor.fill(valid);
  await showEditor(page, 'Builder');
  await expect(getStageHeadings(page)).toHaveText([/1 Match/, /2 JSON/]);
  const sent = page.waitForRequest((request) => request.postData()?.includes('"odd"') ?? false);
  await getButton(page, 'Run').click();
  expect((await sent).postData()).toContain(`"pipeline":${valid}`);
  await showEditor(page, 'JSON');
  expect((await editor.innerText()).replaceAll(/\s/g, '')).toBe(valid);

  const invalid = '[\n{"type": "match"\n"filter": {}}]';
  await editor.fill(invalid);
  await expect(page.getByText('Line 3, column 1: expected a comma or }')).toBeVisible();
  await expect(page.getByText('fix line 3 to run')).toBeVisible();
  await expect(getButton(page, 'Run')).toBeDisabled();
  await showEditor(page, 'Builder');
  await expect(getStageHeadings(page)).toHaveCount(2);
  await expect(getButton(page, 'Run')).toBeEnabled();
  await showEditor(page, 'JSON');
  expect((await editor.innerText()).trim()).toBe(invalid);
  await showEditor(page, 'Builder');
  await page.getByRole('button', { name: 'Switch stage 1 off' }).click();
  await showEditor(page, 'JSON');
  await page.getByRole('button', { name: 'Restore it' }).click();
  expect((await editor.innerText()).trim()).toBe(invalid);
});

test('canceling a run keeps rows, link and draft consistent', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  const address = page.url();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 9 });
  await addMatchStage(page, 'level');
  await expect(page.getByText('from before your edits')).toBeVisible();
  const answer = getDocumentGrid(page).locator('xpath=ancestor::*[@aria-busy][last()]');
  for (const cancel of ['Escape', 'button']) {
    const ended = page.waitForEvent('requestfailed');
    await page.keyboard.press('Control+Enter');
    await expect(answer).toHaveCSS('opacity', '0.6');
    await expect(answer).toHaveAttribute('aria-busy', 'true');
    if (cancel === 'Escape') await page.keyboard.press('Escape');
    else await getButton(page, 'Cancel').click();
    await ended;
    await expect(page).toHaveURL(address);
    await expect(page.getByText('canceled; the results are unchanged')).toBeVisible();
    await expect(page.getByText('edited since the last run')).toBeVisible();
    await expect(answer).toHaveCSS('opacity', '1');
    await expect(getFieldInput(page)).toHaveValue('level');
    await expect(getLiveRegion(page)).toContainText('Canceled; the results are unchanged');
    await getFieldInput(page).focus();
  }
  await service.calm();
  await getButton(page, 'Refresh').click();
  await expect(page.getByText('canceled; the results are unchanged')).toHaveCount(0);
});

test('Back and Forward between two queries update the builder', async ({ page, service }) => {
  await openDatastore(page, service);
  await addMatchStage(page, 'level');
  await getValueInput(page).fill('info');
  await getButton(page, 'Run').click();
  await expect(page).toHaveURL(/pipeline/);
  await page.goBack();
  await expect(getStageHeadings(page)).toHaveCount(0);
  await page.goForward();
  await expect(getStageHeadings(page)).toHaveText([/Match/]);
  await expect(page.getByText('edited since the last run')).toBeHidden();
});

test('typing replaces multi-line JSON, and accepts a suggested field', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, LINK);
  await showEditor(page, 'JSON');
  const editor = getJsonEditor(page);
  await editor.press('Control+a');
  await page.keyboard.type('[{"typ');
  await expect(editor).toHaveText('[{"typ');
  await expect(page.getByRole('option', { name: 'type' })).toBeVisible();
  // the suggestion follows further typing; one shown for less than 75 ms is not accepted
  await page.keyboard.press('e', { delay: 100 });
  await page.keyboard.press('Enter');
  await page.keyboard.type(': 1}]');
  await expect(editor).toHaveText('[{"type": 1}]');
  await expect(async () => {
    await page.keyboard.press('Control+z');
    await expect(editor).toContainText('"a": 1', { timeout: 100 });
  }).toPass();
});
