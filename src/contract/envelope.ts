import * as z from 'zod/mini';

/** What every response body is, success or error: an object with `code` and `message`, other fields beside them. */
export const envelopeSchema = z.looseObject({ code: z.string(), message: z.string() });

export type Envelope = z.infer<typeof envelopeSchema>;
