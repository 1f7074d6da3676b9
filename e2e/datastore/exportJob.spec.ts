import type { Locator, Page } from 'playwright/test';
import { getButton, readDownload } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';

test.use({ viewport: { width: 1440, height: 1100 }, timezoneId: 'Europe/Berlin' });

/** Counts clicks and keys. Typed values are not counted. */
class Hand {
  clicks = 0;
  keys = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator) {
    this.clicks++;
    await target.click();
  }

  async press(...keys: string[]) {
    for (const key of keys) {
      this.keys += key.split('+').length;
      await this.page.keyboard.press(key);
    }
  }

  /** Types a name that the page could also suggest. These keys are counted. */
  async type(text: string) {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async value(text: string) {
    await this.page.keyboard.type(text);
  }

  async open(target: Locator, key = 'Tab') {
    const goal = await target.elementHandle();
    while (!(await goal?.evaluate((element) => element === document.activeElement))) await this.press(key);
    await this.press('Enter');
  }
}

/** Day after clocks went forward. The day before had 23 hours and did not match a UTC day. */
const NOW = Date.UTC(2026, 2, 30, 21, 30);
const YESTERDAY = { from: Date.UTC(2026, 2, 28, 23), below: Date.UTC(2026, 2, 29, 22) };

async function openYesterday(page: Page, service: Service) {
  const documents = Array.from({ length: 90 }, (_, n) => ({
    documentID: `job-${n}`,
    time: YESTERDAY.below - 1 - n * 1_200_000,
    deviceID: n % 3 === 0 ? 'JOB-2' : 'JOB-1',
    temperature: n % 2 === 0 ? 35 : 20,
    voltage: 3 + n / 100,
    signal: -n,
  }));
  await service.seed({ documents: { logs: documents } });
  await page.clock.setFixedTime(NOW);
  await openSignedIn(page, service, '/datastore');
  return documents
    .filter(({ time, deviceID, temperature }) => time >= YESTERDAY.from && deviceID === 'JOB-1' && temperature > 30)
    .map(({ documentID }) => documentID);
}

for (const how of ['mouse', 'keyboard'] as const) {
  test(`exports yesterday’s readings as CSV with three columns by ${how}`, { tag: '@long' }, async ({
    page,
    service,
  }) => {
    const wanted = await openYesterday(page, service);
    const hand = new Hand(page);
    const act = (name: string, key?: string) =>
      how === 'mouse' ? hand.click(getButton(page, name)) : hand.open(getButton(page, name), key);
    await act('logs');
    await act('Add a condition on deviceID');
    await hand.value('JOB-1');
    await act('Add a condition on temperature');
    await hand.value('30');
    await hand.press('Shift+Tab', 'Shift+Tab', '>');
    await act('all time', 'Shift+Tab');
    await act('yesterday');
    await act('Project: add stage');
    for (const field of ['temperature', 'voltage']) {
      await hand.type(field);
      await hand.press('Enter');
    }
    await hand.press('Control+Enter');
    await expect(page.getByRole('columnheader')).toHaveCount(3);
    await expect(page.getByText('rows 1–20, more')).toBeVisible();
    await act('Export');
    // the form takes the focus when it is rendered: keys typed earlier would miss it
    const form = page.getByRole('dialog', { name: 'Export' });
    await expect(form.getByLabel('Documents')).toBeFocused();
    await hand.press('Tab', 'c');
    await expect(form.getByLabel('Format')).toHaveValue('csv');
    const download = page.waitForEvent('download');
    await hand.press('Tab', 'Tab', 'Enter');
    const [heads, ...rows] = (await readDownload(download))
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(heads?.toSorted()).toEqual(['documentID', 'temperature', 'voltage']);
    expect(rows.map(([documentID]) => documentID).toSorted()).toEqual(wanted.toSorted());
    expect(hand.clicks).toBeLessThanOrEqual(how === 'mouse' ? 7 : 0);
    if (how === 'mouse') expect(hand.keys).toBeLessThanOrEqual(40);
  });
}
