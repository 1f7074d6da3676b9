import type { Page } from 'playwright/test';
import {
  getCollectionInput,
  getFieldInput,
  getJsonEditor,
  getStageHeadings,
  getValueInput,
  openDatastore,
  pasteText,
  showEditor,
} from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

const THREE = ['a', 'b', 'c'].map((name) => ({ type: 'match', filter: { [name]: 1 } }));
const preview = (page: Page) => page.getByRole('region', { name: 'Pasted query' });
const convert = (page: Page, stages: string) =>
  preview(page)
    .getByRole('button', { name: `Convert ${stages}` })
    .click();
const mongo = (field: string) => `db.tasks.aggregate([{ $match: { ${field}: 1 } }])`;

test('accepts pasted stages, curl commands, and Mongo pipelines after a preview', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await pasteText(getCollectionInput(page), '[{"type":"limit","n":5}]');
  await expect(getStageHeadings(page)).toHaveText([/1 JSON/]);
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  const request = JSON.stringify({ collection: 'logs', pipeline: THREE });
  await pasteText(getFieldInput(page, 1, 2), `curl http://x --data-raw '${request}'`);
  await expect(getStageHeadings(page)).toHaveCount(3);
  await expect(getCollectionInput(page)).toHaveValue('logs');
  await page.keyboard.press('Control+z');
  await expect(getStageHeadings(page)).toHaveCount(2);

  const text =
    "db.tasks.aggregate([{ $match: { temperature: { $gt: 25 } } }, { $group: { _id: '$deviceID', n: { $sum: 1 } } }, { $lookup: { from: 'x' } }])";
  await pasteText(getFieldInput(page, 1, 2), text);
  await expect(preview(page).getByRole('listitem')).toHaveText([
    'db.tasksCollection tasks, unchanged ',
    '$matchMatch, 1 condition extension ',
    '$groupGroup by deviceID, 1 computed extension ',
    '$lookupthis stage is not supported; kept as JSON, switched off not understood',
  ]);
  await convert(page, '2 stages');
  await expect(getStageHeadings(page)).toHaveText([/1 Match/, /2 Group by deviceID: count/, /3 JSON/]);
  await expect(page.getByRole('button', { name: 'Switch stage 3 on' })).toBeVisible();
  await expect(getCollectionInput(page)).toHaveValue('tasks');
});

test('takes a request pasted without focus, and rejects other text', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await expect(page.getByText('Choose a collection or write a query')).toBeVisible();
  await pasteText(page.locator('body'), 'level: "error"');
  await expect(page.getByText('Could not paste: this is not a request')).toBeVisible();
  await pasteText(page.locator('body'), '{"collection":"tasks","pipeline":[{"type":"match","filter":{"n":1}}]}');
  await expect(getCollectionInput(page)).toHaveValue('tasks');
  await expect(getStageHeadings(page)).toHaveText([/1 Match/]);
});

test('a second paste replaces the preview, and Escape discards it', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  const collection = getCollectionInput(page);
  await collection.focus();
  await pasteText(collection, mongo('first'));
  await preview(page).getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Escape');
  await expect(preview(page)).toBeHidden();
  await expect(collection).toBeFocused();
  await expect(collection).toHaveValue('logs');
  await expect(getStageHeadings(page)).toHaveCount(0);

  await pasteText(collection, mongo('first'));
  await expect(preview(page)).toBeVisible();
  await pasteText(collection, mongo('second'));
  await convert(page, '1 stage');
  await expect(getFieldInput(page)).toHaveValue('second');

  // text without an ambiguity is taken at once and closes the earlier preview
  await pasteText(collection, mongo('third'));
  await expect(preview(page)).toBeVisible();
  await pasteText(collection, JSON.stringify(THREE));
  await expect(getStageHeadings(page)).toHaveCount(3);
  await expect(preview(page)).toBeHidden();
});

test('keeps time formats and digits, and a typo can be fixed', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await pasteText(
    getCollectionInput(page),
    `db.logs.find({\n  counter: NumberLong("9007199254740993"),\n  time: { $gte: ISODate("2026-01-01") },\n  other: { $lt: new Date(0) }\n  name: /x/\n})`,
  );
  await expect(preview(page).getByText('Line 5, column 3: unexpected “name”.')).toBeVisible();
  await preview(page).getByRole('button', { name: 'Go to error' }).click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(',');
  await expect(preview(page).getByRole('textbox', { name: 'Pasted text' })).toBeFocused();
  await expect(preview(page).getByRole('listitem').filter({ hasText: '$regex' })).toContainText('line 5');
  await expect(preview(page).getByText('the number 9007199254740993, exactly')).toBeVisible();
  // the unit of one field is known, that of the other is chosen
  await expect(preview(page).getByText('1767225600000, 2026-01-01T00:00:00.000Z as epoch ms')).toBeVisible();
  await preview(page).getByRole('combobox', { name: 'Time format of other' }).selectOption('ISO text');
  await convert(page, '1 stage');
  for (const [index, value] of ['9007199254740993', '1767225600000', '1970-01-01T00:00:00.000Z'].entries())
    await expect(getValueInput(page, index + 1)).toHaveValue(value);
  await expect(getStageHeadings(page)).toHaveText([/1 Match/, /2 JSON/]);
});

test('converts a script with a relative time range', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await pasteText(
    getCollectionInput(page),
    [
      'threshold = 20',
      'query = {"time": {"$gte": datetime.now() - timedelta(days=2)}, "temperature": {"$gt": threshold}}',
      'total = client["fleet"]["tasks"].count_documents(query)',
      'print(total > threshold)',
    ].join('\n'),
  );
  await expect(preview(page).getByRole('listitem')).toHaveText([
    'client["fleet"]["tasks"]Collection tasks, unchanged ',
    'count_documentsfinds the documents; use Count to count them  changed, line 3',
    'print(total > threshold)ignored: only the last query is used  not understood, line 4',
    'filterMatch, 2 conditions extension line 2',
    'time.$gterange of the last 2 d, recalculated at each run  changed, line 2',
  ]);
  await convert(page, '2 stages');
  const range = page.getByRole('group', { name: 'Time range' });
  await expect(range.getByRole('button', { name: 'last 2 d' })).toBeVisible();
});

test('rejects a find with 400,000 values because of its length', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  const reason = page.getByText('Could not paste: the query has 6.');
  const values = Array.from({ length: 400_000 }, (_, at) => `"DEVICE-${at}"`).join();
  const text = `db.logs.find({ deviceID: { $in: [${values}] } })`;
  await pasteText(getCollectionInput(page), text);
  await expect(reason).toContainText('Services reject queries larger than 1.0 MB');
  await expect(getCollectionInput(page)).toHaveValue('logs');
  await page.reload();
  await showEditor(page, 'JSON');
  await pasteText(getJsonEditor(page), text);
  await expect(reason).toBeVisible();
  await expect(getJsonEditor(page)).toHaveText('[]');
});

test('the JSON editor previews a pasted query, or takes a fragment', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service, { pipeline: THREE });
  await showEditor(page, 'JSON');
  const editor = getJsonEditor(page);
  await pasteText(editor, "[{'$match': {'on': True}}]");
  await convert(page, '1 stage');
  await expect(editor).toContainText('"on": true');
  await editor.press('ControlOrMeta+Home');
  await pasteText(editor, '{"type":"match","filter":{}},');
  await expect(editor).toContainText('{"type":"match","filter":{}},[');
  await expect(preview(page)).toBeHidden();
});
