import type { JsonObject } from './json.ts';

/**
 * Builds an object from parallel lists; the last of several equal names wins. `inOrder` keeps the order of names that
 * are integers.
 */
export function createJsonObject(names: readonly string[], values: readonly unknown[], inOrder: boolean): JsonObject {
  const object: JsonObject = {};
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string; // within bounds
    const value = values[index];
    if (name !== '__proto__') object[name] = value;
    else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return inOrder && names.some(isIndex) ? withKeyOrder(object, names) : object;
}

function isIndex(name: string): boolean {
  return /^\d{1,10}$/.test(name);
}

function withKeyOrder(object: JsonObject, names: readonly string[]): JsonObject {
  const order = [...new Set(names)];
  return new Proxy(object, { ownKeys: () => order });
}
