import type { Response } from 'playwright/test';
import { OpenApiValidator } from '#contract/testing/openApiValidator.ts';
import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { buildDeviceUrl } from '#urls/device.ts';

test('no page logs anything to the browser console', { tag: '@firefox' }, async ({ page, service }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${page.url()}: ${message.text()}`));
  const title = page.getByRole('heading', { level: 1 });
  await openSignedIn(page, service, '/');
  for (const name of ['Devices', 'Datastore']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(title).toHaveText(name);
  }
  for (const item of ['Edit connections', 'About']) {
    await page.getByRole('button', { name: /, connection$/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(title).not.toHaveText('Datastore');
  }
  for (const path of ['/compare', '/datastore?collection=logs', '/nowhere']) {
    await page.goto(path);
    await expect(title).toBeVisible();
  }
  expect(said).toEqual([]);
});

test('all requests and responses match the OpenAPI description', { tag: '@long' }, async ({ page, service }) => {
  const described = new OpenApiValidator(await (await fetch(`${service.url}/openapi.json`)).json());
  const operationOf = (response: Response) => new URL(response.url()).pathname.replace(/^\/api/, '');
  const answers = new Map<string, string>();
  const note = async (response: Response) => {
    const path = operationOf(response);
    if (!described.hasPath(path)) return;
    // responses that were discarded are ignored
    const body = await response.json().catch(() => undefined);
    if (body === undefined) return;
    const asked = described.findRequestError(path, response.request().postDataJSON());
    const answered = described.findResponseError(path, response.status(), body);
    const key = `${path} ${response.status()}`;
    answers.set(key, asked ?? answered ?? answers.get(key) ?? 'as described');
  };
  page.on('response', (response) => void note(response));
  const match = { type: 'match', filter: { temperature: { $gt: 20 } } };
  const project = { type: 'project', specs: { deviceID: 1, temperature: 1 } };
  const visits = [
    ['/devices?ask=paired&connectivity=online', '/devices/get 200'],
    [buildDeviceUrl(service.devices[0]?.record.deviceID ?? ''), '/device/get 200'],
    [buildDeviceUrl('nobody'), '/device/get 404'],
    [buildDocumentsUrl({ pipeline: [match, project] }), '/datastore/pipeline 200'],
    [
      buildDocumentsUrl({ pipeline: [{ ...match, filter: { temperature: { $unheard: 1 } } }] }),
      '/datastore/pipeline 400',
    ],
  ] as const;
  for (const [path, answer] of visits) {
    // unreadable responses are requested again
    await expect(async () => {
      await openSignedIn(page, service, path);
      await expect.poll(() => answers.get(answer), { message: answer, timeout: 30_000 }).toBe('as described');
    }).toPass();
  }
  expect([...answers].filter(([, words]) => words !== 'as described')).toEqual([]);
});
