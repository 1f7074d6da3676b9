/**
 * Returns the CSP nonce for style elements created at run time. Read on first use, because the head may not be parsed
 * earlier.
 */
export function getCspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
