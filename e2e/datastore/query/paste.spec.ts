import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

const stages = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');
const editor = (page: Page) => page.getByRole('textbox', { name: 'Pipeline as JSON' });
const THREE = ['a', 'b', 'c'].map((name) => ({ type: 'match', filter: { [name]: 1 } }));
const QUERY = { ...LOGS_URL_STATE, pipeline: THREE };

async function openJson(page: Page) {
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await expect(editor(page)).toBeVisible();
}

async function paste(page: Page, target: string, text: string) {
  await page.getByRole('combobox', { name: target }).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('accepts a pasted request, curl command and list of stages', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await paste(page, 'Collection', '[{"type":"limit","n":5}]');
  await expect(stages(page)).toHaveText([/1 JSON/]);
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  await paste(
    page,
    'Field, stage 2 condition 1',
    `curl http://x --data-raw '${JSON.stringify({ collection: 'logs', pipeline: THREE })}'`,
  );
  await expect(stages(page)).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue('logs');
  await page.keyboard.press('Control+z');
  await expect(stages(page)).toHaveCount(2);
});

test('accepts a pasted request where no input has the focus', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await expect(page.getByText('Choose a collection or write a query')).toBeVisible();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '{"collection":"tasks","pipeline":[{"type":"match","filter":{"n":1}}]}');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue('tasks');
  await expect(stages(page)).toHaveText([/1 Match/]);
});

test('rejects pasted text that is not a query', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await expect(page.getByText('Choose a collection or write a query')).toBeVisible();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'level: "error"');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('Could not paste: this is not a request')).toBeVisible();
});

test('converts a Mongo-style pipeline after a preview', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  await page.getByRole('button', { name: 'Match: add stage' }).click();
  const text =
    "db.tasks.aggregate([{ $match: { temperature: { $gt: 25 } } }, { $group: { _id: '$deviceID', n: { $sum: 1 } } }, { $lookup: { from: 'x' } }])";
  await paste(page, 'Field, stage 1 condition 1', text);
  const preview = page.getByRole('region', { name: 'Pasted query' });
  await expect(preview.getByRole('listitem')).toHaveText([
    'db.tasksCollection tasks, unchanged ',
    '$matchMatch, 1 condition extension ',
    '$groupGroup by deviceID, 1 computed extension ',
    '$lookupthis stage is not supported; kept as JSON, switched off not understood',
  ]);
  await preview.getByRole('button', { name: 'Convert 2 stages' }).click();
  await expect(stages(page)).toHaveText([/1 Match/, /2 Group by deviceID: count/, /3 JSON/]);
  await expect(page.getByRole('button', { name: 'Switch stage 3 on' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue('tasks');
});

const mongo = (field: string) => `db.tasks.aggregate([{ $match: { ${field}: 1 } }])`;

test('a second paste replaces the preview of the first', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const preview = page.getByRole('region', { name: 'Pasted query' });
  await paste(page, 'Collection', mongo('first'));
  await expect(preview).toBeVisible();
  await paste(page, 'Collection', mongo('second'));
  await preview.getByRole('button', { name: 'Convert 1 stage' }).click();
  const field = page.getByRole('combobox', { name: 'Field, stage 1 condition 1' });
  await expect(field).toHaveValue('second');

  // text without an ambiguity is taken at once and closes the earlier preview
  await paste(page, 'Collection', mongo('third'));
  await expect(preview).toBeVisible();
  await paste(page, 'Collection', JSON.stringify(THREE));
  await expect(stages(page)).toHaveCount(3);
  await expect(preview).toBeHidden();
});

test('keeps times in the format of the field and every digit of numbers, and a typo can be fixed in place', {
  tag: '@long',
}, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const preview = page.getByRole('region', { name: 'Pasted query' });
  await paste(
    page,
    'Collection',
    `db.logs.find({\n  counter: NumberLong("9007199254740993"),\n  time: { $gte: ISODate("2026-01-01") },\n  other: { $lt: new Date(0) }\n  name: /x/\n})`,
  );
  await expect(preview.getByText('Line 5, column 3: unexpected “name”.')).toBeVisible();
  const text = preview.getByRole('textbox', { name: 'Pasted text' });
  await preview.getByRole('button', { name: 'Go to error' }).click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(',');
  await expect(text).toBeFocused();
  await expect(preview.getByRole('listitem').filter({ hasText: '$regex' })).toContainText('not understood, line 5');
  await expect(preview.getByText('the number 9007199254740993, exactly')).toBeVisible();
  // the unit of one field is known, that of the other is chosen
  await expect(preview.getByText('1767225600000, 2026-01-01T00:00:00.000Z as epoch ms')).toBeVisible();
  await preview.getByRole('combobox', { name: 'Time format of other' }).selectOption('ISO text');
  await preview.getByRole('button', { name: 'Convert 1 stage' }).click();
  const value = (row: number) => page.getByRole('textbox', { name: `Value, stage 1 condition ${row}` });
  await expect(value(1)).toHaveValue('9007199254740993');
  await expect(value(2)).toHaveValue('1767225600000');
  await expect(value(3)).toHaveValue('1970-01-01T00:00:00.000Z');
  await expect(stages(page)).toHaveText([/1 Match/, /2 JSON/]);
});

