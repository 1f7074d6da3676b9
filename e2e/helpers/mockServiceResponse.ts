import type { Page } from 'playwright/test';
import type { OperationName } from '#contract/operations.ts';
import type { Service } from './fixtures.ts';

export async function mockServiceResponse(
  service: Service,
  operation: OperationName,
  body: unknown,
  status = 200,
): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await service.calm();
  await service.fault({ kind: 'body', body: text, status }, { operation });
}

export function recordRequestBodies(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) seen.push(request.postData() ?? '');
  });
  return seen;
}
