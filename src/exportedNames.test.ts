import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Names that several files export on purpose, each with a reason. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  Device: 'the testing kit describes devices without the schemas, which are no part of its package',
  signIn: 'the testing kit does what the session does, from outside',
  test: 'the fixtures of the project extend those of the testing kit, as Playwright does',
};

const files = ['src', 'e2e']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.(tsx?|mts|mjs)$/.test(file) && !file.endsWith('.d.mts') && !file.startsWith('e2e/consumer/'))
  .map((file) => file.replaceAll('\\', '/'));

const DECLARATION = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;

test('no two files export the same name', () => {
  const filesByName = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(DECLARATION))
      filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
  }
  const found = [...filesByName].filter(([name, { size }]) => size > 1 && !(name in SHARED_NAMES));
  expect(
    found.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    'rename one',
  ).toEqual([]);
});
