import type { Page } from 'playwright/test';
import { clickRefresh, getOverviewPane, openOverview, refreshAndAcceptShorterList } from '#e2e/helpers/devicePages.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';

const WIDTHS = [1024, 1280, 1366, 1440];
const LENGTHS = [12, 20, 28, 36, 60, 200];

/** Width to which bars shrink before a name is truncated. */
const BAR_MIN = 40;

type Row = { name: string; cut: boolean; counts: boolean; bars: number[] };

function rows(page: Page): Promise<Row[]> {
  return getOverviewPane(page, 'Products')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .evaluateAll((all) =>
      all.map((row) => {
        const isCut = (element: Element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0;
        const [name, ...cells] = row.children;
        if (!name) throw new Error('A row of a product has no name.');
        const bars = cells.filter((cell) => cell.textContent === '').map((cell) => cell.firstElementChild);
        const counts = cells.filter((cell) => cell.textContent !== '' && cell.getClientRects().length > 0);
        return {
          name: name.textContent,
          cut: [name, ...name.querySelectorAll('*')].some(isCut),
          counts: counts.length === 2 && !counts.some(isCut),
          bars: bars.map((bar) => bar?.getBoundingClientRect().width ?? 0),
        };
      }),
    );
}

test('shows product names and their counts in full', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await rows(page)).filter(({ cut, counts }) => cut || !counts)).toEqual([]);
    const drawn = await rows(page);
    expect(drawn).toHaveLength(12);
    for (const { bars } of drawn) expect(Math.max(...bars), `bars at ${width} px`).toBeGreaterThanOrEqual(BAR_MIN);
  }
});

test('bars shrink before long names, which keep their ends', { tag: '@long' }, async ({ page, service }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await openOverview(page, service);
  for (const length of LENGTHS) {
    const productID = `PRODUCT-${'N'.repeat(length - 12)}-END`;
    const devices = Array.from({ length: 30 }, (_, at) =>
      createDeviceRecord(`d${at}`, { productID: at % 3 ? 'SHORT' : productID }),
    );
    await mockDeviceList(service, devices);
    // only the first list is shorter than the previous one
    await (length === LENGTHS[0] ? refreshAndAcceptShorterList(page) : clickRefresh(page));
    const link = getOverviewPane(page, 'Products').getByRole('link', { name: productID, exact: true });
    await expect(link).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const [short, long] = (await rows(page)).sort((one, other) => one.name.length - other.name.length);
      const place = `${length} characters at ${width} px`;
      expect([short?.cut, short?.counts, long?.counts], place).toEqual([false, true, true]);
      if (width > 1200) expect(Math.min(...(long?.bars ?? [])), place).toBeGreaterThanOrEqual(BAR_MIN);
      if (long?.cut) expect(Math.max(...long.bars), place).toBe(BAR_MIN);
      if (length <= 20) expect(long?.cut, place).toBe(false);
      // the end of a name distinguishes it
      await expect(link.getByText(productID.slice(-5), { exact: true })).toBeInViewport({ ratio: 1 });
    }
  }
});
