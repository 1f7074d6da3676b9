import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '#e2e/helpers/fixtures.ts';

test('a page of another website cannot send test commands', async ({ page, service, request }) => {
  const website = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>Other'));
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
  try {
    // a server on a TCP port has an AddressInfo
    await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);
    // neither triggers a preflight: they are sent, although the page cannot read the responses
    await page.evaluate(async (url) => {
      const command = '{"fault":{"kind":"empty","status":500},"times":2}';
      const bodies = [new Blob([command]), new Blob([command], { type: 'text/plain' })];
      await Promise.allSettled(bodies.map((body) => fetch(url, { method: 'POST', mode: 'no-cors', body })));
    }, `${service.url}/test/fault`);
    const answer = await request.post(`/api/devices/get?apiKey=${service.apiKey}`, {
      headers: { authorization: service.token },
      data: {},
    });
    expect(answer.status()).toBe(200);
  } finally {
    await service.reset();
    website.close();
  }
});
