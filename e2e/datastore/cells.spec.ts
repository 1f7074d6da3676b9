import { getFieldInput, getJsonEditor, getValueInput, openDatastore, showEditor } from '#e2e/helpers/datastorePage.ts';
import { getColumnCells, getDemoDevice } from '#e2e/helpers/devicePages.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { mockServiceResponse } from '#e2e/helpers/mockServiceResponse.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test('cells show missing, null and empty values, link devices, and become conditions', async ({ page, service }) => {
  const { deviceID } = getDemoDevice(service);
  const documents = [
    { documentID: 'c1', n: 3, deviceID, note: 'a' },
    { documentID: 'c2', n: 1, deviceID, note: '' },
    { documentID: 'c3', n: 10, deviceID, note: null },
    { documentID: 'c4', n: 2, deviceID },
  ];
  await service.seed({ documents: { cells: documents } });
  await openDatastore(page, service, { collection: 'cells' });
  await expect(page.getByText('rows 1–4, the end')).toBeVisible();
  await expect(await getColumnCells(page, 'note')).toHaveText(['a', 'empty', 'null', /^(?!.*(empty|null))/]);
  const first = page.getByRole('row').filter({ hasText: 'c1' });
  await expect(first.getByRole('link', { name: deviceID })).toHaveAttribute('href', buildDeviceUrl(deviceID));

  await (await getColumnCells(page, 'n')).filter({ hasText: '10' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Exclude this value' }).click();
  await expect(getFieldInput(page)).toHaveValue('n');
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveValue('isNot');
  await expect(getValueInput(page)).toHaveValue('10');
  await expect(page.getByText('from before your edits')).toBeVisible();
});

test('shows a total from the service without counting', { tag: '@long' }, async ({ page, service }) => {
  const documents = [{ documentID: 'one' }, { documentID: 'two' }];
  const code = 'DATASTORE-DOCUMENTS-FETCHED';
  await mockServiceResponse(service, 'pipeline', { code, message: '', nDocuments: 1200, documents });
  await openDatastore(page, service);
  await expect(page.getByText('rows 1–2 of 1,200')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Count rows' })).toHaveCount(0);
});

test('the JSON editor completes known fields and folds blocks', { tag: '@long' }, async ({ page, service }) => {
  await openDatastore(page, service);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await showEditor(page, 'JSON');
  const editor = getJsonEditor(page);
  await editor.fill('[{"type": "match", "filter": {}},\n {"type": "match", "filter": {}}]');
  await page.getByTitle('Fold line', { exact: true }).click();
  await expect(editor).not.toContainText('filter');
  await page.getByLabel('folded code').click();
  await editor.press('Control+End');
  for (let step = 0; step < 3; step++) await editor.press('ArrowLeft');
  await editor.pressSequentially('"vol');
  await page.getByRole('option', { name: 'voltage' }).click();
  await expect(editor).toContainText('"filter": {"voltage"}}');
});

test('the time picker writes a time in the format of the field', { tag: '@long' }, async ({ page, service }) => {
  const at = Date.UTC(2026, 0, 1);
  const documents = [{ documentID: 't', ms: at, s: at / 1000, iso: new Date(at).toISOString() }];
  await service.seed({ documents: { moments: documents } });
  const filter = { ms: { $gt: 1 }, s: { $gt: 1 }, iso: { $gt: '2020' } };
  await openDatastore(page, service, { collection: 'moments', pipeline: [{ type: 'match', filter }] });
  await expect(page.getByText('row 1, the end')).toBeVisible();
  const written = [
    ['epoch milliseconds', '1767323045000'],
    ['epoch seconds', '1767323045'],
    ['ISO text', '2026-01-02T03:04:05.000Z'],
  ];
  for (const [index, [unit, value = '']] of written.entries()) {
    await page.getByRole('button', { name: `Choose a time: Value, stage 1 condition ${index + 1}` }).click();
    await page.getByLabel('Local time', { exact: true }).fill('2026-01-02T03:04:05');
    await expect(page.getByText(`Stored as ${unit}, the format of this field.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(getValueInput(page, index + 1)).toHaveValue(value);
  }
});
