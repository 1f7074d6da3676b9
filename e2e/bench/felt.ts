import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { LOGS } from '#e2e/kit/datastore.ts';
import { openSignedIn } from '#e2e/kit/session.ts';
import { startService, stopService } from '#e2e/testing/service.ts';
import { datastorePath } from '#paths/datastore.ts';
import { quantile, withPage } from './measure.ts';

/** Durations that a user waits for, in ms; medians of the rounds. */
export type Felt = { signIn: number; reload: number; openings: Opened[] };
type Opened = { name: string; first: number; second: number };

type Opening = {
  name: string;
  at: string;
  sign: 'click' | 'keydown';
  open: (page: Page) => Promise<void>;
  shown: string;
  leave: (page: Page) => Promise<void>;
};

const CREDENTIALS = { apiKey: 'key-of-the-benchmark', token: 'token-of-the-benchmark' };
const FIRST_ROW = '[role="row"][aria-rowindex="2"]';
const DOCUMENTS = datastorePath(LOGS);

/** Hover time before a click, in ms; that of a fast user. */
const POINTED_MS = 150;

const link = (name: string) => (page: Page) => point(page.getByRole('link', { name, exact: true }).first());
const button = (name: string | RegExp) => (page: Page) => point(page.getByRole('button', { name }).first());
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const back = async (page: Page) => void (await page.goBack());

const OPENINGS: readonly Opening[] = [
  place('Overview', '/devices', link('Overview'), '[aria-label="The fleet in numbers"]'),
  place('Datastore', '/devices', link('Datastore'), 'section[aria-label="Results"]'),
  place('Devices', '/about', link('Devices'), FIRST_ROW),
  place(
    'a device',
    '/devices',
    (page) => point(page.getByRole('rowheader').getByRole('link').first()),
    '[role="radiogroup"][aria-label="Record as"]',
  ),
  over('palette', '/devices', press('Control+k'), '[role="dialog"][aria-label="Commands"]', 'keydown'),
  over('keys', '/devices', press('?'), '[role="dialog"]', 'keydown'),
  over('filter', '/devices', button('Filter'), '[role="dialog"][aria-label="Filter"]'),
  over('saved views', '/devices', button(/^Views/), '[role="dialog"]'),
  over('columns', '/devices', button(/^Columns/), '[role="dialog"]'),
  over('export', '/devices', button('Export'), '[role="dialog"]'),
  over('menu', '/devices', button('More of this list'), '[role="menu"]'),
  over('connection', '/devices', button(/, connection$/), '[role="menu"], [role="dialog"]'),
  over('history', DOCUMENTS, button('History'), '[role="dialog"]'),
  over(
    'document',
    DOCUMENTS,
    async (page) => {
      await page.locator('[aria-rowindex="2"] > [aria-colindex="1"]').click();
      await page.keyboard.press('p');
    },
    'aside[aria-label^="Document"]',
    'keydown',
  ),
  {
    ...over('chart', DOCUMENTS, (page) => page.getByText('Chart', { exact: true }).click(), '[role="slider"]'),
    leave: (page) => page.getByText('Table', { exact: true }).click(),
  },
];

async function point(control: Locator): Promise<void> {
  await control.hover();
  await control.page().waitForTimeout(POINTED_MS);
  await control.click();
}

function place(name: string, at: string, open: Opening['open'], shown: string): Opening {
  return { name, at, open, shown, sign: 'click', leave: back };
}

function over(
  name: string,
  at: string,
  open: Opening['open'],
  shown: string,
  sign: Opening['sign'] = 'click',
): Opening {
  return { name, at, open, shown, sign, leave: press('Escape') };
}

export async function measureFelt(rounds: number, openings: readonly Opening[] = OPENINGS): Promise<Felt> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-felt-'));
  const { apiKey, token } = CREDENTIALS;
  const service = await startService(directory, { FLEETLENS_DEMO_API_KEY: apiKey, FLEETLENS_DEMO_TOKEN: token });
  try {
    const entries: { signIn: number; reload: number }[] = [];
    const opened = new Map<string, Opened[]>(openings.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      entries.push(await inFreshBrowser((page) => enter(page, service.url)));
      for (const opening of openings) {
        const took = await inFreshBrowser((page) => openTwice(page, service.url, opening));
        opened.get(opening.name)?.push({ name: opening.name, ...took });
      }
    }
    const median = (values: readonly number[]) => Math.round(quantile(values, 0.5));
    return {
      signIn: median(entries.map(({ signIn }) => signIn)),
      reload: median(entries.map(({ reload }) => reload)),
      openings: [...opened].map(([name, all]) => ({
        name,
        first: median(all.map(({ first }) => first)),
        second: median(all.map(({ second }) => second)),
      })),
    };
  } finally {
    await stopService(service.process);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function enter(page: Page, url: string): Promise<{ signIn: number; reload: number }> {
  await page.goto(`${url}/login?returnTo=%2Fdevices`);
  await page.getByLabel('API key', { exact: true }).pressSequentially(CREDENTIALS.apiKey);
  await page.getByLabel('Token', { exact: true }).pressSequentially(CREDENTIALS.token);
  const signIn = await took(page, FIRST_ROW, 'click', () => button('Sign in')(page));
  await page
    .getByText(/^[\d,]+ devices$/)
    .first()
    .waitFor();
  // counted from the start of the navigation
  await page.addInitScript((selector) => {
    const look = () =>
      requestAnimationFrame(
        document.querySelector(selector) ? () => Reflect.set(window, 'firstRow', performance.now()) : look,
      );
    look();
  }, FIRST_ROW);
  await page.reload();
  const reload = await page.waitForFunction(() => Reflect.get(window, 'firstRow') as number | undefined);
  return { signIn, reload: (await reload.jsonValue()) ?? 0 };
}

async function openTwice(page: Page, url: string, opening: Opening): Promise<{ first: number; second: number }> {
  const { at, sign, open, shown, leave } = opening;
  await openSignedIn(page, CREDENTIALS, url + at);
  if (at !== '/about') await page.locator(FIRST_ROW).waitFor();
  const first = await took(page, shown, sign, () => open(page));
  await leave(page);
  await page.waitForFunction((selector) => !document.querySelector(selector), shown);
  const second = await took(page, shown, sign, () => open(page));
  return { first, second };
}

/** Time from an event to the frame after the element is in the document, in ms. */
async function took(page: Page, shown: string, sign: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ([selector, type]) => {
      const felt = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`There is no ${selector}.`)), 30_000);
        const hear = ({ timeStamp }: Event) => {
          const look = () => {
            const there = document.querySelector(selector) !== null;
            requestAnimationFrame(there ? () => resolve(performance.now() - timeStamp) : look);
          };
          look();
        };
        addEventListener(type, hear, { capture: true, once: true });
      });
      Reflect.set(window, 'felt', felt);
    },
    [shown, sign] as const,
  );
  await act();
  return page.evaluate('felt');
}

/** Runs in a new browser with a cold cache. Defines `__name`, the bundler's helper, which pages do not have. */
function inFreshBrowser<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  return withPage(async (page) => {
    await page.addInitScript('globalThis.__name = (value) => value');
    return work(page);
  });
}
