import * as z from 'zod/mini';

// without code generation, which the console's content policy forbids
z.config({ jitless: true });

/**
 * Creates a parser for values from outside the console, such as browser storage. It returns undefined for invalid
 * values.
 */
export function createParser<Value>(schema: z.ZodMiniType<Value>): (value: unknown) => Value | undefined {
  return (value) => schema.safeParse(value).data;
}

/** Creates a parser for lists. It omits invalid entries and passes them to `drop`. */
export function createListParser<Value>(
  entry: z.ZodMiniType<Value>,
): (value: unknown, drop?: (entry: unknown) => void) => Value[] | undefined {
  return (list, drop) => {
    if (!Array.isArray(list)) return undefined;
    return list.flatMap((value: unknown) => {
      const { success, data } = entry.safeParse(value);
      if (success) return [data];
      drop?.(value);
      return [];
    });
  };
}
