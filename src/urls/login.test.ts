import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildConnectionsUrl, buildLoginUrl, parseReturnUrl } from './login.ts';

const ORIGIN = 'https://console.example';

describe('the return URL of sign-in', () => {
  const back = (returnTo: string) =>
    parseReturnUrl({ search: String(new URLSearchParams({ returnTo })), hash: '' }, ORIGIN);

  test('keeps the page', () => {
    const place = '/datastore?collection=logs#pipeline=[]';
    expect(parseReturnUrl(new URL(buildLoginUrl(place), ORIGIN), ORIGIN)).toBe(place);
    expect(back(place)).toBe(place);
  });

  test('sends no fragment to a server', () => {
    for (const place of ['/devices?asc=name#search=a@example.com', '/#from.registeredAt=1']) {
      for (const path of [buildLoginUrl(place), buildConnectionsUrl(place)]) {
        const { pathname, search, hash } = new URL(path, ORIGIN);
        expect(pathname + search).not.toMatch(/example|registered/);
        expect(parseReturnUrl({ search, hash }, ORIGIN)).toBe(place);
      }
    }
  });

  test('stays on the origin of the console for any link', () => {
    const piece = fc.constantFrom(...'/ \\ // %2f %5c . .. @ : evil.example javascript: \t ? #'.split(' '));
    const known = ['//e.example', '/\\e.example', '\\\\e.example', 'https://e.example/', 'javascript:alert(1)'];
    const odd = ['/\t/evil.example', '/%2f%2fevil.example/..//x', '/login?returnTo=/login', '/.//evil.example', ''];
    const pieces = fc.array(piece).map((parts) => parts.join(''));
    const wish = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), pieces, fc.constantFrom(...known, ...odd));
    fc.assert(
      fc.property(wish, (text) => {
        const path = back(text);
        expect(path.startsWith('/')).toBe(true);
        const url = new URL(path, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(url.pathname).not.toMatch(/^\/\/|^\/login$/);
      }),
      { numRuns: 5000 },
    );
  });
});

test('the connections page returns to the previous page, and never to itself', () => {
  const path = buildConnectionsUrl('/devices?asc=name#search=pump');
  expect(parseReturnUrl(new URL(path, ORIGIN), ORIGIN)).toBe('/devices?asc=name#search=pump');
  expect(buildConnectionsUrl(path)).toBe(path);
  expect(buildConnectionsUrl('/connections/')).toBe('/connections/');
});
