import * as z from 'zod/mini';

export function createTextFieldSchema(field: string) {
  return z.string({ error: `${field}: expected a string.` });
}

export function createRequiredTextFieldSchema(field: string, missing: string) {
  const error = ({ input }: { input: unknown }) => (input == null ? missing : `${field}: expected a string.`);
  return z.string({ error }).check(z.minLength(1, { error: missing }));
}

export function createEnumFieldSchema<const Values extends readonly [string, ...string[]]>(
  field: string,
  values: Values,
) {
  return z.enum(values, { error: `${field}: expected one of ${values.join(', ')}.` });
}

/** Makes a field optional. Null and "" count as absent. */
export function createBlankAsAbsentSchema<Output>(schema: z.ZodMiniType<Output>) {
  // the cast is validated by the piped schema
  const absent = z.transform((value: unknown) => (value === null || value === '' ? undefined : value) as undefined);
  return z.pipe(absent, z.optional(schema) as z.ZodMiniType<Output | undefined, undefined>);
}
