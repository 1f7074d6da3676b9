import { group, max, min, range } from 'd3-array';
import type { Locator, Page } from 'playwright/test';
import { getButton, openDatastore } from '#e2e/helpers/datastorePage.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';

// Draws random groupings of irregular documents and reads the numbers back from each picture.
test.use({ viewport: { width: 1920, height: 1000 }, timezoneId: 'Asia/Kolkata' });

const GROUPINGS = Number(process.env['FLEETLENS_GROUPINGS'] ?? 9);
const NOW = Date.UTC(2026, 9, 31, 12, 30);
const DAY = 86_400_000;

type Document = Record<string, unknown> & { documentID: string };
type Random = (below: number) => number;

/** Small generator (mulberry32), so that a failed grouping can be repeated. */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const LEVELS = ['error', 'info', '25', 25, true, 'true', null, undefined, [1]];
const PRODUCTS = ['DRONE', 'PUMP', 'CAM', 'a product with a name that is much longer than all others'];

function createDocuments(random: Random): Document[] {
  return Array.from({ length: 900 }, (_, index) => ({
    documentID: `d${index}`,
    level: LEVELS[random(LEVELS.length)],
    product: PRODUCTS[random(PRODUCTS.length)],
    ...(random(20) > 0 && { time: NOW - random(40 * 24 * 60) * 60_000 }),
    n: random(400) / 4,
    temperature: random(12) > 0 ? random(300) / 8 : ['warm', null, undefined][random(3)],
  }));
}

type Grouping = { by: string[]; unit?: string; zone: string; operator: string; field: string };

/** Value of a group, computed from its documents. Accumulators skip what is no number. */
function compute({ operator, field }: Grouping, documents: readonly Document[]): number | undefined {
  const numbers = documents.map((document) => document[field]).filter((value) => typeof value === 'number');
  const sum = numbers.reduce((all, one) => all + one, 0);
  if (operator === '$count') return documents.length;
  if (operator === '$sum') return sum;
  if (numbers.length === 0) return undefined;
  if (operator === '$avg') return sum / numbers.length;
  return operator === '$min' ? Math.min(...numbers) : Math.max(...numbers);
}

/** First day of the period that contains a day. Days are counted from 1970. */
function toPeriod(day: number, { unit }: Grouping): number {
  if (unit === 'week') return day - ((day + 3) % 7);
  if (unit !== 'month') return day;
  return Date.parse(`${new Date(day * DAY).toISOString().slice(0, 7)}-01`) / DAY;
}

function toDay(time: number, { zone }: Grouping): number {
  return Date.parse(new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(time)) / DAY;
}

function createStage({ by, unit, zone, operator, field }: Grouping): object {
  const operand = operator === '$count' ? {} : `$${field}`;
  const keys = Object.fromEntries(by.map((name) => [name, `$${name}`]));
  const period = unit && { [unit]: { $dateTrunc: { date: '$time', unit, timezone: zone } } };
  return { type: 'group', condition: { ...keys, ...period }, fields: { value: { [operator]: operand } } };
}

/** Fits `pixel = a + b × value` through the outermost values and returns the largest distance from it in px. */
function getMisfit(points: readonly (readonly [value: number, pixel: number])[]): number {
  const sorted = points.toSorted(([one], [other]) => one - other);
  const [[low, lowPx] = [0, 0]] = sorted;
  const [high, highPx] = sorted.at(-1) ?? [0, 0];
  const slope = high === low ? 0 : (highPx - lowPx) / (high - low);
  return Math.max(...points.map(([value, pixel]) => Math.abs(lowPx + slope * (value - low) - pixel)));
}

/** Reads the bars: texts of the keys, exact number, and length as share of the longest bar. */
async function readBars(page: Page): Promise<{ key: string; value: number; share: number }[]> {
  const rows = page.getByRole('table', { name: 'Groups' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.children] as HTMLElement[];
      const at = cells.findIndex((cell) => cell.querySelector('[style*="--share"]'));
      const bar = cells[at]?.firstElementChild;
      const number = cells[at + 1];
      const exact = number?.querySelector('span[title]')?.getAttribute('title') ?? 'none';
      return {
        key: cells
          .slice(0, at)
          .map((cell) => cell.title || cell.textContent)
          .join(' | '),
        value: Number(exact),
        share: bar ? Number(getComputedStyle(bar).getPropertyValue('--share')) : Number.NaN,
      };
    }),
  );
}

