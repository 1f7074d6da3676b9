import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import type { ExpectedFleet } from './fleetBody.ts';
import { installLatencyProbe, type LoadFigures, type ProbeSelectors } from './probe.ts';

export type BenchTarget = 'console' | 'overview' | 'limit-dom' | 'limit-stack' | 'limit-fetch';

/** Measurements of a page: times in ms, memory in MB. Undefined if they do not apply to the page. */
export type PageFigures = {
  firstRow?: number;
  complete: number;
  longestTask: number;
  tbt: number;
  keyP50?: number;
  keyP95?: number;
  sortTime?: number;
  sortName?: number;
  arrivingP50?: number;
  arrivingP95?: number;
  slowFrames?: number;
  lastRow?: boolean;
  peakMemory: number;
};

export type PageMeasurement = {
  size: number;
  pace: number | undefined;
  medians: Record<BenchTarget, PageFigures>;
  rounds: number;
};

type MeasureOptions = {
  url: string;
  session: CapturedSession;
  fleet: ExpectedFleet;
  paced: boolean;
};

type ProbedWindow = { probe: { figures: LoadFigures } };

const QUIET_MS = 400;
const WHEEL_MS = 2000;
const LOAD_MAX_MS = 60_000;
const TARGET_PATHS: Record<BenchTarget, string> = {
  console: '/devices',
  overview: '/',
  'limit-dom': '/limit-dom.html',
  'limit-stack': '/limit-stack.html',
  'limit-fetch': '/limit-fetch.html',
};

const TARGETS_WITH_CONTROLS: readonly BenchTarget[] = ['console', 'limit-dom'];

export async function measureEmptyPageMemory(url: string): Promise<number> {
  return withBrowserPage(async (page, browser) => {
    await page.goto(`${url}/empty`);
    return readPeakMemory(browser);
  });
}

export type CapturedSession = { tab: Record<string, string>; browser: Record<string, string> };

/**
 * Signs in through the form.
 * @returns the web storage for pages that start signed in
 */
export async function captureSession(url: string): Promise<CapturedSession> {
  return withBrowserPage(async (page) => {
    await page.goto(`${url}/login`);
    await page.getByLabel('API key', { exact: true }).fill('k');
    await page.getByLabel('Token', { exact: true }).fill('t');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.addInitScript(() => {
      const left = { tab: { ...sessionStorage }, browser: { ...localStorage } };
      Object.assign(window, { left });
    });
    await page.reload();
    return page.evaluate('left');
  });
}

export async function measurePagePerformance(
  target: BenchTarget,
  { url, session, fleet, paced }: MeasureOptions,
): Promise<PageFigures> {
  return withBrowserPage(async (page, browser) => {
    await prepareBenchPage(page, target, fleet, session);
    await page.goto(url + TARGET_PATHS[target]);
    await page.waitForFunction(() => (window as unknown as ProbedWindow).probe.figures.complete > 0, undefined, {
      timeout: LOAD_MAX_MS,
    });
    const load = await waitUntilQuiet(page);
    const figures = toPageFigures(load, target);
    if (TARGETS_WITH_CONTROLS.includes(target) && !paced) {
      Object.assign(figures, await measureSearchKeyLatency(page, fleet));
      Object.assign(figures, await measureSorting(page, fleet));
      if (target === 'console') Object.assign(figures, await measureScrolling(page, fleet));
    }
    return { ...figures, peakMemory: await readPeakMemory(browser) };
  });
}

export async function prepareBenchPage(
  page: Page,
  target: BenchTarget,
  { count }: ExpectedFleet,
  session: CapturedSession,
): Promise<void> {
  await page.addInitScript(({ tab, browser }) => {
    Object.assign(localStorage, browser);
    Object.assign(sessionStorage, tab);
    const left = JSON.parse(tab['fleetlens.session'] ?? '{}');
    // `leftAt` is set now, not when the measurement began
    sessionStorage.setItem('fleetlens.session', JSON.stringify({ ...left, leftAt: Date.now() }));
  }, session);
  const complete = `^${count.toLocaleString('en')} devices`;
  const limit: ProbeSelectors = { row: 'tbody tr', id: 'data-id', complete: `^${count} devices` };
  const marks: Record<BenchTarget, ProbeSelectors> = {
    console: { row: '[role="row"][aria-rowindex="2"]', id: '[role="rowheader"]', complete },
    overview: { row: '[aria-label="The fleet in numbers"] a[aria-label$=" registered"]', id: '', complete },
    'limit-dom': limit,
    'limit-stack': limit,
    'limit-fetch': { row: '', id: '', complete: 'bytes' },
  };
  await page.addInitScript(installLatencyProbe, marks[target]);
}

