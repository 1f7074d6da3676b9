import { clickRefresh, getOverviewPane, openOverview } from '#e2e/helpers/devicePages.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord, mockDeviceList } from '#e2e/helpers/mockServiceResponse.ts';
import { chooseFromMenu } from '#e2e/helpers/page.ts';

const DEVICES = Array.from({ length: 700 }, (_, product) =>
  Array.from({ length: (product % 7) + 1 }, (_, index) =>
    createDeviceRecord(`D-${product}-${index}`, { productID: `P-${product}` }),
  ),
).flat();

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('lists every product, and copies a pane as a table', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  await mockDeviceList(service, DEVICES);
  await clickRefresh(page);
  const products = getOverviewPane(page, 'Products');
  await expect(products.getByRole('heading', { name: 'Products' }).locator('+ span')).toHaveText('700');
  const rows = products.getByRole('rowheader');
  await products.getByRole('button', { name: '500 more of 688' }).click();
  await expect(rows).toHaveCount(512);
  await products.getByRole('button', { name: '188 more' }).click();
  await expect(rows).toHaveCount(700);

  await page.getByRole('combobox', { name: 'Order of the products' }).selectOption('most offline first');
  await expect(page).toHaveURL(/products=mostOffline/);
  await chooseFromMenu(page, 'More actions for Products', 'Copy as table');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(async () => (await copied()).split('\r\n').length).toBe(702);
  expect((await copied()).split('\r\n').slice(0, 2)).toEqual([
    'productID\tdevices\tonline\toffline\toffline %',
    'P-6\t7\t7\t0\t0 %',
  ]);
});

test('all blocks share one left edge in narrow windows', { tag: '@long' }, async ({ page, service }) => {
  await openOverview(page, service);
  await expect(page.getByLabel('The fleet in numbers').locator('p a').first()).toBeVisible();
  // 720 px corresponds to 1440 px at 200 % zoom
  for (const width of [320, 390, 720, 899]) {
    await page.setViewportSize({ width, height: 800 });
    const edges = await page.evaluate(() => {
      const left = (element: Element | null | undefined) => Math.round(element?.getBoundingClientRect().left ?? -1);
      const text = (element: Element | null | undefined) => {
        const range = document.createRange();
        if (element) range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      };
      const sum = document.querySelector('[aria-label="The fleet in numbers"]');
      return {
        title: text(document.querySelector('h1')),
        registered: text(sum?.querySelector('a > span')),
        paired: text(sum?.querySelector('[role=group] a > span')),
        shares: left(sum?.querySelector('[role=img]')),
        across: text(sum?.querySelector('p a')),
        panes: text(document.querySelector('h2')),
        product: text(document.querySelector('tbody th a')),
        check: left(document.querySelector('li svg')),
      };
    });
    expect(new Set(Object.values(edges)).size, `${width} px: ${JSON.stringify(edges)}`).toBe(1);
  }
});
