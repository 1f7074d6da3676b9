/** Calls `make` and returns its result, or undefined if it throws. */
export function tryCatch<Value>(callback: () => Value): Value | undefined {
  try {
    return callback();
  } catch {
    return undefined;
  }
}
