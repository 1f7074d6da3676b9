/**
 * npm's `prepare` script: runs before packing, after an install in a checkout, and in a clone for a git dependency.
 * Builds if the build is outdated. Does nothing if the build tools are not installed.
 */
import { existsSync } from 'node:fs';
import { isBuildStale, runBuild } from './buildState.mjs';

const canBuild = existsSync('node_modules/vite');
const isPacked = ['pack', 'publish'].includes(process.env.npm_command);

try {
  if (isBuildStale() && (canBuild || isPacked)) runBuild();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
