import type { APIResponse } from 'playwright/test';
import { expect, test } from '#e2e/helpers/fixtures.ts';

/**
 * Rules of the Mozilla Observatory for headers and markup, with their scores. Excludes rules about TLS (redirection,
 * HSTS) and the bonuses for cookies and preloading, which do not apply.
 */
const RULES: Record<string, (answer: Answer) => number> = {
  policy: ({ policy }) => {
    const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
    const broad = ['*', 'http:', 'https:', 'ftp:'];
    if (sources('script-src').some((source) => [...broad, "'unsafe-inline'", 'data:'].includes(source))) return -20;
    if (sources('object-src').some((source) => broad.includes(source))) return -20;
    if ([...policy.values()].flat().some((source) => /^(http|ftp):/.test(source))) return -20;
    if ([...policy.values()].flat().includes("'unsafe-eval'")) return -10;
    if (sources('style-src').some((source) => [...broad, "'unsafe-inline'", 'data:'].includes(source))) return 0;
    return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
  },
  cookies: ({ headers }) => ('set-cookie' in headers ? -20 : 0),
  'sharing with other origins': ({ headers }) => ('access-control-allow-origin' in headers ? -50 : 0),
  referrer: ({ headers }) => (headers['referrer-policy'] === 'no-referrer' ? 5 : -5),
  'content type': ({ headers }) => (headers['x-content-type-options'] === 'nosniff' ? 0 : -5),
  framing: ({ policy }) => (policy.get('frame-ancestors')?.join() === "'none'" ? 5 : -20),
  embedding: ({ headers }) => (headers['cross-origin-resource-policy'] === 'same-origin' ? 10 : -20),
  scripts: ({ scripts }) => {
    if (scripts.some((script) => /src="(https?:)?\/\//.test(script))) return -50;
    return scripts.some((script) => script.includes('integrity="sha384-')) ? 5 : 0;
  },
};

const CEILING = 100 + 10 + 5 + 5 + 10 + 5;

type Answer = { headers: Record<string, string>; policy: Map<string, string[]>; scripts: string[] };

async function read(response: APIResponse): Promise<Answer> {
  const headers = response.headers();
  const directives = (headers['content-security-policy'] ?? '').split(';').map((part) => part.trim().split(/\s+/));
  const policy = new Map(directives.map(([name = '', ...sources]) => [name, sources]));
  return { headers, policy, scripts: (await response.text()).match(/<script[^>]*>/g) ?? [] };
}

const NAVIGATION = { headers: { accept: 'text/html', 'x-forwarded-proto': 'https' } };

test('each page scores the maximum for a site without cookies and preloading', async ({ request }) => {
  for (const path of ['/', '/devices', '/login?returnTo=/datastore', '/nowhere']) {
    const answer = await read(await request.get(path, NAVIGATION));
    const points = Object.entries(RULES).map(([name, rule]) => [name, rule(answer)] as const);
    const sum = points.reduce((total, [, given]) => total + given, 100);
    expect(sum, `${path} ${JSON.stringify(Object.fromEntries(points))}`).toBe(CEILING);
  }
});

test('the policy allows no inline code or style, no framing and no form submission', async ({ request }) => {
  const { policy, headers, scripts } = await read(await request.get('/', NAVIGATION));
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('style-src-attr')).toEqual(["'none'"]);
  expect(policy.get('form-action')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['cache-control']).toBe('no-store');
  expect(scripts.every((script) => script.includes('src='))).toBe(true);
});
