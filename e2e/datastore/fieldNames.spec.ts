import type { Page } from 'playwright/test';
import {
  getButton,
  getDocumentGrid,
  getStageHeadings,
  getValueInput,
  openDatastore,
} from '#e2e/helpers/datastorePage.ts';
import { getColumnCells } from '#e2e/helpers/devicePages.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';

test.use({ viewport: { width: 1440, height: 1200 } });

async function openNames(page: Page, service: Service, documents: readonly string[]): Promise<void> {
  await service.seed({ documents: { names: documents.map((text) => JSON.parse(text)) } });
  await openDatastore(page, service, { collection: 'names' });
  await expect(getDocumentGrid(page)).toBeVisible();
}

test('constructor and __proto__ can be queried like other fields', { tag: '@long' }, async ({ page, service }) => {
  await openNames(page, service, [
    '{"documentID":"n1","constructor":1,"__proto__":2}',
    '{"documentID":"n2","constructor":3}',
  ]);
  const cells = await getColumnCells(page, 'constructor');
  await cells.filter({ hasText: '1' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Only this value' }).click();
  await page.getByRole('button', { name: 'Add a condition on __proto__' }).click();
  await getValueInput(page, 2).fill('2');
  await getButton(page, 'Run').click();
  await expect(page.getByText('row 1, the end')).toBeVisible();
  await expect(await getColumnCells(page, 'documentID')).toHaveText(['n1']);
});

test('shows field names with a special meaning, and rejects them', { tag: '@long' }, async ({ page, service }) => {
  const documents = [
    '{"documentID":"n1","a.b":"literal","a":{"b":"nested"},"$cost":5,"":"unnamed"}',
    '{"documentID":"n2","a":{"b":"other"}}',
  ];
  await openNames(page, service, documents);
  // fields in the order in which the database returns them
  await expect(page.getByRole('columnheader')).toHaveText(['documentID', '(no name)', 'a.b', '"a.b"', '$cost']);

  const refusals = [
    ['"a.b"', 'Cannot query "a.b": the API reads a dot as the path to a nested field.'],
    ['$cost', 'Cannot query $cost: the API reserves names that begin with $ for operators.'],
    ['(no name)', 'Cannot query (no name): a field needs a name.'],
  ];
  for (const [name = '', refusal = ''] of refusals) {
    const cell = (await getColumnCells(page, name)).filter({ hasText: /literal|5|unnamed/ });
    await cell.click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: refusal })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Copy value' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /^(Only|Not) where/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }

  const seen = (name: string) =>
    page
      .getByRole('list', { name: 'Fields seen' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Add a condition on ${name}`, exact: true }) });
  await expect(seen('a.b')).toContainText('100 %');
  for (const name of ['"a.b"', '$cost', '(no name)']) await expect(seen(name)).toContainText('50 %');

  await page.getByRole('gridcell', { name: 'literal' }).click();
  await page.keyboard.press('p');
  const drawer = page.getByRole('complementary', { name: 'Document n1' });
  await drawer.getByRole('button', { name: 'Only this "a.b"' }).click();
  await expect(page.getByText('the API reads a dot as the path to a nested field.')).toBeVisible();
  await expect(getStageHeadings(page)).toHaveCount(0);
  await getButton(drawer, 'Only this a').click();
  await expect(getStageHeadings(page)).toHaveCount(1);
});
