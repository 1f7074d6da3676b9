/**
 * Builds the service, the files of an empty database and the bill of materials into dist/server, and the test kit for
 * other projects into dist/testing. Adds script hashes to the console's page, and stores a compressed copy next to each
 * of its text files.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { build } from 'esbuild';
import { createBillOfMaterials } from './createBillOfMaterials.mjs';

const CONSOLE = 'dist/console';
const SERVICE = 'dist/server';
const KIT = 'dist/testing';
const WORTH_COMPRESSING = /\.(css|js|json|svg|txt|webmanifest)$/;

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync(SERVICE, { recursive: true, force: true });
await build({
  entryPoints: ['cli/main', 'store/embedded/pgliteWorker', 'store/embedded/emptyDatabase'].map(
    (name) => `src/server/${name}.ts`,
  ),
  entryNames: '[name]',
  outdir: SERVICE,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  // dependencies stay external: PGlite loads files from its own folder
  external: Object.keys(dependencies),
});

rmSync(KIT, { recursive: true, force: true });
await build({
  entryPoints: ['e2e/testing/index.ts'],
  outdir: KIT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
  // provided by the project that uses the kit
  external: Object.keys(peerDependencies),
});
execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'e2e/testing'], { stdio: 'inherit' });

// a first start unpacks them: creating them takes seconds and 700 MB
const empty = mkdtempSync(join(tmpdir(), 'fleetlens-empty-'));
await (await PGlite.create({ dataDir: empty })).close();
const { packDatabaseFiles } = await import(pathToFileURL(`${SERVICE}/emptyDatabase.js`).href);
writeFileSync(`${SERVICE}/empty.br`, packDatabaseFiles(empty));
rmSync(empty, { recursive: true });

const bill = createBillOfMaterials(readFileSync(join(CONSOLE, 'licenses.txt'), 'utf8'));
writeFileSync(`${SERVICE}/sbom.cdx.json`, `${JSON.stringify(bill, undefined, 2)}\n`);

// subresource integrity: the browser rejects a modified script
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
  // a host writes its own config.json, which a stale compressed copy would hide
  if (!WORTH_COMPRESSING.test(name) || name === 'config.json') continue;
  const file = join(CONSOLE, name);
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
