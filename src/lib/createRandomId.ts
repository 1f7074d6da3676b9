/** Works without a secure context, unlike `crypto.randomUUID`. */
export function createRandomId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}
