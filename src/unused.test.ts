import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

type Package = { license?: string; dev?: boolean };

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Used only by name, in scripts or by the compiler and other packages. */
const BY_NAME = new Set(['typescript', '@types/node']);
const BY_NAME_IN = ['package.json', 'e2e/run.mjs'];

/** Licences allowed for shipped packages; TOOL_LICENCES only for build and test. */
const LICENCES = /^\(?((MIT|ISC|0BSD|BSD-3-Clause|Apache-2\.0|CC0-1\.0)( OR )?)+\)?$/;
const TOOL_LICENCES = /^MPL-2\.0$/;

/** Minimum number of identical lines that counts as duplicated code. */
const LINES_ALIKE = 6;

const files = new Map(
  [...filesIn('src'), ...filesIn('e2e'), 'vite.config.ts', 'playwright.config.ts'].map((file) => [file, read(file)]),
);

test('every export is imported somewhere', () => {
  const used = uses();
  const unused = [...files].flatMap(([file, text]) =>
    file.endsWith('.config.ts') || file.endsWith('.d.mts')
      ? []
      : exportsOf(text)
          .filter((name) => !used.has(`${file} ${name}`))
          .map((name) => `${file} ${name}`),
  );
  expect(unused, 'delete it, or do not export what its own file alone uses').toEqual([]);
});

test('every dependency is imported somewhere', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const all = { ...dependencies, ...devDependencies };
  const texts = [...files.values()];
  const isTypes = (name: string) => name.startsWith('@types/') && name.slice('@types/'.length) in all;
  const scripts = BY_NAME_IN.map(read).join();
  const unused = Object.keys(all).filter((name) => {
    const imported = texts.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
    const command = new RegExp(`["' ]${name.replace(/.*\//, '')}[ ']`).test(scripts);
    return !imported && !command && !BY_NAME.has(name) && !isTypes(name);
  });
  expect(unused, 'npm uninstall it').toEqual([]);
});

test('every package that is installed has a licence under which it may be passed on, or used', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
  const refused = Object.entries(packages).filter(
    ([, { license = 'none', dev }]) => !LICENCES.test(license) && !(dev && TOOL_LICENCES.test(license)),
  );
  expect(
    refused.map(([path, { license }]) => `${path}: ${license}`),
    'take another package, or add its licence to LICENCES once its terms are met',
  ).toEqual([]);
});

test('nothing is written twice', () => {
  const places = new Map<string, string>();
  const twice: string[] = [];
  for (const [file, text] of files) {
    if (!file.startsWith('src/') || /\.test\.ts$|\/testing\//.test(file)) continue;
    const lines = linesOf(text);
    for (const at of lines.keys()) {
      if (at + LINES_ALIKE > lines.length) break;
      const alike = lines.slice(at, at + LINES_ALIKE).join('\n');
      const place = places.get(alike);
      if (place) twice.push(`${file} has what ${place} has: ${lines[at]} …`);
      places.set(alike, file);
    }
  }
  expect(twice, 'move it to where both can import it').toEqual([]);
});

function linesOf(text: string): string[] {
  const lines = text.replace(/^import [^;]*;$/gm, '').split('\n');
  return lines.map((line) => line.trim()).filter((line) => /^(?![/*]).*\w/.test(line));
}

/** `file name` of every import from a project file, by import, import() or new URL. */
function uses(): Set<string> {
  const used = new Set<string>();
  for (const [file, text] of files) {
    for (const [, names = '', from = ''] of text.matchAll(
      /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g,
    )) {
      for (const name of names.split(','))
        used.add(
          `${local(file, from)} ${
            name
              .trim()
              .replace(/^type /, '')
              .split(' as ')[0]
          }`,
        );
    }
    for (const [, from = ''] of text.matchAll(/\bimport\(\s*'([^']+)'/g)) {
      const target = local(file, from);
      for (const name of exportsOf(files.get(target) ?? '')) if (text.includes(name)) used.add(`${target} ${name}`);
    }
  }
  return used;
}

function exportsOf(text: string): string[] {
  const found = text.matchAll(
    /^export (?:async )?(?:const|let|function\*?|class|abstract class|type|interface) (\w+)/gm,
  );
  return [...found].map(([, name = '']) => name);
}

function local(file: string, specifier: string): string {
  if (specifier.startsWith('#e2e/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?[jt]sx?$/.test(file))
    .map((file) => join(folder, file).replaceAll('\\', '/'));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
