import { readFile } from 'node:fs/promises';
import type { Page, Request } from 'playwright/test';
import { ActionCounter } from '#e2e/frame/actionCounter.ts';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { openConnectionsPage } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const NOW = Date.UTC(2026, 0, 10, 12, 30);
const HOUR = 3_600_000;
const PRODUCTS = ['DRONE', 'PUMP', 'CAM'];

/** Logs of 12 devices in 6 days: device n has n errors, and 12 other documents. */
const getDocuments = ({ devices }: Service) =>
  devices.slice(0, 12).flatMap(({ record: { deviceID } }, device) =>
    Array.from({ length: device + 13 }, (_, n) => ({
      documentID: `${deviceID}-${n}`,
      deviceID,
      product: PRODUCTS[device % 3],
      time: NOW - ((device * 7 + n * 5) % 144) * HOUR - 60_000,
      level: n <= device ? 'error' : 'info',
      temperature: 20 + ((device + n) % 10),
    })),
  );

const getTop = ({ devices }: Service) =>
  devices
    .slice(0, 12)
    .map(({ record: { deviceID } }, device) => `${deviceID} ${device + 1}`)
    .reverse()
    .slice(0, 10);

async function open(page: Page, service: Service, link: object = {}): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await service.clock(NOW);
  await service.seed({ documents: { events: getDocuments(service) } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'events', ...link }));
}

function recordQueries(page: Page): object[] {
  const queries: object[] = [];
  page.on('request', (request: Request) => {
    if (request.url().includes('/datastore/pipeline')) queries.push(request.postDataJSON());
  });
  return queries;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Documents' });
const groups = (page: Page) => page.getByRole('table', { name: 'Groups' });
const stages = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function getRows(page: Page): Promise<string[]> {
  const rows = await groups(page).getByRole('row').all();
  const texts = await Promise.all(
    rows.slice(1).map(async (row) => {
      const name = await row.getByRole('rowheader').innerText();
      const [, number = ''] = await row.getByRole('cell').allInnerTexts();
      return `${name} ${number}`;
    }),
  );
  return texts;
}

const GROUP = { type: 'group', condition: { deviceID: '$deviceID' }, fields: { count: { $count: {} } } };
const ERRORS = { type: 'match', filter: { level: 'error' } };

test.describe('ten devices with most errors this week, with at most 8 actions and one request', () => {
  test('by mouse', async ({ page, service }) => {
    await open(page, service);
    await expect(grid(page)).toBeVisible();
    const actions = new ActionCounter(page);
    await actions.click(page.getByRole('group', { name: 'Time range' }).getByRole('button').first());
    await actions.click(page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'last 7 d' }));
    await actions.click(button(page, 'level: values'));
    await actions.click(page.getByRole('button', { name: 'Only where level is "error"' }));
    await actions.click(button(page, 'Group: add stage'));
    await expect(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
    await actions.type('deviceID');
    await actions.press('Enter');
    const queries = recordQueries(page);
    await actions.click(run(page));
    await expect(groups(page)).toBeVisible();
    expect((await getRows(page)).slice(0, 10)).toEqual(getTop(service));
    await expect(page.getByText('12 groups of 78 documents, ')).toBeVisible();
    expect(queries).toHaveLength(1);
    expect(actions.count).toBeLessThanOrEqual(8);
  });

  test('by keyboard', { tag: '@long' }, async ({ page, service }) => {
    await open(page, service, { pipeline: [ERRORS] });
    await expect(grid(page)).toBeVisible();
    const actions = new ActionCounter(page);
    await actions.focus(page.getByRole('group', { name: 'Time range' }).getByRole('button').first());
    await actions.press('Enter');
    await actions.focus(page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'last 7 d' }));
    await actions.press('Enter');
    await actions.focus(button(page, 'Group: add stage'));
    await actions.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
    await actions.type('deviceID');
    await actions.press('Enter');
    const queries = recordQueries(page);
    await actions.press('Control+Enter');
    await expect(groups(page)).toBeVisible();
    expect((await getRows(page)).slice(0, 10)).toEqual(getTop(service));
    expect(queries).toHaveLength(1);
    expect(actions.count).toBeLessThanOrEqual(8);
  });
});

