import { readFileSync } from 'node:fs';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

test('About shows the version, and links to descriptions', { tag: '@long' }, async ({ page, service }) => {
  await openSignedIn(page, service);
  await chooseFromMenu(page, /, connection$/, 'About');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Fleetlens');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const facts = page.getByRole('region', { name: 'This console' });
  await expect(facts.getByRole('definition')).toHaveText([version, `${service.url}/api`]);
  const link = page.getByRole('link', { name: /OpenAPI/ });
  const description = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(Object.keys((await description.json()).paths)).toContain('/devices/get');
  const licenses = page.getByRole('link', { name: /licenses/ });
  const text = await (await page.request.get((await licenses.getAttribute('href')) ?? '')).text();
  for (const name of ['react', 'd3-scale', '@mantine/core']) expect(text).toContain(name);
});
