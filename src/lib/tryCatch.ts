/** Returns undefined if `make` throws. */
export function tryCatch<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