for (const how of ['mouse', 'keyboard'] as const) {
  test(`average temperature per hour per product as an image, with at most 10 actions by ${how}`, {
    tag: '@long',
  }, async ({ page, service }) => {
    await open(page, service);
    await expect(grid(page)).toBeVisible();
    const actions = new ActionCounter(page);
    const act = async (name: string) => {
      const target = button(page, name);
      if (how === 'mouse') return actions.click(target);
      await actions.focus(target);
      await actions.press('Enter');
    };
    await act('Group: add stage');
    await expect(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
    await actions.type('product');
    await actions.press('Enter');
    await act('Time, per hour: add to groups of stage 1');
    await act('Value: add to stage 1');
    await expect(page.getByRole('combobox', { name: 'Field, stage 1 value 2' })).toHaveValue('temperature');
    await expect(stages(page)).toHaveText(['1 Group by product and hour of time: count, mean of temperature']);
    await actions.press('Control+Enter');
    await expect(page.getByRole('slider', { name: /^Chart of count, temperature over hour/ })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Split by' })).toHaveValue('product');
    // the bars of the count; the mean keeps its lines
    await expect(page.getByRole('button', { name: 'Stacked bars' })).toHaveAttribute('aria-pressed', 'false');
    await act('Save');
    const saved = page.waitForEvent('download');
    const png = page.getByRole('menuitem', { name: 'As PNG' });
    if (how === 'mouse') await actions.click(png);
    else {
      await actions.focus(png, 'ArrowDown');
      await actions.press('Enter');
    }
    const image = await readFile(await (await saved).path());
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    expect(actions.count).toBeLessThanOrEqual(10);
  });
}

test('a bar links to its documents and its device, and all of them open as a list of devices', async ({
  page,
  service,
}) => {
  await open(page, service, { pipeline: [ERRORS, GROUP], view: 'chart' });
  const [first = ''] = getTop(service);
  const [id = ''] = first.split(' ');
  await expect(groups(page).getByRole('link', { name: id, exact: true })).toHaveAttribute('href', /\/devices\//);
  await groups(page)
    .getByRole('link', { name: `12, documents of ${id}` })
    .click();
  await expect(page.getByText('rows 1–12, the end')).toBeVisible();
  await expect(stages(page)).toHaveText([/^1 Match/, /^2 Match/]);
  await expect(page.getByRole('combobox', { name: 'Field, stage 2 condition 1' })).toHaveValue('deviceID');
  await expect(page.getByRole('textbox', { name: 'Value, stage 2 condition 1' })).toHaveValue(id);
  await page.goBack();
  await button(page, 'Show these 12 devices').click();
  await expect(page.getByRole('grid', { name: 'Devices' })).toBeVisible();
  await expect(page.getByText('12 of 2,000 devices')).toBeVisible();

  // and back from the list to the documents
  await button(page, 'More list actions').click();
  await page.getByRole('menuitem', { name: 'Show documents of these 12 devices' }).click();
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveValue('in');
  await button(page, 'Count rows').click();
  await expect(page.getByText(/^222 rows/)).toBeVisible();
});

test('bars are ranked by any value, and the table has the same groups', { tag: '@long' }, async ({ page, service }) => {
  const fields = { count: { $count: {} }, mean: { $avg: '$temperature' }, last: { $max: '$time' } };
  await open(page, service, { pipeline: [{ ...GROUP, fields }], view: 'chart' });
  await expect(groups(page).getByRole('columnheader')).toHaveText(['deviceID', 'count', 'of all', 'mean', 'last']);
  await expect(groups(page).getByRole('columnheader', { name: 'count' })).toHaveAttribute('aria-sort', 'descending');
  await expect(groups(page).getByRole('cell', { name: '10.8 %' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Value of the bars' }).selectOption('mean');
  await expect(groups(page).getByRole('columnheader')).toHaveText(['deviceID', 'mean', 'count', 'last']);
  await groups(page).getByRole('button', { name: 'deviceID' }).click();
  const ids = (await getRows(page)).map((row) => row.split(' ')[0]);
  expect(ids).toEqual(ids.toSorted());
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();
  await expect(grid(page).getByRole('columnheader')).toHaveText(['deviceID', 'count', 'mean', 'last']);
  await expect(page.getByText('12 groups of 222 documents, ')).toBeVisible();
});

test.describe('a service without groups', () => {
  async function disableGroups(page: Page): Promise<void> {
    await openConnectionsPage(page);
    const own = page.getByRole('region', { name: 'This service' });
    const extensions = own.getByRole('group', { name: 'Extensions' });
    await extensions.getByLabel('Host default').uncheck();
    await extensions.getByLabel('group stage').uncheck();
    await own.getByRole('button', { name: 'Save' }).click();
    await expect(own.getByText('Saved', { exact: true })).toBeVisible();
  }

  test('has its documents grouped in the page, with the same numbers and the cost', { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await open(page, service);
    await disableGroups(page);
    await page.goto(
      buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'events', pipeline: [ERRORS, GROUP], view: 'chart' }),
    );
    await expect(groups(page)).toBeVisible();
    expect((await getRows(page)).slice(0, 10)).toEqual(getTop(service));
    await expect(page.getByText(/^grouped in this page with \d+ requests?$/)).toBeVisible();
    await expect(page.getByText(/^Grouped in this page: the service has no group stage/)).toBeVisible();
    await expect(page.getByText('extension', { exact: true })).toHaveCount(0);
  });

  test('a stopped task shows its groups as partial, and grouping goes on on demand', { tag: '@long' }, async ({
    page,
    service,
  }) => {
    await open(page, service);
    await disableGroups(page);
    await service.fault({ kind: 'latency', ms: 700 }, { operation: 'pipeline' });
    await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'events', pipeline: [GROUP], view: 'chart' }));
    await button(page, 'Stop and show these groups').click();
    await expect(page.getByText('partial', { exact: true })).toBeVisible();
    await expect(page.getByText(/Only the first \d+ documents are grouped\./)).toBeVisible();
    await button(page, 'Group all documents').click();
    await expect(page.getByText('12 groups of 222 documents, ')).toBeVisible();
    await expect(page.getByText('partial', { exact: true })).toHaveCount(0);
  });
});

test('a service that claims groups and refuses them is tried once, then the page groups', { tag: '@long' }, async ({
  page,
  service,
}) => {
  let refused = 0;
  await page.route('**/datastore/pipeline?*', async (route) => {
    const { pipeline } = route.request().postDataJSON();
    const at = pipeline.findIndex(({ type }: { type: string }) => type === 'group');
    if (at < 0) return route.fallback();
    refused++;
    const body = { code: 'DATA-INVALID', message: `pipeline[${at}].type: "group" is not a stage this service runs.` };
    await route.fulfill({ status: 400, json: body });
  });
  await open(page, service, { pipeline: [ERRORS, GROUP], view: 'chart' });
  await expect(groups(page)).toBeVisible();
  expect((await getRows(page)).slice(0, 10)).toEqual(getTop(service));
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();
  await expect(grid(page)).toBeVisible();
  expect(refused).toBe(1);
});

test('an error at a value of a group marks its row', { tag: '@long' }, async ({ page, service }) => {
  const fields = { count: { $count: {} }, mean: { $avg: '$temperature' } };
  await page.route('**/datastore/pipeline?*', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'DATA-INVALID', message: 'Means are switched off.', at: '/pipeline/0/fields/mean/$avg' },
    }),
  );
  await open(page, service, { pipeline: [{ ...GROUP, fields }] });
  await expect(page.getByRole('alert').filter({ hasText: 'Means are switched off.' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Field, stage 1 value 2' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('combobox', { name: 'Computed, stage 1 value 1' })).not.toHaveAttribute('aria-invalid');
});

test('the card is edited, undone, moved and read as JSON', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await expect(grid(page)).toBeVisible();
  await button(page, 'Group: add stage').click();
  await expect(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
  await page.keyboard.type('level');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await button(page, 'Time, per hour: add to groups of stage 1').click();
  await button(page, 'hour of time, stage 1 field 2: edit').click();
  const form = page.getByRole('dialog', { name: 'Group by, stage 1 field 2' });
  await form.getByLabel('Groups', { exact: true }).selectOption('per day');
  await form.getByLabel('Name in the result').fill('date');
  await page.keyboard.press('Escape');
  await expect(stages(page)).toHaveText(['1 Group by level and day of time: count']);
  await button(page, 'Undo').click();
  await button(page, 'Redo').click();
  await button(page, 'Remove field, stage 1 field 1').click();
  await expect(stages(page)).toHaveText(['1 Group by day of time: count']);
  await button(page, 'Undo').click();
  await button(page, 'Match: add stage').click();
  await page.keyboard.press('Escape');
  await button(page, 'Collapse stage 1').press('Alt+ArrowDown');
  await expect(stages(page)).toHaveText([/^1 Match/, /^2 Group/]);
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  const text = await page.getByRole('textbox', { name: 'Pipeline as JSON' }).innerText();
  expect(JSON.parse(text)).toEqual([
    {
      type: 'group',
      condition: { level: '$level', date: { $dateTrunc: { date: '$time', unit: 'day', timezone: 'UTC' } } },
      fields: { count: { $count: {} } },
    },
  ]);
});

test('groups over time are lines or stacked bars', { tag: '@long' }, async ({ page, service }) => {
  const day = { $dateTrunc: { date: '$time', unit: 'day', timezone: 'UTC' } };
  const stage = {
    type: 'group',
    condition: { product: '$product', day },
    fields: { count: { $count: {} }, mean: { $avg: '$temperature' } },
  };
  await open(page, service, { pipeline: [stage], view: 'chart' });
  const chart = page.getByRole('slider', { name: /^Chart of count, mean over day/ });
  await expect(chart).toBeVisible();
  // the legend has some too
  const marks = chart.locator('svg rect[fill^="var(--series"]');
  const inLegend = await marks.count();
  const toggle = page.getByRole('button', { name: 'Stacked bars' });
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  // one bar per product and day
  const days = new Set(
    getDocuments(service).map(({ product, time }) => `${product} ${Math.floor(time / (24 * HOUR))}`),
  );
  await expect(marks).toHaveCount(inLegend + days.size);
});
