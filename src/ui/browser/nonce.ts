let found = '';

/**
 * The page's nonce: without it the content policy drops every style element that is written at run time. It is looked
 * for when it is wanted, since code may run before the page's head is read to its end.
 */
export function pageNonce(): string {
  found ||= document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  return found;
}
