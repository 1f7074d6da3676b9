/**
 * Builds the service and the files of an empty database into dist/server, gives the console's page the hashes of its
 * scripts, and leaves every text file of the built console compressed beside it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { build } from 'esbuild';

const CONSOLE = 'dist/console';
const SERVICE = 'dist/server';
const EMPTY = `${SERVICE}/empty`;
const WORTH_COMPRESSING = /\.(css|js|json|svg|txt|webmanifest)$/;

rmSync(SERVICE, { recursive: true, force: true });
await build({
  entryPoints: ['src/server/cli/main.ts', 'src/server/store/embedded/pgliteWorker.ts'],
  entryNames: '[name]',
  outdir: SERVICE,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  // dependencies stay what npm installed: PGlite finds its files beside itself
  external: [
    '@electric-sql/*',
    '@hono/*',
    'csv-parse',
    'fs-native-extensions',
    'hono',
    'hono/*',
    'pg',
    'prom-client',
    'zod',
    'zod/*',
    'tsx/*',
  ],
});

// a first start copies them: making them takes seconds and 700 MB
await (await PGlite.create({ dataDir: EMPTY })).close();

// a script that something changed on its way does not run
const page = join(CONSOLE, 'index.html');
const html = readFileSync(page, 'utf8');
writeFileSync(
  page,
  html.replace(/<script\b(?![^>]*integrity)([^>]*src="(\/[^"]+)")/g, (_, attributes, source) => {
    const digest = createHash('sha384')
      .update(readFileSync(join(CONSOLE, source)))
      .digest('base64');
    return `<script integrity="sha384-${digest}"${attributes}`;
  }),
);

for (const name of readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })) {
  if (!WORTH_COMPRESSING.test(name)) continue;
  const file = join(CONSOLE, name);
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
