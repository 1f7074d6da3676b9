import type { Page } from 'playwright/test';
import { ActionCounter } from '#e2e/helpers/actionCounter.ts';
import {
  exportAllPages,
  getButton,
  getDocumentGrid,
  getFieldInput,
  getJsonEditor,
  getStageHeadings,
  getValueInput,
  openDatastore,
  parseNdjson,
  readDownload,
  showEditor,
  showView,
} from '#e2e/helpers/datastorePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { getTaskTrayItem, setHostExtensions } from '#e2e/helpers/page.ts';

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
  await openDatastore(page, service, { collection: 'events', ...link });
}

const groups = (page: Page) => page.getByRole('table', { name: 'Groups' });

async function getRows(page: Page): Promise<string[]> {
  const rows = await groups(page).locator('tbody').getByRole('row').all();
  return Promise.all(
    rows.map(async (row) => {
      const [, number = ''] = await row.getByRole('cell').allInnerTexts();
      return `${await row.getByRole('rowheader').innerText()} ${number}`;
    }),
  );
}

async function expectTopDevices(page: Page, service: Service): Promise<void> {
  await expect(groups(page)).toBeVisible();
  expect((await getRows(page)).slice(0, 10)).toEqual(getTop(service));
}

const GROUP = { type: 'group', condition: { deviceID: '$deviceID' }, fields: { count: { $count: {} } } };
const ERRORS = { type: 'match', filter: { level: 'error' } };

test('the ten devices with most errors this week take at most 8 actions and one request', async ({ page, service }) => {
  await open(page, service);
  await expect(getDocumentGrid(page)).toBeVisible();
  const actions = new ActionCounter(page);
  await actions.click(page.getByRole('group', { name: 'Time range' }).getByRole('button').first());
  await actions.click(page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'last 7 d' }));
  await actions.click(getButton(page, 'level: values'));
  await actions.click(page.getByRole('button', { name: 'Only where level is "error"' }));
  await actions.click(getButton(page, 'Group: add stage'));
  await expect(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
  await actions.type('deviceID');
  await actions.press('Enter');
  const queries = recordRequestBodies(page, '/datastore/pipeline');
  await actions.click(getButton(page, 'Run'));
  await expectTopDevices(page, service);
  await expect(page.getByText('12 groups of 78 documents, ')).toBeVisible();
  expect(queries).toHaveLength(1);
  expect(actions.count).toBeLessThanOrEqual(8);
});

