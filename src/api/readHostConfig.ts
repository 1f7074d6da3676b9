import * as z from 'zod/mini';
import { type HostConfig, hostConfigSchema } from '#contract/hostConfig.ts';

// the content policy forbids code made at run time, which zod would try
z.config({ jitless: true });

/** @throws when it is not what a host may say */
export function readHostConfig(value: unknown): HostConfig {
  return hostConfigSchema.parse(value);
}
