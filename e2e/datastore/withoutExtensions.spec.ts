import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { LOGS_URL_STATE } from '#e2e/helpers/datastore.ts';
import { copyDemoData } from '#e2e/helpers/demoData.ts';
import { getDemoDevice } from '#e2e/helpers/devicePage.ts';
import { expect, type Service, test } from '#e2e/helpers/fixtures.ts';
import { disableExtensions, openConnectionsPage } from '#e2e/helpers/page.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { startServiceProcess, stopServiceProcess } from '#e2e/testing/service.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDeviceUrl } from '#urls/device.ts';

async function withoutExtensions(page: Page, service: Service) {
  await openSignedIn(page, service, '/devices');
  await openConnectionsPage(page);
  const own = page.getByRole('region', { name: 'This service' });
  await disableExtensions(own);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByText('Saved', { exact: true })).toBeVisible();
}

const stages = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');

test('offers neither operators nor sort, and the example uses neither', { tag: '@long' }, async ({ page, service }) => {
  await withoutExtensions(page, service);
  await page.goto('/datastore');
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await expect(stages(page)).toHaveText([/1 Match/, /2 Project/]);
  await expect(page.getByText('extension', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sort: add stage' })).toHaveCount(0);
});

test('following adds no sort, and selecting a range in the chart adds no match', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const documents = [1, 2, 3].map((n) => ({ documentID: `d${n}`, time: Date.UTC(2026, 0, n), n }));
  await service.seed({ documents: { few: documents } });
  await withoutExtensions(page, service);
  await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, collection: 'few' }));
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByText('following, 0 new')).toBeVisible();
  await expect(stages(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Chart').click();
  await page.getByRole('slider', { name: /^Chart of n/ }).press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('This service can only match exact values, not ranges.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter by this range' })).toHaveCount(0);
});

test('operators and sort from a link stay, marked as extensions', { tag: '@long' }, async ({ page, service }) => {
  await withoutExtensions(page, service);
  const pipeline = [
    { type: 'match', filter: { temperature: { $gt: 20 } } },
    { type: 'sort', specs: { time: -1 } },
  ];
  await page.goto(buildDatastoreUrl({ ...LOGS_URL_STATE, pipeline }));
  await expect(stages(page)).toHaveText([/1 Match/, /2 Sort/]);
  await expect(page.getByText('extension', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveValue('above');
});

test('offers no extensions when the host disables them, and does not promise the newest documents', {
  tag: '@long',
}, async ({ page, service }) => {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-bare-'));
  const data = join(directory, 'data');
  copyDemoData(data);
  const { apiKey, token } = service;
  const host = await startServiceProcess(data, {
    FLEETLENS_DEMO_API_KEY: apiKey,
    FLEETLENS_DEMO_TOKEN: token,
    FLEETLENS_CONFIG: '{"extensions": []}',
  });
  try {
    await openSignedIn(page, { apiKey, token }, `${host.url}${buildDatastoreUrl(LOGS_URL_STATE)}`);
    await page.getByRole('button', { name: 'Match: add stage' }).click();
    await expect(page.getByRole('combobox', { name: 'Type, stage 1 condition 1' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Operator, stage 1 condition 1' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Sort: add stage' })).toHaveCount(0);
    await expect(page.getByText('extension', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('data-tip', /in the service’s order/);
    await page.goto(`${host.url}${buildDeviceUrl(getDemoDevice(service).deviceID)}`);
    const documents = page.getByRole('region', { name: 'Documents', exact: true });
    await documents.getByRole('button', { name: 'Show documents' }).click();
    await expect(documents).toContainText(/First \d+ documents, in the service’s order/);
    await expect(documents).not.toContainText(/newest/i);
  } finally {
    await stopServiceProcess(host.process);
    rmSync(directory, { recursive: true, force: true });
  }
});
