import type { Page } from 'playwright/test';
import {
  exportAllPages,
  getButton,
  getDocumentGrid,
  openDatastore,
  readDownload,
  showView,
  waitForHistogram,
} from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { recordRequestBodies } from '#e2e/helpers/mockServiceResponse.ts';
import { createReadings, downloadChart, FIRST_READING_MS, getChartSlider, seedAndOpenChart } from './chartPage.ts';

test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });

const COUNT = 2400;

/** Keeps the last image that is rendered, which `readImage` returns with its texts. */
async function recordImages(page: Page) {
  await page.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') ?? {};
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      set(url: string) {
        if (url.startsWith('data:image/svg')) document.body.dataset['image'] = decodeURIComponent(url);
        set?.call(this, url);
      },
    });
  });
}

async function readImage(page: Page) {
  const image = (await page.locator('body').getAttribute('data-image')) ?? '';
  return { image, texts: [...image.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text).join(' ') };
}

test('a chart of a large result takes three requests, with the numbers of its documents', async ({ page, service }) => {
  await seedAndOpenChart(page, service, createReadings(COUNT), { view: 'table', plot: ['t', 'v'] });
  // the displayed page and the next one
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await waitForHistogram(page);
  const asked = recordRequestBodies(page, '/datastore/pipeline');
  await showView(page, 'Chart');
  const summary = `${COUNT.toLocaleString('en')} documents, mean, minimum and maximum per`;
  await expect(page.getByText(`${summary} 5 minutes · grouped in 3 requests`)).toBeVisible();
  // the count, the range of times, and the groups
  expect(asked).toHaveLength(3);

  await page.getByRole('combobox', { name: 'One value per' }).selectOption('hour');
  await expect(page.getByText(`${summary} hour · grouped in 3 requests`)).toBeVisible();
  const readings = createReadings(COUNT);
  const hours = Array.from({ length: COUNT / 60 }, (_, hour) => {
    const here = readings.slice(60 * hour, 60 * hour + 60).map(({ t }) => t);
    const mean = here.reduce((sum, t) => sum + t, 0) / here.length;
    return [FIRST_READING_MS + hour * 3_600_000, Math.min(...here), mean, Math.max(...here), here.length];
  });
  const { bytes } = await downloadChart(page, 'As CSV');
  const rows = bytes.toString().trim().split('\r\n').slice(1);
  const round = (numbers: number[]) => numbers.map((number) => number.toFixed(9));
  expect(rows.map((row) => round(row.split(',').slice(1, 6).map(Number)))).toEqual(hours.map(round));

  await page.getByRole('combobox', { name: 'Split by' }).selectOption('deviceID');
  await expect(
    page.getByText(`${COUNT.toLocaleString('en')} documents of 3 devices, mean, minimum and maximum per hour`),
  ).toBeVisible();
  const parts = page.getByRole('radiogroup', { name: 'Series of v' }).getByRole('radio');
  await expect(parts).toHaveCount(3);
  await expect(parts.nth(0)).toHaveAccessibleName('GATEWAY-A-01752, mean 4');
});

test('a chart shows a sample until all documents are grouped', { tag: '@long' }, async ({ page, service }) => {
  const all = createReadings(50_000).map(({ documentID, time, t }) => ({ documentID, time, t }));
  await service.seed({ documents: { waves: all } });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/datastore/pipeline*', async (route) => {
    if (route.request().postData()?.includes('$bucket')) await released;
    await route.continue();
  });
  await openDatastore(page, service, { collection: 'waves', view: 'chart' });
  await expect(page.getByText('The chart shows a sample of 1,000 of 50,000 documents.')).toBeVisible();
  const chart = getChartSlider(page);
  await chart.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /^2026-02-04 17:19/);
  await page.getByRole('button', { name: 'Pause loading' }).click();
  await expect(page.getByText('paused: the service groups all documents. The chart shows a sample')).toBeVisible();
  await page.getByRole('button', { name: 'Resume loading' }).click();
  release();
  await expect(
    page.getByText(/^50,000 documents, mean, minimum and maximum per .* · grouped in 12 requests/),
  ).toBeVisible();
});

