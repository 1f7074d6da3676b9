import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { getColumnCells } from '#e2e/helpers/deviceList.ts';
import { getDemoDevice } from '#e2e/helpers/devicePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';

const CELLS = { ...LOGS_URL_STATE, collection: 'cells' };

async function openCells(page: Page, service: Service): Promise<string> {
  const { deviceID } = getDemoDevice(service);
  const documents = [
    { documentID: 'c1', n: 3, deviceID, note: 'a' },
    { documentID: 'c2', n: 1, deviceID, note: '' },
    { documentID: 'c3', n: 10, deviceID, note: null },
    { documentID: 'c4', n: 2, deviceID },
  ];
  await service.seed({ documents: { cells: documents } });
  await openSignedIn(page, service, buildDatastoreUrl(CELLS));
  await expect(page.getByText('rows 1–4, the end')).toBeVisible();
  return deviceID;
}

test('distinguishes missing, null and empty values, and links device IDs to their devices', async ({
  page,
  service,
}) => {
  const deviceID = await openCells(page, service);
  const notes = await getColumnCells(page, 'note');
  await expect(notes).toHaveText(['a', 'empty', 'null', /^(?!.*(empty|null))/]);
  const first = page.getByRole('row').filter({ hasText: 'c1' });
  await expect(first.getByRole('link', { name: deviceID })).toHaveAttribute('href', buildDeviceUrl(deviceID));
});

test('sorts only the loaded documents, and says so', { tag: '@long' }, async ({ page, service }) => {
  await openCells(page, service);
  await page.getByRole('columnheader', { name: 'n', exact: true }).getByRole('button').click();
  await expect(await getColumnCells(page, 'documentID')).toHaveText(['c2', 'c4', 'c1', 'c3']);
  await expect(page.getByText('Sorted in this browser: only the 4 loaded documents.')).toBeVisible();
});

test('adds a cell value to the draft as a condition, included or excluded', async ({ page, service }) => {
  await openCells(page, service);
  const cells = await getColumnCells(page, 'n');
  await cells.filter({ hasText: '10' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Exclude this value' }).click();
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveValue('isNot');
  await expect(page.getByRole('textbox', { name: 'Value, stage 1 condition 1' })).toHaveValue('10');
  await expect(page.getByText('from before your edits')).toBeVisible();
});

test('shows a total from the service without counting', { tag: '@long' }, async ({ page, service }) => {
  const documents = [{ documentID: 'one' }, { documentID: 'two' }];
  const code = 'DATASTORE-DOCUMENTS-FETCHED';
  await mockServiceResponse(service, 'pipeline', { code, message: '', nDocuments: 1200, documents });
  await openSignedIn(page, service, buildDatastoreUrl(CELLS));
  await expect(page.getByText('rows 1–2 of 1,200')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Count rows' })).toHaveCount(0);
});

test('the JSON editor completes known fields and folds blocks', { tag: '@long' }, async ({ page, service }) => {
  await openCells(page, service);
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  const editor = page.getByRole('textbox', { name: 'Pipeline as JSON' });
  await editor.fill('[{"type": "match", "filter": {}},\n {"type": "match", "filter": {}}]');
  await page.getByTitle('Fold line', { exact: true }).click();
  await expect(editor).not.toContainText('filter');
  await page.getByLabel('folded code').click();
  await editor.press('Control+End');
  for (let step = 0; step < 3; step++) await editor.press('ArrowLeft');
  await editor.pressSequentially('"no');
  await page.getByRole('option', { name: 'note' }).click();
  await expect(editor).toContainText('"filter": {"note"}}');
});

test('the time picker writes a time in the format of the field', { tag: '@long' }, async ({ page, service }) => {
  const at = Date.UTC(2026, 0, 1);
  const moment = (ms: number) => ({ ms, s: ms / 1000, iso: new Date(ms).toISOString() });
  const documents = [0, 1, 2].map((index) => ({ documentID: `t${index}`, ...moment(at + index * 60_000) }));
  await service.seed({ documents: { moments: documents } });
  const filter = { ms: { $gt: 1 }, s: { $gt: 1 }, iso: { $gt: '2020' } };
  await openSignedIn(
    page,
    service,
    buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'moments', pipeline: [{ type: 'match', filter }] }),
  );
  await expect(page.getByText('rows 1–3, the end')).toBeVisible();
  const written = [
    ['epoch milliseconds', '1767323045000'],
    ['epoch seconds', '1767323045'],
    ['ISO text', '2026-01-02T03:04:05.000Z'],
  ];
  for (const [index, [unit, value = '']] of written.entries()) {
    const label = `Value, stage 1 condition ${index + 1}`;
    await page.getByRole('button', { name: `Choose a time: ${label}` }).click();
    await page.getByLabel('Local time', { exact: true }).fill('2026-01-02T03:04:05');
    await expect(page.getByText(`Stored as ${unit}, the format of this field.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(value);
  }
});
