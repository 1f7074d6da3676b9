import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packDatabaseFiles } from '#server/store/embedded/emptyDatabase.ts';

/**
 * Builds the service and its commands. Includes the files of an empty database, which the first start unpacks.
 * @returns the path of the program, and the function that removes it
 */
export async function buildTestProgram(emptyDatabase: string): Promise<{ program: string; remove: () => void }> {
  // at the same depth as the build, where imports of packages can be resolved
  const folder = join('dist', `commands-${process.pid}`);
  await build({
    entryPoints: ['src/server/cli/main.ts', 'src/server/store/embedded/pgliteWorker.ts'],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies),
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'empty.br'), packDatabaseFiles(emptyDatabase));
  return { program: join(folder, 'main.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
