import type { Page } from 'playwright/test';
import { addMatchStage, getJsonEditor, getValueInput } from '#e2e/helpers/datastorePage.ts';
import { getFirstRow, waitForIdsSortedBy } from '#e2e/helpers/devicePages.ts';
import { createPageObjects, expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

/**
 * Translates the page as Chrome does: replaces every text, also later ones, by new text in two `font` elements. Texts
 * are not changed, so that locators find them.
 */
function translate(): void {
  const translateText = (text: Text) => {
    if (text.data === '' || !text.parentElement || text.parentElement.closest('[translate="no"], script, style'))
      return;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild?.append(text.data);
    text.replaceWith(font);
  };
  const translateTexts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text); // the walker shows only texts
    for (const text of texts) translateText(text);
  };
  const isTranslation = ({ parentElement: parent }: Node) => parent !== null && parent.localName === 'font';
  new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records) {
      const changed = type === 'characterData' ? [target] : addedNodes;
      for (const node of changed) if (node.nodeName !== 'FONT' && !isTranslation(node)) translateTexts(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
  Reflect.set(window, 'translateAgain', () => translateTexts(document.body));
}

/** IDs, addresses and times, also within sentences, and texts without words. */
const DATA_PATTERN = /\w-\d{3,}|@|\d{4}-\d\d-\d\d/;
const NUMBER_PATTERN = /^[^a-z]*\d[^a-z]*$/i;

/** Translates all texts, also those already translated. */
async function translateAgain(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    Reflect.get(window, 'translateAgain')();
    return [...document.querySelectorAll('#root :not(font) > font')].map(({ textContent: text, parentElement }) => ({
      text,
      isWhole: text === parentElement?.textContent,
    }));
  });
  expect(texts).not.toEqual([]);
  const data = texts.filter(({ text, isWhole }) => DATA_PATTERN.test(text) || (isWhole && NUMBER_PATTERN.test(text)));
  expect(data).toEqual([]);
}

test('a translated page works and leaves data untranslated', async ({ page, service }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(translate);
  const { frame, devices, datastore, device, overview, compare } = createPageObjects(page);
  const [paired = ''] = service.devices.flatMap(({ record }) => (record.paired ? [record.deviceID] : []));
  const open = async (title: string) => {
    await frame.page(title).click();
    await expect(frame.title).toHaveText(title);
    await translateAgain(page);
  };
  const choose = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name }).check();
  await openSignedIn(page, service, '/devices');
  const count = page.locator('[data-devices]');
  await expect(count).toHaveText('2,000 devices');
  await translateAgain(page);
  await devices.search.fill('DRONE-01-00240');
  await expect(count).toHaveText('1 of 2,000 devices');
  await translateAgain(page);
  await expect(getFirstRow(page).getByRole('link')).toHaveText('DRONE-01-00240');
  await devices.search.fill('nothing like this');
  await expect(count).toHaveText('0 of 2,000 devices');
  await translateAgain(page);
  await devices.search.fill('');
  await devices.sortBy('name');
  await waitForIdsSortedBy(page, 'name');
  await devices.filter.click();
  await translateAgain(page);
  await page.keyboard.press('Escape');
  await devices.columns.click();
  await translateAgain(page);
  await page.keyboard.press('Escape');
  await getFirstRow(page).getByRole('checkbox').check();
  await translateAgain(page);
  await frame.refresh.click();
  await devices.search.fill(paired);
  await devices.row(paired).getByRole('link').click();
  await expect(device.record).toBeVisible();
  await translateAgain(page);
  await device.field.fill('status');
  await device.fetch.click();
  await datastore.collection.fill('logs');
  await page.getByRole('button', { name: 'Show documents' }).click();
  await expect(device.documents.grid).toBeVisible();
  await translateAgain(page);
  await page.keyboard.press('j');

  await open('Datastore');
  await datastore.collection.fill('logs');
  await datastore.runButton.click();
  await datastore.settled();
  await translateAgain(page);
  await datastore.next.click();
  await expect(page.getByText('rows 21–40')).toBeVisible();
  await addMatchStage(page, 'level');
  await translateAgain(page);
  await page.keyboard.press('Tab');
  await getValueInput(page).fill('error');
  await datastore.run();
  await translateAgain(page);
  for (const view of ['JSON', 'Chart', 'Table'] as const) {
    await choose('View', view);
    await datastore.settled();
    await translateAgain(page);
  }
  await choose('Editor', 'JSON');
  await expect(getJsonEditor(page)).toBeVisible();
  await translateAgain(page);
  await choose('Editor', 'Builder');
  await getValueInput(page).fill('nothing like this');
  await datastore.run();
  await translateAgain(page);

  await open('Overview');
  await expect(overview.numbers).toBeVisible();
  await translateAgain(page);
  await open('Dashboard');
  await page.getByRole('button', { name: 'Create the example “Morning”' }).click();
  await translateAgain(page);
  await frame.refresh.click();
  const ids = service.devices.slice(0, 3).map(({ record }) => record.deviceID);
  await compare.open(...ids);
  await expect(compare.table).toBeVisible();
  await translateAgain(page);
  for (const path of ['/connections', '/about', '/nowhere']) {
    await page.goto(path);
    await expect(frame.title).toBeVisible();
    await translateAgain(page);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('over');
  await expect(page.getByRole('option', { name: 'Overview' })).toBeVisible();
  await translateAgain(page);
  await page.keyboard.press('Escape');
  await open('Devices');
  expect(errors).toEqual([]);
});
