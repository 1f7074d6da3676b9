import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';

const SIGN_IN_LIMIT = 140_000;

test('sign-in loads at most 140 kB of script, gzipped', async ({ page, service }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length);
  expect(sizes.length, service.url).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(SIGN_IN_LIMIT);
});
