import * as z from 'zod/mini';

/**
 * The host's configuration of the console, served as `/config.json`. `demo` is sent only by a service that runs the demo
 * project on a loopback address; no other credential is ever served.
 */
export const hostConfigSchema = z.object({
  title: z.optional(z.string()),
  baseUrl: z.optional(z.string()),
  baseUrlFixed: z.optional(z.boolean()),
  collections: z.optional(z.array(z.string())),
  firstPage: z.optional(z.int()),
  extensions: z.optional(z.array(z.string())),
  /** URL of the host's description of the interface. */
  interface: z.optional(z.string()),
  demo: z.optional(z.object({ apiKey: z.string(), token: z.string() })),
});

export type HostConfig = z.infer<typeof hostConfigSchema>;
