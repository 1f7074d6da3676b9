import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType, mimes } from 'hono/utils/mime';
import { tryCatch } from '#lib/tryCatch.ts';
import { type ContentCoding, rankAcceptedCodings } from '#server/operations/contentCoding.ts';
import { buildContentSecurityPolicy, CONSOLE_PAGE_HEADERS } from './securityHeaders.ts';

const CONTENT_TYPES = { ...mimes, svg: 'image/svg+xml' };

const CODING_SUFFIXES: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export type ServeConsoleOptions = {
  basePath: string;
  root: string;
  fixedOrigin?: string | undefined;
};

export function stripServiceBasePath(basePath: string, path: string): string {
  if (`${path}/` === basePath) return '/';
  return path.startsWith(basePath) ? path.slice(basePath.length - 1) : path;
}

/**
 * Serves the built console for GET and HEAD: its files, and its page for every other path that a browser navigates to.
 * Undefined for any other request. Does not use hono's `serveStatic`, which has no ETags and ignores the q-values of
 * Accept-Encoding.
 */
export async function serveConsole(request: Request, options: ServeConsoleOptions): Promise<Response | undefined> {
  const pathname = stripServiceBasePath(options.basePath, new URL(request.url).pathname);
  const path = resolveSafePath(pathname);
  const isFile = path !== undefined && !path.endsWith('/') && !path.endsWith('.html');
  const file = isFile ? await createFileResponse(request, options, path) : undefined;
  if (file) return file;
  const navigates = acceptsHtml(request) || pathname === '/';
  // below /devices/ the path contains an ID, which may be any text; elsewhere a path that ends in .js is not a page;
  // the console reports paths that cannot be decoded
  const called = path ?? pathname;
  const plausible = called.startsWith('/devices/') || (extname(called) !== '.js' && !called.startsWith('/assets/'));
  return navigates && plausible ? createPageResponse(request, options) : undefined;
}

async function createPageResponse(request: Request, options: ServeConsoleOptions): Promise<Response | undefined> {
  const html = await readFile(join(options.root, 'index.html'), 'utf8').catch(() => undefined);
  if (html === undefined) return undefined;
  const nonce = randomBytes(16).toString('base64');
  const placed = html.replaceAll(NONCE_PLACEHOLDER, nonce).replaceAll(/\b(src|href)="\//g, `$1="${options.basePath}`);
  return new Response(placed, {
    headers: {
      ...CONSOLE_PAGE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': getPolicy(request, options, nonce),
    },
  });
}

function getPolicy(request: Request, { fixedOrigin }: ServeConsoleOptions, nonce: string): string {
  // the scheme that the TLS proxy reports; a client that forges it affects only itself
  const secure = request.headers.get('x-forwarded-proto') === 'https';
  return buildContentSecurityPolicy(nonce, fixedOrigin, secure);
}

async function createFileResponse(
  request: Request,
  options: ServeConsoleOptions,
  path: string,
): Promise<Response | undefined> {
  const codings = rankAcceptedCodings(request.headers.get('accept-encoding'));
  // a file without a compressed version is sent uncompressed
  for (const coding of new Set<ContentCoding>([...codings, 'identity'])) {
    // not streamed, because streaming a small file costs more, and the largest file has 100 kB compressed; undefined if
    // the file does not exist or is a folder
    const bytes = await readFile(join(options.root, path) + CODING_SUFFIXES[coding]).catch(() => undefined);
    if (!bytes) continue;
    // the names of all files below /assets contain a content hash
    const isHashed = path.startsWith('/assets/');
    const etag = isHashed ? undefined : createEtag(bytes);
    const headers = new Headers({
      'content-type': getMimeType(path, CONTENT_TYPES) ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      // a worker uses the policy of its response
      'content-security-policy': getPolicy(request, options, randomBytes(16).toString('base64')),
      'cross-origin-embedder-policy': 'require-corp',
      vary: 'accept-encoding',
    });
    if (etag) headers.set('etag', etag);
    if (etag && matchesEtag(request, etag)) return toNotModified(headers);
    if (coding !== 'identity') headers.set('content-encoding', coding);
    return new Response(bytes, { headers });
  }
  return undefined;
}

/** True for page loads of a browser. Scripts and curl accept only `*\/*`. */
function acceptsHtml(request: Request): boolean {
  const html = parseAccept(request.headers.get('accept') ?? '').find(({ type }) => type.toLowerCase() === 'text/html');
  return html !== undefined && html.q > 0;
}

function createEtag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

function matchesEtag(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.trim();
  return known === '*' || (known?.match(/"[^"]*"/g)?.includes(etag) ?? false);
}

function toNotModified(headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

/** Resolves a path below the root. Undefined if it would leave the root. */
function resolveSafePath(pathname: string): string | undefined {
  const path = tryCatch(() => normalize(decodeURIComponent(pathname)));
  return path?.startsWith('/') && !path.includes('\0') && !path.includes('\\') ? path : undefined;
}
