#!/usr/bin/env node
/** The command `fleetlens`: what was built, or one sentence where nothing was. Plain JavaScript, for it runs before that. */
import { existsSync } from 'node:fs';

const built = new URL('../../../dist/server/main.js', import.meta.url);

if (existsSync(built)) await import(built.href);
else {
  console.error('Fleetlens is not built here: npm run build makes it.');
  process.exitCode = 1;
}
