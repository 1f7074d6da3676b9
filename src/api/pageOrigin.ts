/** Returns the origin that relative base URLs refer to. Undefined outside a browser, where base URLs are absolute. */
export function getPageOrigin(): string | undefined {
  return 'location' in globalThis ? location.origin : undefined;
}
