import * as z from 'zod/mini';

// without code generation, which the console's content policy forbids
z.config({ jitless: true });

/** Returns a parser of values from outside the console, such as browser storage; undefined for values that do not fit. */
export function createParser<Value>(schema: z.ZodMiniType<Value>): (value: unknown) => Value | undefined {
  return (value) => schema.safeParse(value).data;
}

/** Returns a parser of lists that leaves out entries that do not fit, and passes them to `drop`. */
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