test('an image of hourly means takes at most 10 actions by keyboard', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await expect(getDocumentGrid(page)).toBeVisible();
  const actions = new ActionCounter(page);
  const act = async (name: string) => {
    await actions.focus(getButton(page, name));
    await actions.press('Enter');
  };
  await act('Group: add stage');
  await expect(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
  await actions.type('product');
  await actions.press('Enter');
  await act('time, per hour: add to groups of stage 1');
  await act('Value: add to stage 1');
  await expect(page.getByRole('combobox', { name: 'Field, stage 1 value 2' })).toHaveValue('temperature');
  await expect(getStageHeadings(page)).toHaveText(['1 Group by product and hour of time: count, mean of temperature']);
  await actions.press('Control+Enter');
  await expect(page.getByRole('slider', { name: /^Chart of count, mean_temperature over hour/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Split by' })).toHaveValue('product');
  await act('Save');
  const saved = page.waitForEvent('download');
  await actions.focus(page.getByRole('menuitem', { name: 'As PNG' }), 'ArrowDown');
  await actions.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.png$/);
  expect(actions.count).toBeLessThanOrEqual(10);
});

test('a bar links to its documents and device, and all bars to a list of devices', async ({ page, service }) => {
  await open(page, service, { pipeline: [ERRORS, GROUP], view: 'chart' });
  const [id = ''] = getTop(service)[0]?.split(' ') ?? [];
  await expect(groups(page).getByRole('link', { name: id, exact: true })).toHaveAttribute('href', /\/devices\//);
  await groups(page)
    .getByRole('link', { name: `12, documents of ${id}` })
    .click();
  await expect(page.getByText('rows 1–12, the end')).toBeVisible();
  await expect(getStageHeadings(page)).toHaveText([/^1 Match/, /^2 Match/]);
  await expect(getFieldInput(page, 1, 2)).toHaveValue('deviceID');
  await expect(getValueInput(page, 1, 2)).toHaveValue(id);
  await page.goBack();
  await getButton(page, 'Show these 12 devices').click();
  await expect(page.getByText('12 of 2,000 devices')).toBeVisible();

  // and back from the list to the documents
  await getButton(page, 'More list actions').click();
  await page.getByRole('menuitem', { name: 'Show documents of these 12 devices' }).click();
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveValue('in');
  await getButton(page, 'Count rows').click();
  await expect(page.getByText(/^222 rows/)).toBeVisible();
});

test('a list of devices from groups names the groups that it lacks, and why', async ({ page, service }) => {
  const ids = [...service.devices.slice(0, 3).map(({ record }) => record.deviceID), 'X-1', 'X-2', null, 7, ''];
  const documents = ids.map((deviceID, n) => ({ documentID: `${n}`, deviceID }));
  await service.seed({ documents: { events: [...documents, { documentID: 'none' }] } });
  await openDatastore(page, service, { collection: 'events', pipeline: [GROUP], view: 'chart' });
  await getButton(page, 'Show these 5 devices').click();
  await expect(page.getByText('3 of 2,000 devices')).toBeVisible();
  const notice = page.getByText(/^Not all groups are listed\. The list lacks /);
  for (const part of ['1 group with no deviceID', '1 group with null as deviceID', '1 group with an empty deviceID'])
    await expect(notice).toContainText(part);
  await expect(notice).toContainText('1 group with a deviceID that is not a text');
  await expect(notice).toContainText('2 IDs that are not in this list of devices: X-1, X-2.');
  await page.reload();
  await expect(notice).toContainText('1 group with null as deviceID');
  await getButton(page, 'Compare').click();
  await expect(page.getByRole('table', { name: 'Entries by result' })).toContainText('X-2');
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
  await showView(page, 'Table');
  await expect(getDocumentGrid(page).getByRole('columnheader')).toHaveText(['deviceID', 'count', 'mean', 'last']);
  await expect(page.getByText('12 groups of 222 documents, ')).toBeVisible();
});

test('a service without groups has its documents grouped in the page', { tag: '@long' }, async ({ page, service }) => {
  await setHostExtensions(page, service, ['operators', 'sort', 'pageSize']);
  await open(page, service, { pipeline: [ERRORS, GROUP], view: 'chart' });
  await expectTopDevices(page, service);
  await expect(page.getByText(/^grouped in your browser with \d+ requests?$/)).toBeVisible();
  await expect(page.getByText(/^The service cannot group, so your browser does: /)).toBeVisible();
});

test('grouping in the page can be stopped, and goes on on demand', { tag: '@long' }, async ({ page, service }) => {
  await setHostExtensions(page, service, ['operators', 'sort', 'pageSize']);
  await service.fault({ kind: 'latency', ms: 700 }, { operation: 'pipeline' });
  await open(page, service, { pipeline: [GROUP], view: 'chart' });
  await getButton(page, 'Stop and show these groups').click();
  await expect(page.getByText('partial', { exact: true })).toBeVisible();
  await expect(page.getByText(/Only the first \d+ documents are grouped\./)).toBeVisible();
  await getButton(page, 'Group all documents').click();
  await expect(page.getByText('12 groups of 222 documents, ')).toBeVisible();
  await expect(page.getByText('partial', { exact: true })).toHaveCount(0);
});

test('grouping again continues while the page is closed', { tag: '@long' }, async ({ page, service }) => {
  await setHostExtensions(page, service, ['operators', 'sort', 'pageSize']);
  await open(page, service, { pipeline: [GROUP], view: 'chart' });
  await expect(page.getByText('12 groups of 222 documents, ')).toBeVisible();
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Datastore' }).click();
  };
  await service.seed({ documents: { events: [{ documentID: 'late', deviceID: 'late' }] } });
  await service.fault({ kind: 'latency', ms: 1500 }, { operation: 'pipeline' });
  await getButton(page, 'Refresh').click();
  await getButton(page, 'Pause').click();
  await leaveAndReturn();
  await expect(getButton(page, 'Resume')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await service.calm();
  await getButton(page, 'Resume Groups of events').click();
  await expect(getTaskTrayItem(page, 'Groups of events')).toContainText('13 groups of 223 documents');
  await page.getByRole('link', { name: 'Datastore' }).click();
  await expect(page.getByText('13 groups of 223 documents, ')).toBeVisible();
});

test('all pages show the groups of all documents after a stop', { tag: '@long' }, async ({ page, service }) => {
  await setHostExtensions(page, service, ['operators', 'sort']);
  await service.fault({ kind: 'latency', ms: 700 }, { operation: 'pipeline' });
  await open(page, service, { pipeline: [{ ...GROUP, condition: { id: '$documentID' } }] });
  await getButton(page, 'Stop and show these groups').click();
  await expect(page.getByText('partial', { exact: true })).toBeVisible();
  await service.calm();
  await getButton(page, 'Group all documents').click();
  await expect(page.getByText('partial', { exact: true })).toHaveCount(0);
  await getButton(page, 'Next page').click();
  await expect(page.getByText('rows 21–40')).toBeVisible();
  await expect(getButton(page, 'Next page')).toBeEnabled();
});

test('counts rows page by page where the service refuses groups', { tag: '@long' }, async ({ page, service }) => {
  await page.route('**/datastore/pipeline?*', async (route) => {
    const { pipeline } = route.request().postDataJSON();
    if (!pipeline.some(({ type }: { type: string }) => type === 'group')) return route.fallback();
    await route.fulfill({ status: 400, json: { code: 'DATA-INVALID', message: 'pipeline[0].type: not a stage.' } });
  });
  await open(page, service);
  const bodies = recordRequestBodies(page, '/datastore/pipeline');
  await getButton(page, 'Count rows').click();
  await expect(page.getByText(/^222 rows/)).toBeVisible();
  // without reading the documents in large pages to group them here
  expect(bodies.filter((body) => body.includes('pageSize') && !body.includes('"group"'))).toEqual([]);
});

test('a service that refuses groups is tried once', { tag: '@long' }, async ({ page, service }) => {
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
  await expectTopDevices(page, service);
  await showView(page, 'Table');
  await expect(getDocumentGrid(page)).toBeVisible();
  expect(refused).toBe(1);
});

test('the card is edited, undone, moved and read as JSON', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  await expect(getDocumentGrid(page)).toBeVisible();
  await getButton(page, 'Group: add stage').click();
  await expect(page.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
  await page.keyboard.type('level');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /^Group by/ })).toHaveCount(0);
  await getButton(page, 'time, per hour: add to groups of stage 1').click();
  await getButton(page, 'hour of time, stage 1 field 2: edit').click();
  const form = page.getByRole('dialog', { name: 'Group by, stage 1 field 2' });
  await form.getByLabel('Groups', { exact: true }).selectOption('per day');
  await form.getByLabel('Name in the result').fill('date');
  await page.keyboard.press('Escape');
  await getButton(page, 'Remove field, stage 1 field 1').click();
  await expect(getStageHeadings(page)).toHaveText(['1 Group by day of time: count']);
  await getButton(page, 'Undo').click();
  await getButton(page, 'Match: add stage').click();
  await page.keyboard.press('Escape');
  await getButton(page, 'Collapse stage 1').press('Alt+ArrowDown');
  await expect(getStageHeadings(page)).toHaveText([/^1 Match/, /^2 Group by level and day of time: count/]);
  await getButton(page, 'Undo').click();
  await getButton(page, 'Undo').click();
  await showEditor(page, 'JSON');
  const day = { $dateTrunc: { date: '$time', unit: 'day', timezone: 'UTC' } };
  expect(JSON.parse(await getJsonEditor(page).innerText())).toEqual([
    { type: 'group', condition: { level: '$level', date: day }, fields: { count: { $count: {} } } },
  ]);
});