test('a chart that cannot be loaded says so', async ({ page, service }) => {
  await seedAndOpenChart(page, service, createReadings(30), { view: 'table', over: '' });
  await expect(getButton(page, 'Next page')).toBeEnabled();
  await waitForHistogram(page);
  await service.fault('forbidden', { operation: 'pipeline' });
  await showView(page, 'Chart');
  const failed = page.getByRole('alert').filter({ hasText: 'The documents could not be loaded.' });
  await expect(failed).toBeVisible();
  await expect(page.getByText(/^Could not load all documents: /)).toBeVisible();
  await expect(page.getByText(/loading: /)).toHaveCount(0);
  await service.calm();
  await getButton(failed, 'Try again').click();
  await expect(page.getByText(/^30 documents · /)).toBeVisible();
});

for (const form of ['numbers', 'texts'] as const) {
  test(`a range of a chart of groups filters their documents by times as ${form}`, async ({ page, service }) => {
    const condition = { day: { $dateTrunc: { date: '$time', unit: 'day', timezone: 'America/New_York' } } };
    const pipeline = [{ type: 'group', condition, fields: { n: { $count: {} } } }];
    // two of unset clocks, then four per day of New York, and five on the day of 25 hours
    const times = [0, 5000, ...Array.from({ length: 20 }, (_, n) => Date.UTC(2026, 9, 30, 4) + n * 21_600_000)];
    const documents = times.map((ms, n) => ({
      documentID: `d${n}`,
      time: form === 'texts' ? new Date(ms).toISOString() : ms,
    }));
    await seedAndOpenChart(page, service, documents, { pipeline });
    await expect(getChartSlider(page)).toHaveAccessibleName('Chart of n over day');
    await getButton(page, 'Leave out times before 2000').click();
    await expect(page.getByRole('group', { name: 'Time range' })).toContainText('of time, from 2000-01-01');
    await expect(getChartSlider(page)).toHaveAttribute('aria-valuemax', '5');
    await expect(getButton(page, 'Leave out times before 2000')).toHaveCount(0);
    await getChartSlider(page).press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText('2 groups', { exact: true })).toBeVisible();
    await getButton(page, 'Filter by this range').click();
    await showView(page, 'Table');
    await expect(getDocumentGrid(page).getByRole('row')).toHaveText([/^day/, /^2026-10-31.*4$/, /^2026-11-01.*5$/]);
  });
}

test('the times of grouped documents are read only for a range, and only if none was shown', async ({
  page,
  service,
}) => {
  const condition = { day: { $dateTrunc: { date: '$time', unit: 'day' } } };
  const pipeline = [{ type: 'group', condition, fields: { n: { $count: {} } } }];
  const documents = Array.from({ length: 20 }, (_, n) => ({
    documentID: `d${n}`,
    time: FIRST_READING_MS + n * 20_000_000,
    site: 'north',
  }));
  const bodies = recordRequestBodies(page, '/datastore/pipeline');
  const countSamples = () => bodies.filter((body) => !body.includes('group')).length;
  await seedAndOpenChart(page, service, documents, { pipeline });
  await getChartSlider(page).press('Home');
  expect(countSamples()).toBe(0);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(getButton(page, 'Filter by this range')).toBeVisible();
  expect(countSamples()).toBe(1);

  await page.goto('about:blank');
  await openDatastore(page, service, { collection: 'waves' });
  await expect(page.getByText(/^20 documents, /)).toBeVisible();
  await getButton(page, 'Group: add stage').click();
  await page.getByRole('combobox', { name: 'Field', exact: true }).fill('site');
  await page.keyboard.press('Enter');
  await getButton(page, 'time, per hour: add to groups of stage 1').click();
  await getButton(page, 'Run').click();
  bodies.length = 0;
  await showView(page, 'Table');
  await expect(getDocumentGrid(page).getByRole('link').first()).toHaveText('1');
  await showView(page, 'Chart');
  await getChartSlider(page).press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(getButton(page, 'Filter by this range')).toBeVisible();
  expect(countSamples()).toBe(0);
});

