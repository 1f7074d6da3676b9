import { expect, type Locator, type Page } from 'playwright/test';
import { devicePath } from '#paths/device.ts';
import type { Service } from './fixtures.ts';

/** The datastore page with a query that has an answer. */
export const LOGS = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' } as const;

/** More than any request is sent, retries included. */
export const ALWAYS = 50;

/** Signs in as a person does, from wherever the page is sent to. */
export async function signIn(page: Page, service: Pick<Service, 'apiKey' | 'token'>, path = '/devices'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Token', { exact: true }).fill(service.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

export function someDevice(service: Service) {
  const device = service.devices[3]?.record;
  if (!device) throw new Error('The demo project holds too few devices.');
  return device;
}

/** Signed in on a device page, which works; what comes after is up to the test. */
export async function openDevice(page: Page, service: Service) {
  const device = someDevice(service);
  await signIn(page, service, devicePath(device.deviceID));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name);
  return device;
}

export const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();
/** Asks for a list anew, and waits until it is there. */
export async function refreshList(page: Page): Promise<void> {
  const fetched = page.getByText(/^as of /).locator('time');
  const before = (await fetched.getAttribute('datetime')) ?? '';
  await refresh(page);
  await expect(fetched).not.toHaveAttribute('datetime', before);
}

export const alert = (page: Page) => page.getByRole('alert');
export const record = (page: Page) => page.getByRole('region', { name: 'Record', exact: true });

/** The first row of a grid below its headings. */
export const firstRow = (page: Page) => page.getByRole('row').and(page.locator('[aria-rowindex="2"]'));

/** Has the service answer an operation with a body of the test's own, from now on; other faults are forgotten. */
export async function answerWith(service: Service, operation: string, body: unknown, status = 200): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await service.control('calm', {});
  await service.control('fault', { operation, times: ALWAYS, fault: { kind: 'body', body: text, status } });
}

/** The bodies of the requests sent to an operation from now on. */
export function requestsTo(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request.postData() ?? '');
  });
  return seen;
}

/** Marks the page as it is now; what it gives fails when the page was loaded anew since. */
export async function withoutReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
  return async () => expect(await page.evaluate(() => Reflect.get(window, 'marked'))).toBe(true);
}

/** Has pages be busy as they go: the next one is there before such a page has stored anything that late. */
export async function goSlowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const busy = () => {
      const until = performance.now() + 400;
      while (performance.now() < until);
    };
    addEventListener('pagehide', busy, { capture: true });
  });
}

/** A file that somebody would choose when asked where to save one is made in the page's own file system. */
export async function chooseFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
      const root = await navigator.storage.getDirectory();
      Reflect.set(window, 'chosenFile', suggestedName);
      return root.getFileHandle(suggestedName, { create: true });
    });
  });
}

/** The file that was chosen last, by its name, and what stands in it. */
export function chosenFile(page: Page): Promise<{ name: string; text: string }> {
  return page.evaluate(async () => {
    const name: string = Reflect.get(window, 'chosenFile');
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getFileHandle(name)).getFile();
    return { name, text: await file.text() };
  });
}

/** Goes to the page of the connections from any other, as a signed-in person does. */
export async function editConnections(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Connection / }).click();
  await page.getByRole('menuitem', { name: 'Edit connections' }).click();
}

/** The cells of a grid's column, whose heading must be in the page. */
export async function columnCells(page: Page, field: string): Promise<Locator> {
  const heading = page.getByRole('columnheader', { name: field, exact: true });
  const index = await heading.getAttribute('aria-colindex');
  return page.locator(`:is([role="gridcell"], [role="rowheader"])[aria-colindex="${index}"]`);
}

/** A list asks nothing more once it knows which of its devices are online. */
export async function expectConnectivity(page: Page): Promise<void> {
  await expect(page.getByRole('gridcell', { name: 'online', exact: true })).not.toHaveCount(0);
}

/** The IDs of a list's first rows, once they stand in the order of a field. */
export async function idsBy(page: Page, field: string): Promise<string[]> {
  await expect(page.getByText(new RegExp(`· by ${field}`))).toBeVisible();
  return (await columnCells(page, 'deviceID')).allTextContents();
}

/** Selects devices one after another, each found by its ID. */
export async function selectDevices(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
    // its tools take the place of the search's bar
    await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
  }
}

type Document = { documentID: string } & Record<string, unknown>;

/** Documents straight from the service, to compare the page with. */
export async function fetchDocuments(page: Page, service: Service, body: object): Promise<Document[]> {
  const response = await page.request.post(`${service.url}/api/datastore/pipeline?apiKey=${service.apiKey}`, {
    headers: { authorization: service.token },
    data: body,
  });
  expect(response.status()).toBe(200);
  return (await response.json()).documents;
}

/** `tdur` in microseconds of the processor. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/**
 * The page's tasks of over 50 ms meanwhile, in ms of the processor's time: what else a machine has to do lengthens them on
 * the clock.
 */
async function longTasksOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own.');
  await browser.startTracing(page, { categories: ['-*', 'toplevel'] });
  await work();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = ({ pid, tid }: TraceEvent) =>
    traceEvents.some((one) => one.args?.name === 'CrRendererMain' && one.pid === pid && one.tid === tid);
  const tasks = traceEvents.filter(({ name, tdur = 0 }) => name.endsWith('RunTask') && tdur > 50_000);
  return tasks.filter(isMain).map(({ tdur = 0 }) => Math.round(tdur / 1000));
}

const TRIES = 6;

/** A machine that is busy otherwise lengthens tasks: in one of some tries there must be none of over 50 ms. */
export async function expectShortTasks(page: Page, work: () => Promise<void>): Promise<void> {
  const tries: number[][] = [];
  while (tries.length < TRIES && tries.at(-1)?.length !== 0) tries.push(await longTasksOf(page, work));
  expect(tries).toContainEqual([]);
}

/** How much of an element's contents is beyond its edges; px. */
export function cutAway({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): [number, number] {
  return [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight)];
}
