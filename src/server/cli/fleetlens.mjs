#!/usr/bin/env node
/**
 * The command `fleetlens`: runs the build, or reports that it is missing. Plain JavaScript, because it runs before the
 * build.
 */
import { existsSync } from 'node:fs';

const built = new URL('../../../dist/server/main.js', import.meta.url);

if (existsSync(built)) await import(built.href);
else {
  console.error('Fleetlens is not built. To build it, run: npm run build');
  process.exitCode = 1;
}
