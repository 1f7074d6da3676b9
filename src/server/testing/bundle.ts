import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The service and its commands as they are built, in a folder of a test's own: they start sooner than the source. */
export function bundle() {
  // where what is bundled finds its packages
  const folder = join('node_modules', '.cache', `bundle-${randomUUID()}`);
  return {
    main: join(folder, 'main.js'),
    async build(): Promise<void> {
      await build({
        entryPoints: ['src/server/cli/main.ts', 'src/server/store/pgliteWorker.ts'],
        entryNames: '[name]',
        outdir: folder,
        bundle: true,
        platform: 'node',
        format: 'esm',
        external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies),
        logLevel: 'error',
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
