import { expect, type Page } from 'playwright/test';
import type { Service } from './fixtures.ts';

export const LOGS_URL_STATE = { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' } as const;

type Document = { documentID: string } & Record<string, unknown>;

export async function fetchDocuments(page: Page, service: Service, body: object): Promise<Document[]> {
  const response = await page.request.post(`${service.url}/api/datastore/pipeline?apiKey=${service.apiKey}`, {
    headers: { authorization: service.token },
    data: body,
  });
  expect(response.status()).toBe(200);
  return (await response.json()).documents;
}