test('the form of a key closes on Enter, and a new key and value fit the documents', async ({ page, service }) => {
  const documents = Array.from({ length: 12 }, (_, n) => {
    const time = NOW - n * 24 * HOUR;
    return { documentID: `m${n}`, time, ts: n % 3 ? time : new Date(time).toISOString(), value: n, weight: n };
  });
  await page.clock.setFixedTime(NOW);
  await service.clock(NOW);
  await service.seed({ documents: { mixed: documents } });
  const range = { type: 'range', time: { field: 'time', unit: 'ms', zone: 'utc', last: '30 d' } };
  await openDatastore(page, service, { collection: 'mixed', pipeline: [range] });
  await expect(getDocumentGrid(page)).toBeVisible();
  await getButton(page, 'Group: add stage').click();
  const form = page.getByRole('dialog', { name: /^Group by/ });
  await form.getByRole('combobox', { name: 'Field', exact: true }).fill('value');
  for (const [name, key] of [
    ['Field', 'Enter'],
    ['Name in the result', 'Enter'],
    ['Name in the result', 'Control+Enter'],
  ] as const) {
    await form.getByLabel(name, { exact: true }).press(key);
    await expect(form).toHaveCount(0);
    if (key === 'Enter') await getButton(page, 'value, stage 2 field 1: edit').click();
  }
  await expect(page.getByRole('table', { name: 'Groups' })).toBeVisible();
  await getButton(page, 'time, per day: add to groups of stage 2').click();
  for (const [row, field] of ['value', 'weight', ''].entries()) {
    await getButton(page, 'Value: add to stage 2').click();
    await expect(page.getByRole('combobox', { name: `Field, stage 2 value ${row + 2}` })).toHaveValue(field);
  }
  await expect(page.getByRole('textbox', { name: /^Name of the result, stage 2/ }).nth(2)).toHaveAttribute(
    'placeholder',
    'mean_weight',
  );
  await getButton(page, 'Remove value, stage 2 value 4').click();
  await getButton(page, 'day of time, stage 2 field 2: edit').click();
  const zone = form.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue('UTC');
  await zone.fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await form.getByLabel('Groups', { exact: true }).selectOption('per week');
  await page.keyboard.press('Escape');
  await showEditor(page, 'JSON');
  const week = /"unit":\s*"week",\s*"timezone":\s*"Asia\/Tokyo"/;
  await expect(getJsonEditor(page)).toContainText(week);
});

