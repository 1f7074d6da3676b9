import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { getMimeType, mimes } from 'hono/utils/mime';
import { attempt } from '#lib/attempt.ts';
import { contentSecurityPolicy, PAGE_HEADERS } from './securityHeaders.ts';

/** A picture has no charset. */
const TYPES = { ...mimes, svg: 'image/svg+xml' };

/** Best first. The build leaves `file.br` and `file.gz` beside what is worth compressing. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
  [undefined, ''],
] as const;

/** What the build replaces nothing with: the service puts a fresh nonce in its place in every page it sends. */
const NONCE_PLACE = '__CSP_NONCE__';

export type ConsoleOptions = {
  /** What the console is served below: its page names its files there. */
  basePath: string;
  /** Folder of the built console. */
  root: string;
  /** Origin of a fixed base URL, the only one that pages may then connect to besides their own. */
  fixedOrigin?: string | undefined;
};

/** An address below `basePath` as the service knows it, whether or not a proxy has taken that away already. */
export function pathBelow(basePath: string, path: string): string {
  if (`${path}/` === basePath) return '/';
  return path.startsWith(basePath) ? path.slice(basePath.length - 1) : path;
}

/**
 * Answers GET and HEAD with the built console: its files, and its page for every other address that a browser
 * navigates to. Undefined when the address is neither.
 */
export async function consoleAnswer(request: Request, options: ConsoleOptions): Promise<Response | undefined> {
  const pathname = pathBelow(options.basePath, new URL(request.url).pathname);
  const path = safePath(pathname);
  const isFile = path !== undefined && !path.endsWith('/') && !path.endsWith('.html');
  const file = isFile ? await fileAnswer(request, options, path) : undefined;
  if (file) return file;
  const navigates = request.headers.get('accept')?.includes('text/html') || pathname === '/';
  // below /devices/ stands an identifier, which may hold anything; elsewhere no page is called like a script, and what
  // cannot be decoded is for the console to say
  const called = path ?? pathname;
  const plausible = called.startsWith('/devices/') || (extname(called) !== '.js' && !called.startsWith('/assets/'));
  return navigates && plausible ? page(request, options) : undefined;
}

async function page(request: Request, options: ConsoleOptions): Promise<Response | undefined> {
  const html = await readFile(join(options.root, 'index.html'), 'utf8').catch(() => undefined);
  if (html === undefined) return undefined;
  const nonce = randomBytes(16).toString('base64');
  const placed = html.replaceAll(NONCE_PLACE, nonce).replaceAll(/\b(src|href)="\//g, `$1="${options.basePath}`);
  return new Response(placed, {
    headers: {
      ...PAGE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(request, options, nonce),
    },
  });
}

/** What its page, or a file of it, may load. */
function policyFor(request: Request, { fixedOrigin }: ConsoleOptions, nonce: string): string {
  // whether the browser speaks TLS, by the word of the proxy that ends it: whoever makes it up binds only themselves
  const secure = request.headers.get('x-forwarded-proto') === 'https';
  return contentSecurityPolicy(nonce, { fixedOrigin, secure });
}

async function fileAnswer(request: Request, options: ConsoleOptions, path: string): Promise<Response | undefined> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  for (const [encoding, suffix] of ENCODINGS) {
    if (encoding && !accepted.includes(encoding)) continue;
    // read whole: streams cost a small file more than it holds, and the largest of the build has 100 kB as it is sent;
    // nothing comes where there is no file, or a folder
    const bytes = await readFile(join(options.root, path) + suffix).catch(() => undefined);
    if (!bytes) continue;
    const headers = new Headers({
      'content-type': getMimeType(path, TYPES) ?? 'application/octet-stream',
      // the build puts a hash of the content into the name of everything below /assets
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      // a worker is held to the policy it is sent with
      'content-security-policy': policyFor(request, options, randomBytes(16).toString('base64')),
      'cross-origin-embedder-policy': 'require-corp',
      vary: 'accept-encoding',
    });
    if (encoding) headers.set('content-encoding', encoding);
    return new Response(bytes, { headers });
  }
  return undefined;
}

/** The path below the root that an address means; undefined when it tries to leave it. */
function safePath(pathname: string): string | undefined {
  const path = attempt(() => normalize(decodeURIComponent(pathname)));
  return path?.startsWith('/') && !path.includes('\0') && !path.includes('\\') ? path : undefined;
}