test('times of groups are shown in the time zone of their stage', async ({ page, service }) => {
  const pipeline = [
    {
      type: 'group',
      condition: { hour: { $dateTrunc: { date: '$time', unit: 'hour', timezone: 'Europe/Zurich' } } },
      fields: { n: { $count: {} } },
    },
  ];
  // the hour at 2 is repeated
  const changesAt = Date.UTC(2026, 9, 25);
  const waves = Array.from({ length: 6 }, (_, hour) => ({
    documentID: `d${hour}`,
    time: changesAt + hour * 3_600_000,
  }));
  await seedAndOpenChart(page, service, waves, { pipeline });
  const [repeated, again] = ['2026-10-25 02:00:00 +02:00', '2026-10-25 02:00:00 +01:00'];
  const chart = getChartSlider(page);
  await chart.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', `${repeated}, n 1`);
  await chart.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', `${again}, n 1`);
  await expect(page.getByText('times in Europe/Zurich')).toBeVisible();
  const csv = (await downloadChart(page, 'As CSV')).bytes.toString();
  expect(csv).toContain(`\r\n${repeated},${changesAt},1\r\n${again},`);
  const svg = (await downloadChart(page, 'As SVG')).bytes.toString();
  expect(svg).toContain(`${repeated} to 2026-10-25 06:00:00 +01:00`);

  await showView(page, 'Table');
  await expect(getDocumentGrid(page).getByText(repeated)).toBeVisible();
  const download = page.waitForEvent('download');
  await exportAllPages(page, 'CSV, one column per field');
  expect(await readDownload(download)).toContain(`${again},1`);
});

test('a link and a saved query keep what the chart shows', async ({ page, service }) => {
  const condition = { day: { $dateTrunc: { date: '$time', unit: 'day' } }, deviceID: '$deviceID' };
  const pipeline = [{ type: 'group', condition, fields: { n: { $count: {} }, t: { $avg: '$t' } } }];
  await seedAndOpenChart(page, service, createReadings(9), { pipeline });
  const expectChoices = async () => {
    await expect(getChartSlider(page)).toHaveAccessibleName('Chart of n over day');
    for (const name of ['Stacked bars', 'Values'])
      await expect(getButton(page, name)).toHaveAttribute('aria-pressed', 'true');
  };
  await getButton(page, 'Remove t from the chart').click();
  await getButton(page, 'Stacked bars').click();
  await getButton(page, 'Values').click();
  await expectChoices();
  await page.reload();
  await expectChoices();

  await getButton(page, 'Saved').click();
  await page.getByRole('textbox', { name: 'Query name' }).fill('errors per day');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await getButton(page, 'Stacked bars').click();
  await getButton(page, 'Values').click();
  await showView(page, 'Table');
  await getButton(page, 'Saved').click();
  await getButton(page, 'errors per day').click();
  await expectChoices();
});

test('a single series over time is drawn as bars, which the link keeps', async ({ page, service }) => {
  const condition = { day: { $dateTrunc: { date: '$time', unit: 'day', timezone: 'Europe/Zurich' } } };
  // on October 25, the day has 25 hours
  const times = [24, 25, 26].map((day) => ({ documentID: `d${day}`, time: Date.UTC(2026, 9, day, 12) }));
  const pipeline = [{ type: 'group', condition, fields: { n: { $count: {} } } }];
  await seedAndOpenChart(page, service, times, { pipeline });
  await getButton(page, 'Bars').click();
  await page.reload();
  await expect(getButton(page, 'Bars')).toHaveAttribute('aria-pressed', 'true');
  const bars = getChartSlider(page).locator('svg rect[fill="var(--accent)"]');
  await expect(bars).toHaveCount(3);
  const widths = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('width'))));
  expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeGreaterThan(1.03);
  const svg = (await downloadChart(page, 'As SVG')).bytes.toString();
  expect(svg.match(/<rect[^>]* fill="[^"]*"[^>]*fill-opacity/g)).toHaveLength(3);
});