test('groups over time are lines or stacked bars', { tag: '@long' }, async ({ page, service }) => {
  const day = { $dateTrunc: { date: '$time', unit: 'day', timezone: 'UTC' } };
  const fields = { count: { $count: {} }, mean: { $avg: '$temperature' } };
  const pipeline = [{ type: 'group', condition: { product: '$product', day }, fields }];
  await open(page, service, { pipeline, view: 'chart' });
  const chart = page.getByRole('slider', { name: /^Chart of count, mean over day/ });
  await expect(chart).toBeVisible();
  // the legend has some too
  const marks = chart.locator('svg rect[fill^="var(--series"]');
  const inLegend = await marks.count();
  await getButton(page, 'Stacked bars').press('Enter');
  await expect(getButton(page, 'Stacked bars')).toHaveAttribute('aria-pressed', 'true');
  const bars = new Set(getDocuments(service).map(({ product, time }) => `${product} ${Math.floor(time / 24 / HOUR)}`));
  await expect(marks).toHaveCount(inLegend + bars.size);
});

test('stacked bars are as wide as a day, with all series and totals', { tag: '@long' }, async ({ page, service }) => {
  const day = { $dateTrunc: { date: '$time', unit: 'day', timezone: 'UTC' } };
  const stage = { type: 'group', condition: { deviceID: '$deviceID', day }, fields: { count: { $count: {} } } };
  await open(page, service, { pipeline: [stage], view: 'chart' });
  await getButton(page, 'Stacked bars').press('Enter');
  const chart = page.getByRole('slider', { name: /^Chart of count over day/ });
  const documents = getDocuments(service);
  const days = documents.map(({ time }) => Math.floor(time / 24 / HOUR)).sort();
  await chart.press('Home');
  const value = (await chart.getAttribute('aria-valuetext')) ?? '';
  expect(value).toMatch(new RegExp(`count \\d+ of ${days.lastIndexOf(days[0] ?? 0) + 1}$`));
  // the ends of the bars of a day are those of the day
  const edges = await chart
    .locator('svg rect[fill="var(--muted)"]')
    .evaluateAll((bars) => bars.map((bar) => [Number(bar.getAttribute('x')), Number(bar.getAttribute('width'))]));
  expect(edges.length).toBeGreaterThan(1);
  const [[left = 0, width = 0] = [], [next = 0] = []] = edges.sort(([one = 0], [other = 0]) => one - other);
  expect(left + width).toBeGreaterThan(next - 3);
  const totals = await page
    .getByRole('radiogroup', { name: 'Series of count' })
    .getByRole('radio')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-label')?.replace(/^.*, total /, ''))));
  const others = (await page.getByRole('combobox', { name: /^6 others, total / }).getAttribute('aria-label')) ?? '';
  const sum = totals.reduce((all, total) => all + total, Number(others.replace(/^.*, total /, '')));
  expect(sum).toBe(documents.length);
  await getButton(page, 'Values').click();
  await expect(page.getByRole('columnheader', { name: /^count total/ })).toBeVisible();
});

