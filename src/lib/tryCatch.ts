/** Calls `make` and returns its result, or undefined if it throws. */
export function tryCatch<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