test('groups over time are compared with the period before', async ({ page, service }) => {
  const DAY_MS = 86_400_000;
  // n documents on day n of four, and a range of the last two
  const documents = [1, 2, 3, 4].flatMap((day) =>
    Array.from({ length: day }, (_, n) => ({
      documentID: `${day} ${n}`,
      time: FIRST_READING_MS + (day - 1) * DAY_MS + n,
    })),
  );
  const begin = FIRST_READING_MS + 2 * DAY_MS;
  const time = { field: 'time', unit: 'ms', zone: 'utc', from: begin, to: begin + 2 * DAY_MS - 1000 };
  const group = {
    type: 'group',
    condition: { day: { $dateTrunc: { date: '$time', unit: 'day' } } },
    fields: { n: { $count: {} } },
  };
  await seedAndOpenChart(page, service, documents, { pipeline: [{ type: 'range', time }, group] });
  await getButton(page, 'Period before').click();
  const chart = getChartSlider(page);
  // the line, and its mark in the legend
  await expect(chart.locator('svg path[stroke-dasharray]')).toHaveCount(2);
  await chart.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /n 3 · before 1, \+2 \(\+200\.0 %\)$/);
  await chart.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /n 4 · before 2, \+2 \(\+100\.0 %\)$/);
  await getButton(page, 'Bars').click();
  await getButton(page, 'Values').click();
  await page.reload();
  await expect(chart.locator('svg path[stroke-dasharray]')).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: 'n change in %' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '200', exact: true })).toBeVisible();

  const csv = (await downloadChart(page, 'As CSV')).bytes.toString();
  expect(csv).toContain(',n,n before,n difference,n change in %\r\n');
  expect(
    csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(2).join(' ')),
  ).toEqual(['n n before n difference n change in %', '3 1 2 200', '4 2 2 100']);
  const svg = (await downloadChart(page, 'As SVG')).bytes.toString();
  // the line of the text ends here
  expect(svg).toContain('compared with the period from 2026-01-01 00:00:00Z to 2026-01-03<');
  expect(svg).toContain('>period before<');
});

test('merged groups and months are not compared with the period before', async ({ page, service }) => {
  // two documents per hour on the first day, and three on the second one
  const documents = [2, 3].flatMap((count, day) =>
    Array.from({ length: 24 * count }, (_, n) => ({
      documentID: `${day} ${n}`,
      time: FIRST_READING_MS + day * 86_400_000 + (n % 24) * 3_600_000,
    })),
  );
  await service.seed({ documents: { waves: documents } });
  const begin = FIRST_READING_MS + 86_400_000;
  const time = { field: 'time', unit: 'ms', zone: 'utc', from: begin, to: begin + 86_399_000 };
  const open = (unit: string, link: object) => {
    const condition = { start: { $dateTrunc: { date: '$time', unit } } };
    const pipeline = [
      { type: 'range', time },
      { type: 'group', condition, fields: { n: { $count: {} } } },
    ];
    return openDatastore(page, service, { collection: 'waves', view: 'chart', draw: ['before'], pipeline, ...link });
  };
  const button = getButton(page, 'Period before');
  await open('hour', { per: 'day' });
  await expect(button).toHaveAttribute('data-tip', 'The chart has one value per day, and the groups are per hour.');
  await page.getByRole('combobox', { name: 'One value per' }).selectOption('pixel');
  await getChartSlider(page).press('Home');
  await expect(getChartSlider(page)).toHaveAttribute('aria-valuetext', /n 3 · before 2, \+1/);
  await open('month', {});
  await expect(button).toHaveAttribute('data-tip', /^Months differ in length/);
});

