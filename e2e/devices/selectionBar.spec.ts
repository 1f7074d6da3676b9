import { expect, test } from '#e2e/kit/fixtures.ts';
import { openSignedIn } from '#e2e/kit/session.ts';

for (const width of [1440, 390]) {
  test(`what is typed in the search as the tools of a selection arrive goes on there, at ${width} px`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    let arrive = () => {};
    const tools = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/tools-*.js', async (route) => {
      await tools;
      await route.continue();
    });
    await openSignedIn(page, service);
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.pressSequentially('pup');
    await search.press('ArrowLeft');
    arrive();
    await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
    await expect(search).toBeFocused();
    await page.keyboard.type('m');
    await expect(search).toHaveValue('pump');
  });
}

test('the tools are sent for before anything is selected, so that the first selection has them', async ({
  page,
  service,
}) => {
  const sent = page.waitForRequest('**/tools-*.js');
  await openSignedIn(page, service);
  await sent;
});
