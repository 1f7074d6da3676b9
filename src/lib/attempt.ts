/** What `make` gives; undefined where it throws. */
export function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
