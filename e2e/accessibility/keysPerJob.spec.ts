import type { Locator, Page } from 'playwright/test';
import { withoutPicker } from '#e2e/frame/actions.ts';
import { expect, test } from '#e2e/kit/fixtures.ts';
import { expectConnectivity } from '#e2e/kit/list.ts';
import { openSignedIn } from '#e2e/kit/session.ts';

/** The keys of a job: every press, those of Tab and the arrows too; a text that is typed is a value. */
class Keys {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      this.count++;
      await this.#page.keyboard.press(key);
    }
  }

  /** A value, which is not counted. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses a key until something has the focus. */
  async goTo(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < 40; stop++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return;
      await this.press(key);
    }
    throw new Error(`No ${key} leads to ${target}.`);
  }
}

/** Keys that a job may take. The focus begins where a page has it when it is opened. */
const MOST = { export: 40, watch: 25, query: 60 };

test('CSV of the paired, offline devices of a product that are silent for 30 days', async ({ page, service }) => {
  await withoutPicker(page);
  await openSignedIn(page, service, '/devices');
  await expectConnectivity(page);
  const keys = new Keys(page);
  await keys.press('/');
  await keys.type('productID:"DRONE-01" paired:paired connectivity:offline');
  await keys.goTo(page.getByRole('button', { name: 'Filter' }));
  await keys.press('Enter');
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await keys.goTo(filter.getByRole('button', { name: 'lastPairedAt' }), 'ArrowUp');
  await keys.goTo(filter.getByRole('combobox', { name: 'When' }));
  await keys.press('ArrowDown', 2);
  await keys.goTo(filter.getByLabel('How long'));
  await keys.press('ControlOrMeta+a');
  await keys.type('30');
  await expect(page.getByRole('group', { name: 'Filters' }).getByText(/more than 30 days ago/)).toBeVisible();
  await keys.press('Escape');
  await keys.goTo(page.getByRole('button', { name: 'Export', exact: true }));
  await keys.press('Enter');
  await keys.goTo(page.getByRole('button', { name: /^Export [\d,]+ rows?$/ }));
  const [file] = await Promise.all([
    page.waitForEvent('download', (download) => download.suggestedFilename().endsWith('.csv')),
    keys.press('Enter'),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(keys.count).toBeLessThanOrEqual(MOST.export);
});

test('one field of a device is watched', async ({ page, service }) => {
  const { deviceID = '' } = service.devices[3]?.record ?? {};
  await openSignedIn(page, service, '/');
  const keys = new Keys(page);
  await keys.press('ControlOrMeta+k');
  await keys.type(deviceID);
  await expect(page.getByRole('option', { name: new RegExp(`${deviceID}`) }).nth(0)).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('region', { name: 'One field' })).toBeVisible();
  await keys.goTo(page.getByRole('combobox', { name: 'Field' }), 'F6');
  await keys.type('status');
  await keys.press('Enter');
  await keys.goTo(page.getByRole('button', { name: 'Watch' }));
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(MOST.watch);
});

test('a query of two conditions and a project stage is read to its page 3', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  const keys = new Keys(page);
  const part = (label: string, row = 1) => page.getByRole('combobox', { name: `${label} condition ${row}` });
  await keys.press('/');
  await keys.type('logs');
  // its fields and their types are known from its first page
  await keys.press('Enter');
  await expect(page.getByText('rows 1–20')).toBeVisible();
  await keys.goTo(page.getByRole('button', { name: 'Match: add a stage' }));
  await keys.press('Enter');
  await expect(part('Field, stage 1')).toBeFocused();
  await keys.type('signal');
  await keys.goTo(page.getByLabel('Value, stage 1 condition 1'));
  await keys.type('-63');
  await keys.goTo(page.getByRole('button', { name: 'Condition: add one to stage 1' }));
  await keys.press('Enter');
  await expect(part('Field, stage 1', 2)).toBeFocused();
  await keys.type('level');
  await keys.goTo(page.getByLabel('Value, stage 1 condition 2'));
  await keys.type('info');
  await keys.goTo(page.getByRole('button', { name: 'Project: add a stage' }));
  await keys.press('Enter');
  await keys.type('time');
  await keys.press('Enter');
  await keys.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/project/);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await keys.press('F6');
  await keys.goTo(page.getByRole('button', { name: 'Next page' }));
  await keys.press('Enter');
  await expect(page.getByText('rows 21–40')).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByText('rows 41–60')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(MOST.query);
});
