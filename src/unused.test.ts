import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Used by name alone: by scripts, by the compiler, by other packages. */
const BY_NAME = new Set(['typescript', '@types/node']);
const BY_NAME_IN = ['package.json', 'e2e/run.mjs'];

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
  expect(unused).toEqual([]);
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
  expect(unused).toEqual([]);
});

/** `file name` of everything that is imported from a file of the project, by import, import() or new URL. */
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