async function waitUntilQuiet(page: Page): Promise<LoadFigures> {
  await page.waitForFunction((quiet) => {
    const { figures } = (window as unknown as ProbedWindow).probe;
    const last = figures.longTasks.at(-1);
    return (
      figures.firstRow >= 0 &&
      performance.now() > Math.max(figures.complete, last ? last.start + last.duration : 0) + quiet
    );
  }, QUIET_MS);
  return page.evaluate('probe.figures');
}

function toPageFigures(
  { firstRow, complete, longTasks }: LoadFigures,
  target: BenchTarget,
): Omit<PageFigures, 'peakMemory'> {
  const durations = longTasks.map(({ duration }) => duration);
  return {
    ...(target !== 'limit-fetch' && { firstRow }),
    complete,
    longestTask: Math.max(0, ...durations),
    tbt: durations.reduce((sum, duration) => sum + duration - 50, 0),
  };
}

export async function measureSearchKeyLatency(page: Page, fleet: ExpectedFleet): Promise<Partial<PageFigures>> {
  const search = page.getByLabel('Search', { exact: true });
  const times: number[] = [];
  for (const { text, answers } of fleet.searches) {
    await search.focus();
    let shown = fleet.firstId;
    for (const [index, character] of [...text].entries()) {
      const expected = answers[index] ?? '';
      // an unchanged first row does not show when the search was done
      const measured = expected !== shown;
      if (measured) await page.evaluate(`probe.expect(${JSON.stringify(expected)}, 'keydown')`);
      await page.keyboard.press(character);
      if (measured) times.push(await page.evaluate<number>('probe.took'));
      shown = expected;
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
    }
    await search.fill('');
    await page.waitForFunction((id) => Reflect.get(window, 'probe').getShownId() === id, fleet.firstId);
  }
  return { keyP50: computeQuantile(times, 0.5), keyP95: computeQuantile(times, 0.95) };
}

async function measureSorting(page: Page, fleet: ExpectedFleet): Promise<Partial<PageFigures>> {
  const times: Record<string, number[]> = { registeredAt: [], name: [] };
  // alternates, so that no sort finds its own order
  for (const field of ['registeredAt', 'name', 'registeredAt', 'name'] as const) {
    await page.evaluate(`probe.expect(${JSON.stringify(fleet.firstBy[field])}, 'click')`);
    await page.getByRole('button', { name: field, exact: true }).click();
    times[field]?.push(await page.evaluate<number>('probe.took'));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  }
  return {
    sortTime: computeQuantile(times['registeredAt'] ?? [], 0.5),
    sortName: computeQuantile(times['name'] ?? [], 0.5),
  };
}

async function measureScrolling(page: Page, { count }: ExpectedFleet): Promise<Partial<PageFigures>> {
  const grid = page.getByRole('grid');
  await grid.hover();
  await page.evaluate('probe.watchFrames()');
  const end = Date.now() + WHEEL_MS;
  while (Date.now() < end) {
    await page.mouse.wheel(0, 480);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const slowFrames = await page.evaluate<number>('probe.gaps.filter((gap) => gap > 50).length');
  await page.keyboard.press('Tab');
  await grid.locator('[tabindex="0"]').focus();
  await page.keyboard.press('Control+End');
  const last = page.locator(`[role="row"][aria-rowindex="${count + 1}"]`);
  await last.waitFor({ timeout: 5000 });
  const inView = await last.evaluate((row) => {
    const box = row.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  });
  return { slowFrames, lastRow: inView };
}

async function readPeakMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  return Math.max(...peaks);
}

/** Runs `use` in a new browser with a cold cache. */
export async function withBrowserPage<Result>(use: (page: Page, browser: Browser) => Promise<Result>): Promise<Result> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking', '--no-first-run'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // defines `__name`, a helper of the bundler that pages do not have
    await page.addInitScript('globalThis.__name = (value) => value');
    return await use(page, browser);
  } finally {
    await browser.close();
  }
}

export function computeQuantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