test('converts a filter alone, and a script with a relative time range', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const preview = page.getByRole('region', { name: 'Pasted query' });
  await paste(page, 'Collection', '{"temperature": {"$gt": 20}}');
  await expect(preview).toContainText('A filter');
  await preview.getByRole('button', { name: 'Convert 1 stage' }).click();
  await expect(page.getByRole('textbox', { name: 'Value, stage 1 condition 1' })).toHaveValue('20');

  await paste(
    page,
    'Collection',
    [
      'threshold = 20',
      'query = {"time": {"$gte": datetime.now() - timedelta(days=2)}, "temperature": {"$gt": threshold}}',
      'total = client["fleet"]["tasks"].count_documents(query)',
      'print(total > threshold)',
    ].join('\n'),
  );
  await expect(preview.getByRole('listitem')).toHaveText([
    'client["fleet"]["tasks"]Collection tasks, unchanged ',
    'count_documentsfinds the documents; use Count to count them  changed, line 3',
    'print(total > threshold)ignored: only the last query is used  not understood, line 4',
    'filterMatch, 2 conditions extension line 2',
    'time.$gterange of the last 2 d, recalculated at each run  changed, line 2',
  ]);
  await preview.getByRole('button', { name: 'Convert 2 stages' }).click();
  const range = page.getByRole('group', { name: 'Time range' });
  await expect(range.getByRole('button', { name: 'last 2 d' })).toBeVisible();
  await expect(range).toContainText('of time');
});

test('rejects a find with 400,000 values because of its length, wherever it is pasted', { tag: '@long' }, async ({
  page,
  service,
}) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const reason = page.getByText('Could not paste: the query has 6.');
  const pasteLong = (target: Element) => {
    const values = Array.from({ length: 400_000 }, (_, at) => `"DEVICE-${at}"`).join();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', `db.logs.find({ deviceID: { $in: [${values}] } })`);
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  await page.getByRole('combobox', { name: 'Collection' }).evaluate(pasteLong);
  await expect(reason).toContainText('Services reject queries larger than 1.0 MB');
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue('logs');
  await page.reload();
  await openJson(page);
  await editor(page).evaluate(pasteLong);
  await expect(reason).toBeVisible();
  await expect(editor(page)).toHaveText('[]');
});

test('pasting a query into the JSON editor shows a preview, and pasting a fragment inserts it as is', {
  tag: '@long',
}, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(QUERY));
  await openJson(page);
  const into = (pasted: string) =>
    editor(page).evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, pasted);
  const preview = page.getByRole('region', { name: 'Pasted query' });
  await into("[{'$match': {'on': True}}]");
  await preview.getByRole('button', { name: 'Convert 1 stage' }).click();
  await expect(editor(page)).toContainText('"on": true');
  await editor(page).press('ControlOrMeta+Home');
  await into('{"type":"match","filter":{}},');
  await expect(editor(page)).toContainText('{"type":"match","filter":{}},[');
  await expect(preview).toBeHidden();
});

test('Escape discards the pasted text and returns the focus', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
  const collection = page.getByRole('combobox', { name: 'Collection' });
  const preview = page.getByRole('region', { name: 'Pasted query' });
  await collection.focus();
  await paste(page, 'Collection', mongo('first'));
  await preview.getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(collection).toBeFocused();
  await expect(collection).toHaveValue('logs');
  await expect(stages(page)).toHaveCount(0);
});
