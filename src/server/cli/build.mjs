/**
 * Builds the service, the files of an empty database and the bill of materials into dist/server and the kit for tests
 * from elsewhere into dist/testing, gives the console's page the hashes of its scripts, and leaves every text file of
 * the built console compressed beside it.
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
import { billOfMaterials } from './building/billOfMaterials.mjs';

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
  // what is installed beside the package stays apart: PGlite finds its files beside itself
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
  // the runner of whoever tests
  external: Object.keys(peerDependencies),
});
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'e2e/testing'], { stdio: 'inherit' });

// a first start unpacks them: making them takes seconds and 700 MB
const empty = mkdtempSync(join(tmpdir(), 'fleetlens-empty-'));
await (await PGlite.create({ dataDir: empty })).close();
const { packDatabase } = await import(pathToFileURL(`${SERVICE}/emptyDatabase.js`).href);
writeFileSync(`${SERVICE}/empty.br`, packDatabase(empty));
rmSync(empty, { recursive: true });

const bill = billOfMaterials(readFileSync(join(CONSOLE, 'licenses.txt'), 'utf8'));
writeFileSync(`${SERVICE}/sbom.cdx.json`, `${JSON.stringify(bill, undefined, 2)}\n`);

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
  // a host writes its own, which a stale one beside it would hide
  if (!WORTH_COMPRESSING.test(name) || name === 'config.json') continue;
  const file = join(CONSOLE, name);
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
