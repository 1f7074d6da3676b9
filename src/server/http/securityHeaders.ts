/** On every answer: nothing may embed it, guess its type, or learn where its reader came from. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** On the console's pages, besides the policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
};

type PolicyOptions = {
  /** Origin of a fixed base URL, '' for the page's own; undefined when a person may type any. */
  fixedOrigin?: string | undefined;
  /** The page came over TLS, which would mix with plain http. */
  secure?: boolean;
};

/**
 * What a page may load. `connect-src` is open to any origin because the console signs in to whatever base URL a person
 * types, by plain http only from a page that came so; a host that fixes the base URL narrows it to that origin. Everything that could run or draw code
 * stays on this origin, so that what is reachable is reachable only by the console's own script.
 */
export function createContentSecurityPolicy(nonce: string, { fixedOrigin, secure = false }: PolicyOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${fixedOrigin ?? (secure ? 'https:' : 'http: https:')}`.trimEnd(),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
