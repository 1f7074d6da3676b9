import { createRequire } from 'node:module';

/** Reads the version of this package. Its package.json is two folders up, in the source as well as in the build. */
export function readPackageVersion(): string {
  return createRequire(import.meta.url)('../../package.json').version;
}
