import { type HostConfig, hostConfigSchema } from '#contract/hostConfig.ts';
import { isJsonObject } from '#lib/json/json.ts';

/** Parses each member separately and omits invalid ones. */
export function parseHostConfig(value: unknown): HostConfig {
  if (!isJsonObject(value)) return {};
  const parts = Object.entries(hostConfigSchema.shape).flatMap(([name, schema]) => {
    const { data } = schema.safeParse(value[name]);
    return data === undefined ? [] : [[name, data]];
  });
  return Object.fromEntries(parts);
}
