/** How long a browser may remember what it was allowed, in seconds. */
const REMEMBER = 600;

/**
 * Headers that let a page of an allowed origin read an answer, errors included. Only exact origins are allowed, and
 * the answer names the one that asked, so caches must tell them apart.
 */
export function corsHeaders(request: Request, allowed: readonly string[]): Record<string, string> {
  if (allowed.length === 0) return {};
  const origin = request.headers.get('origin');
  if (!origin || !allowed.includes(origin)) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after, x-request-id',
    // a page of another origin is what these answers are for
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** What a browser asks before it calls an operation from another origin. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  allow: 'POST, OPTIONS',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': String(REMEMBER),
};
