import * as z from 'zod/mini';

/**
 * What a host says about itself in `/config.json`, all of it optional. `demo` is offered only by a service that runs
 * the demo project on loopback; it is the one credential that is ever served.
 */
export const hostConfigSchema = z.object({
  title: z.optional(z.string()),
  baseUrl: z.optional(z.string()),
  baseUrlFixed: z.optional(z.boolean()),
  collections: z.optional(z.array(z.string())),
  firstPage: z.optional(z.int()),
  extensions: z.optional(z.array(z.string())),
  /** Where the host describes the interface. */
  interface: z.optional(z.string()),
  demo: z.optional(z.object({ apiKey: z.string(), token: z.string() })),
});

export type HostConfig = z.infer<typeof hostConfigSchema>;
