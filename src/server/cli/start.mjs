/**
 * `npm start`: runs the demo on http://127.0.0.1:4600 from a bare clone, or the existing projects. Installs and builds
 * if something is missing or outdated, then starts the built service. Plain JavaScript that needs only Node, because
 * dependencies may not be installed yet.
 */
import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBuildStale, runBuild } from '#build/buildState.mjs';
import { areDependenciesInstalled, installDependencies } from '#install.mjs';

const SERVICE = 'dist/server/main.js';
const starter = process.ppid;

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..'));

try {
  if (!areDependenciesInstalled() || isBuildStale()) {
    assertWritable();
    installDependencies();
    if (isBuildStale()) {
      console.log('Building …');
      runBuild();
    }
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// npm has ended in the meantime, so nobody waits for the service
if (process.env.npm_lifecycle_script && process.ppid !== starter) process.exit(1);
process.argv.splice(1, 1, SERVICE, 'serve', '--demo-if-empty');
await import(pathToFileURL(SERVICE).href);

function assertWritable() {
  try {
    accessSync('.', constants.W_OK);
  } catch {
    throw new Error(
      `Fleetlens must be built, but ${process.cwd()} is read-only. Run npm run build where the folder is writable.`,
    );
  }
}
