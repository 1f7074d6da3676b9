import { createRequire } from 'node:module';

/** Reads the version of this package. Its package.json is two folders up, both in the source and in the build. */
export function readVersion(): string {
  return createRequire(import.meta.url)('../../package.json').version;
}
