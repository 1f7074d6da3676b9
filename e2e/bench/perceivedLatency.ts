import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { buildDocumentsUrl } from '#e2e/helpers/datastorePage.ts';
import { startServiceProcess, stopServiceProcess } from '#e2e/testing/service.ts';
import { openSignedIn } from '#e2e/testing/session.ts';
import { computeQuantile, withBrowserPage } from './measurePagePerformance.ts';

export type PerceivedLatency = { signIn: number; reload: number; openings: OpeningTimes[] };
type OpeningTimes = { name: string; first: number; second: number };

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
const DOCUMENTS = buildDocumentsUrl();

/** Hover time of a fast user before a click, in ms. */
const HOVER_MS = 150;

const createLinkClick = (name: string) => (page: Page) =>
  hoverAndClick(page.getByRole('link', { name, exact: true }).first());
const createButtonClick = (name: string | RegExp) => (page: Page) =>
  hoverAndClick(page.getByRole('button', { name }).first());
const createKeyPress = (key: string) => (page: Page) => page.keyboard.press(key);
const goBack = async (page: Page) => void (await page.goBack());

const OPENINGS: readonly Opening[] = [
  createPageOpening('Overview', '/devices', createLinkClick('Overview'), '[aria-label="The fleet in numbers"]'),
  createPageOpening('Datastore', '/devices', createLinkClick('Datastore'), 'section[aria-label="Results"]'),
  createPageOpening('Devices', '/about', createLinkClick('Devices'), FIRST_ROW),
  createPageOpening(
    'a device',
    '/devices',
    (page) => hoverAndClick(page.getByRole('rowheader').getByRole('link').first()),
    '[role="radiogroup"][aria-label="View record as"]',
  ),
  createKeyOpening('palette', '/devices', createKeyPress('Control+k'), '[role="dialog"][aria-label="Commands"]'),
  createKeyOpening('keys', '/devices', createKeyPress('?'), '[role="dialog"]'),
  createButtonOpening('filter', '/devices', 'Filter', '[role="dialog"][aria-label="Filter"]'),
  createButtonOpening('saved views', '/devices', /^Views/, '[role="dialog"]'),
  createButtonOpening('columns', '/devices', /^Columns/, '[role="dialog"]'),
  createButtonOpening('export', '/devices', 'Export', '[role="dialog"]'),
  createButtonOpening('menu', '/devices', 'More list actions', '[role="menu"]'),
  createButtonOpening('connection', '/devices', /, connection$/, '[role="menu"], [role="dialog"]'),
  createButtonOpening('history', DOCUMENTS, 'History', '[role="dialog"]'),
  createKeyOpening('document', DOCUMENTS, openFirstDocument, 'aside[aria-label^="Document"]'),
  {
    name: 'chart',
    at: DOCUMENTS,
    sign: 'click',
    open: (page) => page.getByText('Chart', { exact: true }).click(),
    shown: '[role="slider"]',
    leave: (page) => page.getByText('Table', { exact: true }).click(),
  },
];

async function openFirstDocument(page: Page): Promise<void> {
  await page.locator('[aria-rowindex="2"] > [aria-colindex="1"]').click();
  await page.keyboard.press('p');
}

async function hoverAndClick(control: Locator): Promise<void> {
  await control.hover();
  await control.page().waitForTimeout(HOVER_MS);
  await control.click();
}

function createPageOpening(name: string, at: string, open: Opening['open'], shown: string): Opening {
  return { name, at, open, shown, sign: 'click', leave: goBack };
}

function createButtonOpening(name: string, at: string, button: string | RegExp, shown: string): Opening {
  return { name, at, open: createButtonClick(button), shown, sign: 'click', leave: createKeyPress('Escape') };
}

function createKeyOpening(name: string, at: string, open: Opening['open'], shown: string): Opening {
  return { name, at, open, shown, sign: 'keydown', leave: createKeyPress('Escape') };
}

export async function measurePerceivedLatency(
  rounds: number,
  openings: readonly Opening[] = OPENINGS,
): Promise<PerceivedLatency> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-felt-'));
  const { apiKey, token } = CREDENTIALS;
  const service = await startServiceProcess(directory, { FLEETLENS_DEMO_API_KEY: apiKey, FLEETLENS_DEMO_TOKEN: token });
  try {
    const entries: { signIn: number; reload: number }[] = [];
    const opened = new Map<string, OpeningTimes[]>(openings.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      entries.push(await withBrowserPage((page) => measureSignInAndReload(page, service.url)));
      for (const opening of openings) {
        const took = await withBrowserPage((page) => measureOpeningTwice(page, service.url, opening));
        opened.get(opening.name)?.push({ name: opening.name, ...took });
      }
    }
    const median = (values: readonly number[]) => Math.round(computeQuantile(values, 0.5));
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
    await stopServiceProcess(service.process);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureSignInAndReload(page: Page, url: string): Promise<{ signIn: number; reload: number }> {
  await page.goto(`${url}/login?returnTo=%2Fdevices`);
  await page.getByLabel('API key', { exact: true }).pressSequentially(CREDENTIALS.apiKey);
  await page.getByLabel('Token', { exact: true }).pressSequentially(CREDENTIALS.token);
  const signIn = await measureUntilShown(page, FIRST_ROW, 'click', () => createButtonClick('Sign in')(page));
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

async function measureOpeningTwice(
  page: Page,
  url: string,
  opening: Opening,
): Promise<{ first: number; second: number }> {
  const { at, sign, open, shown, leave } = opening;
  await openSignedIn(page, CREDENTIALS, url + at);
  if (at !== '/about') await page.locator(FIRST_ROW).waitFor();
  const first = await measureUntilShown(page, shown, sign, () => open(page));
  await leave(page);
  await page.waitForFunction((selector) => !document.querySelector(selector), shown);
  const second = await measureUntilShown(page, shown, sign, () => open(page));
  return { first, second };
}

/** Measures the time from an event to the frame after an element was added to the document, in ms. */
async function measureUntilShown(page: Page, shown: string, sign: string, act: () => Promise<void>): Promise<number> {
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