test('a CSV file of series has the columns of the period before for all of them', async ({ page, service }) => {
  const begin = FIRST_READING_MS + 86_400_000;
  const documents = [
    ['new', begin],
    ['old', begin],
    ['old', FIRST_READING_MS],
  ].map(([deviceID, time], n) => ({ documentID: `d${n}`, deviceID, time }));
  const time = { field: 'time', unit: 'ms', zone: 'utc', from: begin, to: begin + 86_399_000 };
  const condition = { day: { $dateTrunc: { date: '$time', unit: 'day' } }, deviceID: '$deviceID' };
  const pipeline = [
    { type: 'range', time },
    { type: 'group', condition, fields: { n: { $count: {} } } },
  ];
  await seedAndOpenChart(page, service, documents, { pipeline, draw: ['before'] });
  await expect(getChartSlider(page)).toBeVisible();
  const rows = (await downloadChart(page, 'As CSV')).bytes.toString().trim().split('\r\n');
  expect(rows.map((row) => row.split(',').length)).toEqual(rows.map(() => 10));
  expect(rows).toHaveLength(3);
});

test('the status line tells which groups cannot be compared', async ({ page, service }) => {
  const group = (condition: object) => ({ type: 'group', condition, fields: { n: { $count: {} } } });
  const byDay = { day: { $dateTrunc: { date: '$time', unit: 'day' } } };
  const readings = Array.from({ length: 1006 }, (_, n) => ({
    documentID: `d${n}`,
    deviceID: `D-${n % 1005}`,
    time: FIRST_READING_MS + (n < 1005 ? 0 : 86_400_000),
  }));
  await service.seed({ documents: { waves: readings } });
  const open = (from: number, condition: object) => {
    const time = { field: 'time', unit: 'ms', zone: 'utc', from, to: from + 86_399_000 };
    const pipeline = [{ type: 'range', time }, group(condition)];
    return openDatastore(page, service, { collection: 'waves', view: 'chart', draw: ['before'], pipeline });
  };
  await open(FIRST_READING_MS, byDay);
  await expect(page.getByText(/a bar per|loaded in 1 request/)).toContainText('· no documents in the period before');
  // two pages of groups
  await open(FIRST_READING_MS + 86_400_000, { deviceID: '$deviceID' });
  await expect(page.getByText(/^1 group of 1 document/)).toContainText('· 1,004 only in the period before');
});

test('groups by key are compared with the period before, which needs a time range', async ({ page, service }) => {
  await recordImages(page);
  const readings = [
    ...['A', 'A', 'A', 'B'].map((deviceID) => ({ deviceID, time: FIRST_READING_MS + 3_600_000 })),
    ...['A', 'A', 'C'].map((deviceID) => ({ deviceID, time: FIRST_READING_MS - 3_600_000 })),
  ].map((reading, n) => ({ documentID: `d${n}`, ...reading }));
  const group = { type: 'group', condition: { deviceID: '$deviceID' }, fields: { n: { $count: {} } } };
  await seedAndOpenChart(page, service, readings, { pipeline: [group] });
  const compare = getButton(page, 'Period before');
  await expect(compare).toHaveAttribute('aria-disabled', 'true');
  await expect(compare).toHaveAttribute('data-tip', 'Choose a time range to compare it with the period before.');

  const time = { field: 'time', unit: 'ms', zone: 'utc', from: FIRST_READING_MS, to: FIRST_READING_MS + 86_399_000 };
  await openDatastore(page, service, {
    collection: 'waves',
    view: 'chart',
    draw: ['before'],
    pipeline: [{ type: 'range', time }, group],
  });
  const rows = page.getByRole('table', { name: 'Groups' }).locator('tbody').getByRole('row');
  await expect(rows.nth(0).getByRole('cell')).toContainText(['', '3', '75.0 %', '2', '+1 (+50.0 %)']);
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['', '1', '25.0 %', 'none', '+1']);
  await expect(rows.nth(2)).toHaveText('Cnone1−1 (−100.0 %)');
  await expect(page.getByText(/^2 groups of 4 documents/)).toContainText('· 1 only in the period before');

  const download = page.waitForEvent('download');
  await exportAllPages(page, 'CSV, one column per field');
  expect(await readDownload(download)).toBe(
    ['deviceID,n,n before,n difference,n change in %', 'A,3,2,1,50', 'B,1,,1,', 'C,,1,-1,-100', ''].join('\r\n'),
  );

  await getButton(page, 'Image').click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
  await saved;
  const { texts } = await readImage(page);
  expect(texts).toContain('compared with the period from 2025-12-31 00:00:00Z to 2026-01-01 00:00:00Z');
  expect(texts).toContain('2 groups of 4 documents');
  expect(texts).toContain('A 3 75.0 % 2 +1 (+50.0 %) B 1 25.0 % none +1 C none  1 −1 (−100.0 %)');

  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['before', 'change'])
    await expect(page.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  await expect(rows.nth(0).getByText('+1 (+50.0 %)')).toBeInViewport({ ratio: 1 });
});

