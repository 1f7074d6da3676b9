export const COMMON_RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export const CONSOLE_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
};

/**
 * Creates the Content-Security-Policy of a page. `connect-src` allows any origin, because users may sign in to any base
 * URL, unless the host fixes the base URL. Scripts and styles come from this origin only, so that only the console's
 * own script can send requests. `fixedOrigin` is that of the fixed base URL, or '' for the same origin. `secure` is true
 * if the page was loaded over TLS, so that plain HTTP would be mixed content.
 */
export function buildContentSecurityPolicy(nonce: string, fixedOrigin: string | undefined, secure: boolean): string {
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