type Point = { series: string; period: number; value: number };

/**
 * Numbers of a grouping by the texts of its keys, and by the period of its time. Periods without documents have a count
 * and a sum of 0. Documents without a time have no period.
 */
function computePoints(grouping: Grouping, documents: readonly Document[]): Point[] {
  const isMixed = (field: string) => new Set(documents.map((document) => typeof document[field])).has('number');
  const formatKey = (document: Document) =>
    grouping.by
      .map((field) => {
        const value = document[field];
        if (value === undefined) return 'missing';
        return typeof value === 'string' && !isMixed(field) ? value : JSON.stringify(value);
      })
      .join(' | ');
  const timed = grouping.unit ? documents.filter(({ time }) => typeof time === 'number') : documents;
  const getPeriod = ({ time }: Document) => (grouping.unit ? toPeriod(toDay(Number(time), grouping), grouping) : 0);
  const days = grouping.unit ? timed.map(({ time }) => toDay(Number(time), grouping)) : [0];
  const periods = new Set(range(min(days) ?? 0, (max(days) ?? 0) + 1).map((day) => toPeriod(day, grouping)));
  return [...group(timed, formatKey)].flatMap(([series, all]) => {
    const members = group(all, getPeriod);
    return [...periods].flatMap((period) => {
      const value = compute(grouping, members.get(period) ?? []);
      return value === undefined ? [] : [{ series, period, value }];
    });
  });
}

async function expectBars(page: Page, points: readonly Point[]): Promise<void> {
  const bars = (await readBars(page)).filter(({ value }) => !Number.isNaN(value));
  expect(bars.map(({ key }) => key).sort()).toEqual(points.map(({ series }) => series).sort());
  const values = new Map(points.map(({ series, value }) => [series, value]));
  for (const { key, value } of bars) expect(value, key).toBeCloseTo(values.get(key) ?? Number.NaN, 9);
  const ranked = points.map(({ value }) => value).sort((one, other) => other - one);
  expect(bars.map(({ value }) => value.toFixed(9))).toEqual(ranked.map((value) => value.toFixed(9)));
  for (const { key, value, share } of bars) expect(share, key).toBeCloseTo(value / (ranked[0] ?? 0), 6);
}

const getChart = (page: Page) => page.getByRole('slider', { name: /^Chart of value over/ });

/** Moves over all points of the chosen series, and returns what the readout says of each. */
async function readLine(chart: Locator, series: string): Promise<Point[]> {
  await chart.press('Home');
  const points: Point[] = [];
  for (let left = Number(await chart.getAttribute('aria-valuemax')); left > 0; left--) {
    const text = (await chart.getAttribute('aria-valuetext')) ?? '';
    const [, date = '', name = '', value = ''] =
      /^(\S+) [^,]*(.*), value ([\d.,e+-]+)(?: of [\d.,]+)?$/.exec(text) ?? [];
    expect(name, text).toBe(series === '' ? '' : `, ${series}`);
    points.push({ series, period: Date.parse(date) / DAY, value: Number(value.replaceAll(',', '')) });
    await chart.press('ArrowRight');
  }
  return points;
}

