export function createRandomId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}
