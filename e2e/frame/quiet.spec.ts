import { expect, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn } from '#e2e/kit/session.ts';

const PAGES = ['/', '/devices', '/compare', '/datastore?collection=logs', '/connections', '/about', '/nowhere'];

test('no page says anything in the console', { tag: '@firefox' }, async ({ page, service }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${page.url()}: ${message.text()}`));
  await openSignedIn(page, service, '/devices');
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(said).toEqual([]);
});
