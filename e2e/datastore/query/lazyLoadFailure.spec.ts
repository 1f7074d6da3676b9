import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy, NOT_FOUND_RESPONSE } from '#e2e/helpers/networkFaultProxy.ts';
import { openSignedIn, signIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

const QUERY = { ...LOGS_URL_STATE, pipeline: [{ type: 'match', filter: { level: 'info' } }] };
const unloaded = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const again = (page: Page) => unloaded(page).getByRole('button', { name: 'Try again' });

async function without(page: Page, service: Service, chunk: string) {
  let gone = true;
  const file = new RegExp(`/${chunk}-[^/]*\\.js`);
  const wire = await new NetworkFaultProxy(service.url, (line) =>
    gone && file.test(line) ? NOT_FOUND_RESPONSE : undefined,
  ).open();
  await openSignedIn(page, service, `${wire.url}${buildDatastoreUrl(QUERY)}`);
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  return {
    close: () => wire.close(),
    back: () => {
      gone = false;
    },
  };
}

for (const { chunk, group, choice, there, tag } of [
  // Firefox does not retry a failed import: the page reloads and starts with the builder
  { chunk: 'PipelineJsonEditor', group: 'Editor', choice: 'JSON', there: 'textbox', tag: ['@long'] },
  { chunk: 'ResultChart', group: 'View', choice: 'Chart', there: 'slider', tag: ['@firefox', '@long'] },
] as const) {
  test(`a failed load of ${choice} shows an error only in its place`, { tag: [...tag] }, async ({ page, service }) => {
    const wire = await without(page, service, chunk);
    await page.getByRole('radiogroup', { name: group, exact: true }).getByText(choice).click();
    await expect(unloaded(page)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue('logs');
    wire.back();
    await again(page).click();
    await expect(unloaded(page)).toHaveCount(0);
    await expect(page.getByRole(there, chunk === 'PipelineJsonEditor' ? { name: /JSON/ } : {})).toBeVisible();
    await wire.close();
  });
}

test('the JSON editor is styled correctly when code runs before the head of the page is parsed', {
  tag: '@long',
}, async ({ page, service }) => {
  await signIn(page, service, buildDatastoreUrl(QUERY));
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
  const code = page.waitForResponse(/\/DatastorePage-[^/]*\.js/);
  await page.route('**/color-scheme.js', async (route) => {
    // importable again only after it has run
    const address = (await code).url();
    await page.evaluate((url) => import(url), address);
    await route.continue();
  });
  await page.reload();
  await page.getByRole('radiogroup', { name: 'Editor', exact: true }).getByText('JSON').click();
  // a style blocked by the content policy also fails the test
  await expect(page.getByRole('textbox', { name: 'Pipeline as JSON' })).toHaveCSS('white-space', 'break-spaces');
});
