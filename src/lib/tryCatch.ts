export function tryCatch<Value>(callback: () => Value): Value | undefined {
  try {
    return callback();
  } catch {
    return undefined;
  }
}
