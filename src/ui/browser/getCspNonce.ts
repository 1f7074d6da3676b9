/** CSP nonce for style elements created at run time. Read lazily, as code may run before the head is parsed. */
export function getCspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
