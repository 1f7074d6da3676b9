import * as z from 'zod/mini';

/** A string field whose complaint names it. */
export function text(field: string) {
  return z.string({ error: `${field}: expected a string.` });
}

/** A string that must hold something; of one that is missing the interface says `missing`. */
export function required(field: string, missing: string) {
  const error = ({ input }: { input: unknown }) => (input == null ? missing : `${field}: expected a string.`);
  return z.string({ error }).check(z.minLength(1, { error: missing }));
}

/** An enumeration whose complaint names the field and the allowed values. */
export function oneOf<const Values extends readonly [string, ...string[]]>(field: string, values: Values) {
  return z.enum(values, { error: `${field}: expected one of ${values.join(', ')}.` });
}

/** Lenient in what it takes: null and "" mean the same as leaving the field out. */
export function blankIsAbsent<Output>(schema: z.ZodMiniType<Output>) {
  // the cast is a promise that the piped schema checks
  const absent = z.transform((value: unknown) => (value === null || value === '' ? undefined : value) as undefined);
  return z.pipe(absent, z.optional(schema) as z.ZodMiniType<Output | undefined, undefined>);
}