/** Positions of the points of the chosen series in px. */
async function readDots(chart: Locator): Promise<{ x: number; y: number }[]> {
  const path = (await chart.locator('path[stroke-width="5"]').getAttribute('d')) ?? '';
  return [...path.matchAll(/M([\d.]+),([\d.]+)h0/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

/** Stacked bars with their series, by the colors of the legend. */
async function readStacks(chart: Locator): Promise<{ series: string; x: number; height: number }[]> {
  return chart.locator('svg').evaluate((svg) => {
    const names = new Map<string | null, string>();
    for (const mark of svg.querySelectorAll('circle')) {
      const label = mark.nextElementSibling;
      const name = label?.querySelector('title') ?? label;
      names.set(mark.getAttribute('fill'), name?.textContent ?? '');
    }
    const bars = [...svg.querySelectorAll('rect[fill-opacity]')];
    return bars.map((bar) => ({
      series: names.get(bar.getAttribute('fill')) ?? '',
      x: Number(bar.getAttribute('x')),
      height: Number(bar.getAttribute('height')),
    }));
  });
}

const byPeriod = (one: Point, other: Point) => one.period - other.period;

async function expectLines(page: Page, points: readonly Point[]): Promise<void> {
  const chart = getChart(page);
  await expect(chart).toBeVisible();
  for (const [series, line] of group(points, ({ series }) => series)) {
    if (series !== '') await page.getByRole('radio', { name: new RegExp(`^${series}`) }).click();
    const expected = line.toSorted(byPeriod);
    const shown = await readLine(chart, series);
    expect(shown.map(({ period }) => period)).toEqual(expected.map(({ period }) => period));
    // the readout has six digits
    for (const [index, { value }] of shown.entries()) {
      const wanted = expected[index]?.value ?? Number.NaN;
      expect(Math.abs(value - wanted), series).toBeLessThanOrEqual(Math.abs(wanted) / 100_000);
    }
    const dots = await readDots(chart);
    expect(dots).toHaveLength(expected.length);
    expect(getMisfit(expected.map(({ value }, index) => [value, dots[index]?.y ?? Number.NaN])), series).toBeLessThan(
      0.3,
    );
    expect(getMisfit(expected.map(({ period }, index) => [period, dots[index]?.x ?? Number.NaN])), series).toBeLessThan(
      3,
    );
  }
}

async function expectStacks(page: Page, points: readonly Point[]): Promise<void> {
  await getButton(page, 'Stacked bars').press('Enter');
  const bars = await readStacks(getChart(page));
  const stacked = points.filter(({ value }) => value > 0);
  expect(bars).toHaveLength(stacked.length);
  const shown = group(bars, ({ series }) => series);
  const pairs = [...group(stacked, ({ series }) => series)].flatMap(([series, line]) => {
    const own = shown.get(series)?.toSorted((one, other) => one.x - other.x) ?? [];
    expect(own, series).toHaveLength(line.length);
    return line.toSorted(byPeriod).map(({ value }, index) => [value, own[index]?.height ?? Number.NaN] as const);
  });
  // heights are proportional to values
  expect(getMisfit([[0, 0], ...pairs])).toBeLessThan(0.6);
}

for (let index = 0; index < GROUPINGS; index++) {
  test(`grouping ${index + 1}`, { tag: '@long' }, async ({ page, service }) => {
    const random = createRandom(index + 1);
    const choose = <Item>(items: readonly [Item, ...Item[]]): Item => items[random(items.length)] ?? items[0];
    const documents = createDocuments(random);
    await page.clock.setFixedTime(NOW);
    await service.clock(NOW);
    await service.seed({ documents: { events: documents } });
    const show = (grouping: Grouping) =>
      openDatastore(page, service, { collection: 'events', pipeline: [createStage(grouping)], view: 'chart' });
    const measure = {
      operator: choose(['$count', '$sum', '$avg', '$min', '$max']),
      field: choose(['n', 'temperature']),
      zone: choose(['UTC', 'Europe/Zurich', 'America/New_York', 'Asia/Kolkata']),
    };
    const bars = { ...measure, by: choose([['level'], ['product'], ['level', 'product']]) };
    await test.step(JSON.stringify(bars), async () => {
      await show(bars);
      await expectBars(page, computePoints(bars, documents));
    });
    const lines = { ...measure, by: choose([[], ['product'], ['product']]), unit: choose(['day', 'week', 'month']) };
    await test.step(JSON.stringify(lines), async () => {
      await show(lines);
      const points = computePoints(lines, documents);
      await expectLines(page, points);
      if (lines.by.length > 0 && ['$count', '$sum'].includes(lines.operator)) await expectStacks(page, points);
    });
  });
}
