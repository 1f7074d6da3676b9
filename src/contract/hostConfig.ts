import * as z from 'zod/mini';

/** Collection that holds the devices' documents, and the fields of their device ID and time. */
const documentSourceSchema = z.object({ collection: z.string(), field: z.string(), time: z.string() });

export type DocumentSource = z.infer<typeof documentSourceSchema>;

/**
 * Configuration of the console, set by the host and served as `/config.json`. `demo` is sent only by a service that
 * runs the demo project on a loopback address. No other credentials are ever sent.
 */
export const hostConfigSchema = z.object({
  title: z.optional(z.string()),
  baseUrl: z.optional(z.string()),
  baseUrlFixed: z.optional(z.boolean()),
  collections: z.optional(z.array(z.string())),
  deviceDocuments: z.optional(documentSourceSchema),
  firstPage: z.optional(z.int()),
  extensions: z.optional(z.array(z.string())),
  /** Dashboards of the host, which users can read and copy. In the format of dashboard files. */
  dashboards: z.optional(z.array(z.record(z.string(), z.unknown()))),
  /** URL of the host's API documentation. */
  interface: z.optional(z.string()),
  demo: z.optional(z.object({ apiKey: z.string(), token: z.string() })),
});

export type HostConfig = z.infer<typeof hostConfigSchema>;