test('a button that is on differs at a glance in both themes', async ({ page, service }) => {
  const group = { type: 'group', condition: { v: '$v' }, fields: { count: { $count: {} } } };
  const time = { field: 'time', unit: 'ms', zone: 'utc', from: FIRST_READING_MS, to: FIRST_READING_MS + 86_399_000 };
  await seedAndOpenChart(page, service, createReadings(9), { pipeline: [{ type: 'range', time }, group] });
  const button = getButton(page, 'Period before');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(button).toHaveCSS('box-shadow', 'none');
    await button.click();
    // the accent color, whose contrast a unit test checks
    const accent = await button.evaluate((element) => getComputedStyle(element).color);
    await expect(page.getByRole('link', { name: 'Datastore' })).toHaveCSS('color', accent);
    await expect(button).toHaveCSS('box-shadow', `${accent} 0px 0px 0px 1px inset`);
    await button.click();
  }
});

test('an image of ranked groups has conditions, range, numbers and the chosen rows', async ({ page, service }) => {
  await recordImages(page);
  const time = { field: 'time', unit: 'ms', zone: 'utc', from: FIRST_READING_MS };
  const group = { type: 'group', condition: { v: '$v', n: '$documentID' }, fields: { count: { $count: {} } } };
  const match = { type: 'match', filter: { deviceID: 'CAM-360-00320' } };
  await seedAndOpenChart(page, service, createReadings(36), { pipeline: [{ type: 'range', time }, match, group] });
  await getButton(page, 'Image').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save as PNG, first 10' }).click();
  await download;
  const { image, texts } = await readImage(page);
  expect(texts).toContain('Collection waves · time from 2026-01-01 00:00:00Z · keep where deviceID is "CAM-360-00320"');
  expect(texts).not.toContain('all time');
  expect(texts).toContain('the first 10 of 12 groups of 12 documents');
  expect(image.match(/<rect/g)).toHaveLength(1 + 10);
});

test('more groups than bars can show stay a line', { tag: '@long' }, async ({ page, service }) => {
  const open = (unit: string) => {
    const condition = { start: { $dateTrunc: { date: '$time', unit } } };
    const pipeline = [{ type: 'group', condition, fields: { n: { $count: {} } } }];
    return openDatastore(page, service, { collection: 'waves', view: 'chart', pipeline, draw: ['bars'] });
  };
  await service.seed({ documents: { waves: createReadings(COUNT) } });
  await open('minute');
  await expect(page.getByText('2,400 groups, ')).toBeVisible();
  await expect(getButton(page, 'Bars')).toBeDisabled();
  await expect(getButton(page, 'Bars')).toHaveAttribute('aria-pressed', 'false');
  await open('hour');
  await expect(getButton(page, 'Bars')).toHaveAttribute('aria-pressed', 'true');
});
