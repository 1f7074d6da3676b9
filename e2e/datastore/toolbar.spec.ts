import type { Locator } from 'playwright/test';
import { getButton, openDatastore, stopDocumentsAfter } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { setHostExtensions } from '#e2e/helpers/page.ts';

// a service without groups and page sizes: results are counted and read page by page
test.beforeEach(({ page, service }) => setHostExtensions(page, service, ['operators', 'sort']));

const measurePlaces = (bar: Locator) =>
  bar.locator('button, label').evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { left, top, width } = control.getBoundingClientRect();
        return [control.getAttribute('aria-label') ?? control.textContent, ...[left, top, width].map(Math.round)];
      }),
  );

for (const width of [1920, 1280, 1024, 390, 320]) {
  test(`a count or edit moves nothing in the toolbar at ${width} px`, { tag: '@long' }, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 900 });
    await openDatastore(page, service);
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
    const bar = page.getByRole('radiogroup', { name: 'View' }).locator('..');
    const before = await measurePlaces(bar);
    expect(before.length).toBeGreaterThanOrEqual(9);
    await stopDocumentsAfter(service, 2);
    await page.getByRole('button', { name: 'Count rows' }).click();
    await expect(page.getByText(/or more/)).toBeVisible();
    expect(await measurePlaces(bar)).toEqual(before);
    await page.getByRole('button', { name: 'Cancel counting' }).click();
    await service.calm();
    await page.getByRole('button', { name: 'Count rows' }).click();
    await expect(page.getByRole('button', { name: 'Count again' })).toBeVisible();
    expect(await measurePlaces(bar)).toEqual(before);
    if (width < 1100) await getButton(page, 'Edit').click();
    await page.getByRole('button', { name: 'Add a condition on voltage' }).click();
    if (width < 1100) await page.keyboard.press('Escape');
    const edited = bar.getByText(/^(from before your edits|edited)$/);
    await expect(edited.filter({ visible: true })).not.toHaveCount(0);
    expect(await measurePlaces(bar)).toEqual(before);
  });
}
