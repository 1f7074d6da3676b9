/** A name that no other is called; by random numbers, which are there without a secure origin too. */
export function createRandomId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}
