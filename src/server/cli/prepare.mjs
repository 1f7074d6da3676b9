/**
 * `prepare`, which npm runs before it packs the package, after an install in a checkout, and in a clone that another
 * package names as its dependency: builds what is stale. An install without what builds it goes without.
 */
import { existsSync } from 'node:fs';
import { build, isStale } from './built.mjs';

const canBuild = existsSync('node_modules/vite');
const isPacked = ['pack', 'publish'].includes(process.env.npm_command);

try {
  if (isStale() && (canBuild || isPacked)) build();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
