let found = '';

/** CSP nonce for style elements created at run time. Read lazily, as code may run before the head is parsed. */
export function pageNonce(): string {
  found ||= document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  return found;
}