test('ranked bars keep their rows when sorted and sorted back', { tag: '@long' }, async ({ page, service }) => {
  const values = [null, undefined, '25', 25, true, 'true', [1], [2]];
  const documents = values.flatMap((level, n) =>
    Array.from({ length: n + 1 }, (_, m) => ({ documentID: `${n} ${m}`, level, n })),
  );
  await service.seed({ documents: { events: documents } });
  const fields = { count: { $count: {} }, n: { $min: '$n' } };
  const stage = { type: 'group', condition: { level: '$level' }, fields };
  await openDatastore(page, service, { collection: 'events', pipeline: [stage], view: 'chart' });
  const expected = [8, 7, 6, 5, 4, 3, 2, 1].map(String);
  const counts = async () => (await getRows(page)).map((row) => row.split(' ').at(-1));
  await expect.poll(counts).toEqual(expected);
  for (const name of ['level', 'n', 'count', 'level', 'count'])
    await groups(page).getByRole('button', { name, exact: true }).click();
  await expect.poll(counts).toEqual(expected);
});

test('the totals of many groups are readable on a phone', async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const documents = Array.from({ length: 1672 }, (_, n) => ({ documentID: `d${n}`, k: `k${n}` }));
  await service.seed({ documents: { events: documents } });
  const stage = { type: 'group', condition: { k: '$k' }, fields: { count: { $count: {} } } };
  await openDatastore(page, service, { collection: 'events', pipeline: [stage], view: 'chart' });
  const heading = groups(page).getByRole('rowheader', { name: 'total of 1,672 groups' });
  await expect(heading).toBeVisible();
  expect(await heading.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
});

