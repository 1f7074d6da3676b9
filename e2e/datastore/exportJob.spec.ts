import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { getColumnCells } from '#e2e/helpers/deviceList.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';

/**
 * Task of the benchmark: export all documents of one device with temperature above 30, newest first, with their
 * voltage. Typed values are not counted.
 */

test.use({ viewport: { width: 1440, height: 1100 } });
const DEVICE = 'JOB-1';
const CLICKS_MAX = 8;
const KEYS_MAX = 30;

async function seed(service: Service) {
  const documents = Array.from({ length: 60 }, (_, n) => ({
    documentID: `job-${n}`,
    time: Date.UTC(2026, 5, 1) + n * 60_000,
    deviceID: DEVICE,
    temperature: n % 2 === 0 ? 35 : 20,
    voltage: 3 + n / 100,
  }));
  await service.seed({ documents: { logs: documents } });
}

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

  async tabTo(target: Locator, key = 'Tab') {
    const goal = await target.elementHandle();
    while (!(await goal?.evaluate((element) => element === document.activeElement))) await this.press(key);
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const control = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function expectDone(page: Page) {
  await expect(page.getByText('rows 1–30, the end')).toBeVisible();
  const expected = Array.from({ length: 30 }, (_, n) => `job-${58 - 2 * n}`);
  const shown = async () => (await (await getColumnCells(page, 'documentID')).allInnerTexts()).slice(0, 20);
  await expect.poll(shown).toEqual(expected.slice(0, 20));
  const heads = await page.getByRole('columnheader').allInnerTexts();
  expect(heads.slice(0, 3)).toEqual(['documentID', 'voltage', 'temperature']);
}

test('exports filtered columns in at most 8 clicks and 30 keys', { tag: '@long' }, async ({ page, service }) => {
  await seed(service);
  await openSignedIn(page, service, '/datastore');
  const hand = new Hand(page);
  await hand.click(button(page, 'logs'));
  await hand.click(button(page, 'Show temperature as a column'));
  await hand.click(button(page, 'Show voltage as a column'));
  await hand.click(button(page, 'Add a condition on deviceID'));
  await hand.value(DEVICE);
  await hand.click(button(page, 'Add a condition on temperature'));
  await hand.value('30');
  await hand.press('Shift+Tab', 'Shift+Tab', '>');
  await expect(control(page, 'Operator, stage 1 condition 2')).toHaveValue('above');
  await hand.click(button(page, 'Sort: add stage'));
  await hand.type('time');
  await hand.press('Tab', 'n');
  await expect(control(page, 'Direction, stage 2 field 1')).toHaveValue('down');
  await hand.press('Control+Enter');
  await hand.click(button(page, 'Load up to 1,000'));
  await expectDone(page);
  expect(hand.clicks).toBeLessThanOrEqual(CLICKS_MAX);
  expect(hand.keys).toBeLessThanOrEqual(KEYS_MAX);
});

test('exports filtered columns with the keyboard alone', { tag: '@long' }, async ({ page, service }) => {
  await seed(service);
  await openSignedIn(page, service, '/datastore');
  const hand = new Hand(page);
  await hand.tabTo(button(page, 'logs'));
  await hand.press('Enter');
  for (const field of ['temperature', 'voltage']) {
    await expect(button(page, `Show ${field} as a column`)).toBeVisible();
    await hand.tabTo(button(page, `Show ${field} as a column`));
    await hand.press('Enter');
  }
  await hand.tabTo(button(page, 'Match: add stage'));
  await hand.press('Enter');
  await hand.type('deviceID');
  await hand.tabTo(page.getByRole('textbox', { name: 'Value, stage 1 condition 1' }));
  await hand.value(DEVICE);
  await hand.tabTo(button(page, 'Add a condition on temperature'));
  await hand.press('Enter');
  await hand.value('30');
  await hand.tabTo(control(page, 'Operator, stage 1 condition 2'), 'Shift+Tab');
  await hand.press('>');
  await hand.tabTo(button(page, 'Sort: add stage'));
  await hand.press('Enter');
  await hand.type('time');
  await hand.press('Tab', 'n', 'Control+Enter');
  await hand.tabTo(button(page, 'Load up to 1,000'));
  await hand.press('Enter');
  await expectDone(page);
  expect(hand.clicks).toBe(0);
});

/** Day after clocks went forward. The day before had 23 hours and did not match a UTC day. */
const NOW = Date.UTC(2026, 2, 30, 21, 30);
const YESTERDAY = { from: Date.UTC(2026, 2, 28, 23), below: Date.UTC(2026, 2, 29, 22) };

async function openYesterday(page: Page, service: Service) {
  const documents = Array.from({ length: 90 }, (_, n) => ({
    documentID: `job-${n}`,
    time: YESTERDAY.below - 1 - n * 1_200_000,
    deviceID: n % 3 === 0 ? 'JOB-2' : DEVICE,
    temperature: n % 2 === 0 ? 35 : 20,
    voltage: 3 + n / 100,
    signal: -n,
  }));
  await service.seed({ documents: { logs: documents } });
  await page.clock.setFixedTime(NOW);
  await openSignedIn(page, service, '/datastore');
  return documents
    .filter(({ time, deviceID, temperature }) => time >= YESTERDAY.from && deviceID === DEVICE && temperature > 30)
    .map(({ documentID }) => documentID);
}

async function runThreeColumns(page: Page, hand: Hand) {
  await hand.press('Control+Enter');
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await expect(page.getByText('rows 1–20, more')).toBeVisible();
}

async function expectExported(page: Page, hand: Hand, wanted: readonly string[]) {
  // the form takes the focus when it is rendered: keys typed earlier would miss it
  const form = page.getByRole('dialog', { name: 'Export' });
  await expect(form.getByLabel('Documents')).toBeFocused();
  await hand.press('Tab', 'c');
  await expect(form.getByLabel('Format')).toHaveValue('csv');
  const download = page.waitForEvent('download');
  await hand.press('Tab', 'Tab', 'Enter');
  const text = readFileSync(await (await download).path(), 'utf8');
  const [heads, ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(heads?.toSorted()).toEqual(['documentID', 'temperature', 'voltage']);
  expect(rows.map(([documentID]) => documentID).toSorted()).toEqual(wanted.toSorted());
}

test.describe('export of yesterday’s readings of one device above a value as CSV with three columns', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('takes at most 7 clicks and 40 keys', { tag: '@long' }, async ({ page, service }) => {
    const wanted = await openYesterday(page, service);
    const hand = new Hand(page);
    await hand.click(button(page, 'logs'));
    await hand.click(button(page, 'Add a condition on deviceID'));
    await hand.value(DEVICE);
    await hand.click(button(page, 'Add a condition on temperature'));
    await hand.value('30');
    await hand.press('Shift+Tab', 'Shift+Tab', '>');
    await hand.click(button(page, 'all time'));
    await hand.click(button(page, 'yesterday'));
    await hand.click(button(page, 'Project: add stage'));
    for (const field of ['temperature', 'voltage']) {
      await hand.type(field);
      await hand.press('Enter');
    }
    await runThreeColumns(page, hand);
    await hand.click(button(page, 'Export'));
    await expectExported(page, hand, wanted);
    expect(hand.clicks).toBeLessThanOrEqual(7);
    expect(hand.keys).toBeLessThanOrEqual(40);
  });

  test('works with the keyboard alone', { tag: '@long' }, async ({ page, service }) => {
    const wanted = await openYesterday(page, service);
    const hand = new Hand(page);
    const open = async (target: Locator) => {
      await hand.tabTo(target);
      await hand.press('Enter');
    };
    await open(button(page, 'logs'));
    await open(button(page, 'Add a condition on deviceID'));
    await hand.value(DEVICE);
    await open(button(page, 'Add a condition on temperature'));
    await hand.value('30');
    await hand.press('Shift+Tab', 'Shift+Tab', '>');
    await hand.tabTo(button(page, 'all time'), 'Shift+Tab');
    await hand.press('Enter');
    await open(button(page, 'yesterday'));
    await open(button(page, 'Project: add stage'));
    for (const field of ['temperature', 'voltage']) {
      await hand.type(field);
      await hand.press('Enter');
    }
    await runThreeColumns(page, hand);
    await open(button(page, 'Export'));
    await expectExported(page, hand, wanted);
    expect(hand.clicks).toBe(0);
  });
});
