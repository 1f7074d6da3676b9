import { expect, test } from '#e2e/helpers/fixtures.ts';
import { NGINX_PATH, startNginx } from './nginx.ts';

const KEY = 'key-that-no-log-holds';
const NO_SERVICE = 'http://127.0.0.1:1';

test.use({ ignoreHTTPSErrors: true });

if (NGINX_PATH) {
  test('documented nginx configuration logs no key', { tag: '@long' }, async ({ request }) => {
    const { origin, close, readLogs } = await startNginx(NO_SERVICE);
    try {
      const answer = await request.get(`${origin}/api/devices?apiKey=${KEY}`);
      expect(answer.status()).toBe(502);
      await expect.poll(readLogs).toContain('GET /api/devices 502');
      expect(readLogs()).not.toContain(KEY);
    } finally {
      await close();
    }
  });

  test('documented nginx configuration hides the metrics', { tag: '@long' }, async ({ request, service }) => {
    const below = (server: string) =>
      server
        .replace('location = /metrics', 'location ~ ^/(fleet/)+metrics$')
        .replace('location / ', 'location /fleet/ ')
        .replace(`${service.url};`, `${service.url}/;`);
    for (const [change, base] of [
      [undefined, '/'],
      [below, '/fleet/'],
    ] as const) {
      const { origin, close } = await startNginx(service.url, change);
      try {
        for (const path of ['metrics', '%6detrics', 'fleet/metrics']) {
          expect((await request.get(origin + base + path)).status(), base + path).toBe(404);
        }
        expect((await request.get(`${origin}${base}healthz`)).status()).toBe(200);
      } finally {
        await close();
      }
    }
  });
}