test('the top groups are chosen on the card, with the totals of all', async ({ page, service }) => {
  const fields = { count: { $count: {} }, heat: { $sum: '$temperature' } };
  await open(page, service, { pipeline: [{ ...GROUP, fields }], view: 'chart' });
  await expect(groups(page).getByRole('row', { name: 'total of 12 groups 222 5,418' })).toBeVisible();
  await groups(page).getByRole('columnheader', { name: 'deviceID' }).getByRole('button').click();
  await expect(groups(page).getByRole('columnheader', { name: 'deviceID' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('combobox', { name: 'Number of groups, stage 1' }).selectOption('top 5');
  await expect(groups(page).getByRole('columnheader', { name: 'count' })).toHaveAttribute('aria-sort', 'descending');
  const expected = getTop(service).map((row) => row.split(' ')[0]);
  expect((await getRows(page)).map((row) => row.split(' ')[0])).toEqual(expected.slice(0, 5));
  await page.getByRole('combobox', { name: 'Top groups by, stage 1' }).selectOption('heat');
  await expect(getStageHeadings(page)).toHaveText([/^1 Group/, '2 Sort by heat descending']);
  await expect(groups(page).getByRole('columnheader', { name: 'heat' })).toHaveAttribute('aria-sort', 'descending');
  expect(await getRows(page)).toHaveLength(5);
  await expect(page.getByText('7 further groups are not shown.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('7 further groups are not shown.')).toBeVisible();
  await showView(page, 'Table');
  await expect(getDocumentGrid(page).getByRole('row')).toHaveCount(6);
  await expect(page.getByText('total of 12 groups · count 222 · heat 5,418')).toBeVisible();
  await page.getByRole('combobox', { name: 'Number of groups, stage 1' }).selectOption('all groups');
  await expect(getDocumentGrid(page).getByRole('row')).toHaveCount(13);
});

test('the last page and the count have the page size of top groups', { tag: '@long' }, async ({ page, service }) => {
  const count = { type: 'group', condition: {}, fields: { n: { $count: {} } } };
  await page.route('**/datastore/pipeline?*', async (route) => {
    const { pipeline } = route.request().postDataJSON();
    if (pipeline.length < 2) return route.fallback();
    await route.fulfill({ status: 400, json: { code: 'QUERY-TOO-COSTLY', message: 'The query takes too long.' } });
  });
  const condition = { id: '$documentID' };
  await open(page, service, { pipeline: [{ ...count, condition }], top: 10, page: 24 });
  await expect(page.getByText('rows 221–222, the end')).toBeVisible();
  await getButton(page, 'Previous page').click();
  await getButton(page, 'Count rows').click();
  await expect(page.getByText(/^222 rows, \d+ requests$/)).toBeVisible();
});

test('a heading of the table sorts all groups, which link to devices', { tag: '@long' }, async ({ page, service }) => {
  const fields = { count: { $count: {} }, sum: { $sum: '$bytes' } };
  const condition = { device: '$deviceID', n: '$documentID' };
  const documents = getDocuments(service).map((document) => ({ ...document, bytes: 1234567 }));
  await service.seed({ documents: { events: documents } });
  await openDatastore(page, service, { collection: 'events', pipeline: [{ type: 'group', condition, fields }] });
  const grid = getDocumentGrid(page);
  const heading = grid.getByRole('columnheader', { name: 'device' });
  await heading.click();
  await expect(getStageHeadings(page)).toHaveText([/^1 Group/, '2 Sort by device']);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.click();
  await expect(getStageHeadings(page)).toHaveText([/^1 Group/, '2 Sort by device descending']);
  const last = getDocuments(service)
    .map(({ deviceID }) => deviceID)
    .sort()
    .at(-1);
  await expect(grid.getByRole('link', { name: last ?? '', exact: true }).nth(0)).toHaveAttribute('href', /\/devices\//);
  await expect(grid.getByRole('gridcell', { name: '1,234,567' }).nth(0)).toBeVisible();
  await heading.click();
  await expect(getStageHeadings(page)).toHaveText([/^1 Group/]);
  await expect(page.getByText(/^total of 222 groups · count 222 · sum 274,073,874$/)).toBeVisible();
});

test('a new query has no stages, and can be undone', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service, { pipeline: [ERRORS, GROUP], documentID: 'x' });
  await getButton(page, 'New query').click();
  await expect(getStageHeadings(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'documentID' })).toHaveValue('');
  await getButton(page, 'Undo').click();
  await expect(getStageHeadings(page)).toHaveCount(2);
});

test('text and numbers that look alike differ in bars and table', { tag: '@long' }, async ({ page, service }) => {
  const documents = [25, '25', 'x'].map((code, n) => ({ documentID: `m${n}`, kind: 'a', code }));
  await service.seed({ documents: { mixed: documents } });
  const condition = { kind: '$kind', code: '$code' };
  const stage = { type: 'group', condition, fields: { count: { $count: {} } } };
  await openDatastore(page, service, { collection: 'mixed', pipeline: [stage], view: 'chart' });
  const expectCells = async (cell: 'cell' | 'gridcell') => {
    for (const name of ['25', '"25"', '"x"'])
      await expect(page.getByRole(cell, { name, exact: true }).filter({ hasText: name })).toBeVisible();
  };
  await expectCells('cell');
  await showView(page, 'Table');
  await expectCells('gridcell');
});

test('a long ID leaves room for bars, and keeps its end', { tag: '@long' }, async ({ page, service }) => {
  const long = (end: string) => `urn:dev:mac:0024befffe804ff1-factory-zurich-line-17-sensor-outside-${end}`;
  const documents = ['0001', '0002'].map((end) => ({ documentID: end, deviceID: long(end), temperature: 1 }));
  await service.seed({ documents: { events: documents } });
  const fields = { count: { $count: {} }, temperature: { $avg: '$temperature' }, last: { $max: '$deviceID' } };
  await openDatastore(page, service, { collection: 'events', pipeline: [{ ...GROUP, fields }], view: 'chart' });
  for (const [width, least] of [
    [390, 80],
    [1024, 95],
    [1440, 95],
    [1920, 95],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const link = groups(page).getByRole('link', { name: long('0002'), exact: true });
    await expect(link).toHaveText(/^urn:.*…?.*0002$/);
    await expect.poll(() => link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThan(1);
    const bar = groups(page).locator('tbody td').nth(0);
    await expect.poll(async () => (await bar.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(least);
  }
  // the card shows the field and the name of its mean in full
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const input of [
    page.getByRole('combobox', { name: 'Field, stage 1 value 2' }),
    page.getByRole('textbox', { name: 'Name of the result, stage 1 value 2' }),
  ])
    await expect.poll(() => input.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('an export of groups reads them once, and is named after them', { tag: '@long' }, async ({ page, service }) => {
  const documents = Array.from({ length: 62 }, (_, n) => ({ documentID: `d${n}`, deviceID: `D-${n}`, level: 'error' }));
  await service.seed({ documents: { events: documents } });
  await openDatastore(page, service, { collection: 'events', pipeline: [GROUP] });
  await expect(page.getByText('total of 62 groups · count 62')).toBeVisible();
  const bodies = recordRequestBodies(page, '/datastore/pipeline');
  const exportCsv = async () => {
    const download = page.waitForEvent('download');
    await exportAllPages(page, 'CSV, one column per field');
    expect((await download).suggestedFilename()).toBe('events-groups-by-deviceID.csv');
    return (await readDownload(download)).trimEnd().split(/\r?\n/);
  };
  expect(await exportCsv()).toHaveLength(63);
  expect(bodies).toHaveLength(1);
  await expect(getTaskTrayItem(page, 'events-groups-by-deviceID.csv')).toContainText('Exported 62 groups');
  await showView(page, 'Chart');
  await expect(groups(page)).toBeVisible();
  bodies.length = 0;
  expect(await exportCsv()).toHaveLength(63);
  expect(bodies).toHaveLength(0);
});

test('an export of groups has their order on the page', async ({ page, service }) => {
  const documents = Array.from({ length: 62 }, (_, n) => ({
    documentID: `d${n}`,
    deviceID: `D-${n}`,
    t: (n * 37) % 62,
  }));
  await service.seed({ documents: { events: documents } });
  const fields = { count: { $count: {} }, mean: { $avg: '$t' } };
  const link = { collection: 'events', pipeline: [{ ...GROUP, fields }], sort: [{ key: 'mean', descending: true }] };
  const exportMeans = async () => {
    const download = page.waitForEvent('download');
    await exportAllPages(page);
    return parseNdjson(await readDownload(download)).map((group) => Object(group).mean);
  };
  const ranked = Array.from({ length: 62 }, (_, n) => 61 - n);
  await openDatastore(page, service, { ...link, top: 50 });
  await expect(page.getByText('total of 62 groups')).toBeVisible();
  expect(await exportMeans()).toEqual(ranked);
  await showView(page, 'Chart');
  await page.getByRole('combobox', { name: 'Value of the bars' }).selectOption({ label: 'mean' });
  await groups(page).getByRole('button', { name: 'mean' }).click();
  await expect(groups(page).getByRole('columnheader', { name: 'mean' })).toHaveAttribute('aria-sort', 'ascending');
  expect(await exportMeans()).toEqual(ranked.toReversed());
});

test('this page of groups is exported as it is shown, and a chart begins with the first', async ({ page, service }) => {
  const documents = Array.from({ length: 62 }, (_, n) => ({ documentID: `d${n}`, deviceID: `D-${n}` }));
  await service.seed({ documents: { events: documents } });
  await openDatastore(page, service, { collection: 'events', pipeline: [GROUP], top: 50 });
  const exportPage = async () => {
    await getButton(page, 'Export').click();
    await page.getByRole('combobox', { name: 'Groups', exact: true }).selectOption({ label: 'this page, 50 groups' });
    const download = page.waitForEvent('download');
    await getButton(page, 'Export 50 groups').click();
    return (await readDownload(download)).trimEnd().split('\n');
  };
  expect(await exportPage()).toHaveLength(50);
  await getButton(page, 'Next page').click();
  await expect(page.getByText('rows 51–62, the end')).toBeVisible();
  await showView(page, 'Chart');
  await expect(page.getByText(/^62 groups of 62 documents/)).toBeVisible();
  await expect(page.getByText('does not exist')).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await getButton(page, 'Load more').click();
  await expect(page.getByText(/^62 groups of 62 documents/)).toBeVisible();
  expect(await exportPage()).toHaveLength(50);
});

test('the table and its export list empty times on request', { tag: '@long' }, async ({ page, service }) => {
  const documents = [0, 1, 30].map((hours) => ({ documentID: `d${hours}`, time: NOW + hours * HOUR }));
  await service.seed({ documents: { events: documents } });
  const hour = { $dateTrunc: { date: '$time', unit: 'hour' } };
  const stage = { type: 'group', condition: { hour }, fields: { count: { $count: {} } } };
  const grid = getDocumentGrid(page);
  // all groups fit on the first page
  await openDatastore(page, service, { collection: 'events', pipeline: [stage], page: 2, top: 2 });
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await getButton(page, 'Empty times').click();
  await expect(grid).toHaveAttribute('aria-rowcount', '32');
  await expect(page.getByText('Page 2 does not exist.')).toHaveCount(0);
  await getButton(page, 'Empty times').click();
  await openDatastore(page, service, { collection: 'events', pipeline: [stage] });
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await getButton(page, 'Empty times').click();
  await expect(grid).toHaveAttribute('aria-rowcount', '32');
  await expect(page.getByText('total of 3 groups · count 3')).toBeVisible();
  const download = page.waitForEvent('download');
  await exportAllPages(page, 'CSV, one column per field');
  const rows = (await readDownload(download)).trimEnd().split(/\r?\n/);
  expect(rows.map((row) => row.split(',').at(-1))).toEqual(['count', '1', '1', ...Array(28).fill('0'), '1']);
  await page.reload();
  await expect(getButton(page, 'Empty times')).toHaveAttribute('aria-pressed', 'true');
  const bodies = recordRequestBodies(page, '/datastore/pipeline');
  await showView(page, 'JSON');
  await expect(page.getByText('3 groups of 3 documents')).toBeVisible();
  await getButton(page, 'Refresh').click();
  await expect.poll(() => bodies.length).toBeGreaterThan(0);
  expect(bodies.filter((body) => body.includes('pageSize'))).toEqual([]);
});

test('the count of a group over time opens as many documents', async ({ page, service }) => {
  const days = ['2026-03-28', '2026-03-29', '2026-03-30'];
  const texts = days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:30:00Z`),
  );
  const documents = { texts, numbers: texts.map((text) => Date.parse(text)) };
  const seeds = Object.entries(documents).map(([name, times]) => [
    name,
    times.map((time, n) => ({ documentID: `d${n}`, time, level: n % 2 ? 'error' : 'info' })),
  ]);
  await service.seed({ documents: Object.fromEntries(seeds) });
  const day = { $dateTrunc: { date: '$time', unit: 'day', timezone: 'Europe/Zurich' } };
  const stage = { type: 'group', condition: { day, level: '$level' }, fields: { count: { $count: {} } } };
  const grid = getDocumentGrid(page);
  const status = page.getByText(/^\d+ documents, /);
  for (const collection of Object.keys(documents)) {
    await openDatastore(page, service, { collection, pipeline: [stage] });
    // the clocks change on the second day, which has 23 hours
    await expect(grid.getByRole('link')).toHaveText(['12', '11', '12', '11', '12', '12', '1', '1']);
    await grid.getByRole('link').nth(3).click();
    await expect(status).toHaveText(/^11 documents, /);
    await page.goBack();
    await grid.getByRole('gridcell', { name: 'error' }).nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show documents of this group' }).click();
    await expect(status).toHaveText(/^12 documents, /);
  }
});

test('the fields seen give way to the group card', { tag: '@long' }, async ({ page, service }) => {
  await open(page, service);
  const fields = page.getByRole('region', { name: /^Fields seen/ });
  const getHeight = async () => (await fields.boundingBox())?.height ?? 0;
  await expect.poll(getHeight).toBeGreaterThan(150);
  await getButton(page, 'Group: add stage').click();
  await expect(page.getByRole('dialog', { name: /^Group by/ })).toBeVisible();
  await page.keyboard.press('Escape');
  for (let added = 0; added < 4; added++) await getButton(page, 'Value: add to stage 1').click();
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect.poll(getHeight).toBeLessThan(120);
});
