import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright/test';
import { buildDatastoreUrl, type DatastoreUrlInput } from '#urls/datastore.ts';
import { expect, openSignedIn, type Service } from './fixtures.ts';

const LOGS_URL_STATE = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' } as const;

type Document = { documentID: string } & Record<string, unknown>;

type Link = Partial<DatastoreUrlInput>;

/** Builds the URL of the first page of the collection `logs` as a table, or of what `link` changes of this. */
export const buildDocumentsUrl = (link: Link = {}) => buildDatastoreUrl({ ...LOGS_URL_STATE, ...link });
export const openDatastore = (page: Page, service: Service, link: Link = {}) =>
  openSignedIn(page, service, buildDocumentsUrl(link));

export const getButton = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
export const getDocumentGrid = (page: Page) => page.getByRole('grid', { name: 'Documents', exact: true });
export const getResults = (page: Page) => page.getByRole('region', { name: 'Results' });
export const getStageHeadings = (page: Page) => page.getByRole('list', { name: 'Stages' }).getByRole('heading');
export const getJsonEditor = (page: Page) => page.getByRole('textbox', { name: 'Pipeline as JSON' });
export const getCollectionInput = (page: Page) => page.getByRole('combobox', { name: 'Collection' });
export const getFieldInput = (page: Page, condition = 1, stage = 1) =>
  page.getByRole('combobox', { name: `Field, stage ${stage} condition ${condition}` });
export const getValueInput = (page: Page, condition = 1, stage = 1) =>
  page.getByRole('textbox', { name: `Value, stage ${stage} condition ${condition}` });

export const showView = (page: Page, view: 'Table' | 'JSON' | 'Chart') =>
  page.getByRole('radiogroup', { name: 'View', exact: true }).getByText(view).click();
export const showEditor = (page: Page, editor: 'Builder' | 'JSON') =>
  page.getByRole('radiogroup', { name: 'Editor', exact: true }).getByText(editor).click();

/** Waits until the documents are counted by time. The page then sends no further requests. */
export const waitForHistogram = (page: Page) =>
  expect(page.getByRole('region', { name: /^Documents by / }).getByText(/ documents, /)).toBeVisible();

export async function addMatchStage(page: Page, field: string): Promise<void> {
  await getButton(page, 'Match: add stage').click();
  await page.keyboard.type(field);
}

export async function pasteText(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Answers this many requests for documents, and then none until `release` or `calm`. */
export async function stopDocumentsAfter(service: Service, answered: number): Promise<void> {
  if (answered > 0) await service.fault({ kind: 'latency', ms: 1 }, { operation: 'pipeline', times: answered });
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
}

export async function exportAllPages(page: Page, format?: string): Promise<void> {
  await getButton(page, 'Export').click();
  if (format) await page.getByRole('combobox', { name: 'Format' }).selectOption({ label: format });
  await page.getByRole('button', { name: /^Export (all pages|[\d,]+ groups?)$/ }).click();
}

export async function readDownload(download: Promise<Download>): Promise<string> {
  return readFileSync(await (await download).path(), 'utf8');
}

export function parseNdjson(text: string): unknown[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

export const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

export async function fetchDocuments(page: Page, service: Service, body: object): Promise<Document[]> {
  const response = await page.request.post(`${service.url}/api/datastore/pipeline?apiKey=${service.apiKey}`, {
    headers: { authorization: service.token },
    data: body,
  });
  expect(response.status()).toBe(200);
  return (await response.json()).documents;
}
