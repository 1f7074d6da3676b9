import type { Page } from 'playwright/test';
import { ActionCounter } from '#e2e/helpers/actionCounter.ts';
import { getButton, readDownload } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, type Service, test } from '#e2e/helpers/fixtures.ts';

test.use({ viewport: { width: 1440, height: 1100 }, timezoneId: 'Europe/Berlin' });

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
    const actions = new ActionCounter(page);
    const act = async (name: string, key?: string) => {
      if (how === 'mouse') return actions.click(getButton(page, name));
      await actions.focus(getButton(page, name), key);
      await actions.press('Enter');
    };
    await act('logs');
    await act('Add a condition on deviceID');
    await page.keyboard.type('JOB-1');
    await act('Add a condition on temperature');
    await page.keyboard.type('30');
    await actions.press('Shift+Tab', 'Shift+Tab', '>');
    await act('all time', 'Shift+Tab');
    await act('yesterday');
    await act('Project: add stage');
    for (const field of ['temperature', 'voltage']) {
      await actions.type(field);
      await actions.press('Enter');
    }
    await actions.press('Control+Enter');
    await expect(page.getByRole('columnheader')).toHaveCount(3);
    await expect(page.getByText('rows 1–20, more')).toBeVisible();
    await act('Export');
    // the form takes the focus when it is rendered: keys typed earlier would miss it
    const form = page.getByRole('dialog', { name: 'Export' });
    await expect(form.getByLabel('Documents')).toBeFocused();
    await actions.press('Tab', 'c');
    await expect(form.getByLabel('Format')).toHaveValue('csv');
    const download = page.waitForEvent('download');
    await actions.press('Tab', 'Tab', 'Enter');
    const [heads, ...rows] = (await readDownload(download))
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(heads?.toSorted()).toEqual(['documentID', 'temperature', 'voltage']);
    expect(rows.map(([documentID]) => documentID).toSorted()).toEqual(wanted.toSorted());
    expect(actions.clicks).toBeLessThanOrEqual(how === 'mouse' ? 7 : 0);
    if (how === 'mouse') expect(actions.keyCount).toBeLessThanOrEqual(37);
  });
}
