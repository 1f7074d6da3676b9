import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const bar = (page: Page) => page.getByRole('radiogroup', { name: 'View' }).locator('..');

async function placesIn(page: Page): Promise<Record<string, number[]>> {
  const places = await bar(page)
    .locator('button, label')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .map((control) => {
          const { left, top, width } = control.getBoundingClientRect();
          return [
            control.getAttribute('aria-label') ?? control.textContent,
            [left, top, width].map(Math.round),
          ] as const;
        }),
    );
  return Object.fromEntries(places);
}

for (const width of [1920, 1440, 1280, 1024, 390]) {
  test(`nothing in the toolbar moves or disappears when rows are counted or edited, at ${width} px`, {
    tag: '@long',
  }, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, service, buildDatastoreUrl(LOGS_URL_STATE));
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
    const before = await placesIn(page);
    expect(Object.keys(before).length).toBeGreaterThanOrEqual(9);
    await service.fault({ kind: 'latency', ms: 1 }, { operation: 'pipeline', times: 2 });
    await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
    await page.getByRole('button', { name: 'Count rows' }).click();
    await expect(page.getByText(/or more/)).toBeVisible();
    expect(await placesIn(page)).toEqual(before);
    await page.getByRole('button', { name: 'Cancel counting' }).click();
    await service.calm();
    await page.getByRole('button', { name: 'Count rows' }).click();
    await expect(page.getByRole('button', { name: 'Count again' })).toBeVisible();
    expect(await placesIn(page)).toEqual(before);
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    if (width < 1100) await edit.click();
    await page.getByRole('button', { name: 'Add a condition on voltage' }).click();
    if (width < 1100) await page.keyboard.press('Escape');
    await expect(
      bar(page)
        .getByText(/^(from before your edits|edited)$/)
        .filter({ visible: true }),
    ).not.toHaveCount(0);
    expect(await placesIn(page)).toEqual(before);
  });
}
