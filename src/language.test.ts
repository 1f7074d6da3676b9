import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const VERBS = new Set(
  `
  acquire adapt add allow announce answer append apply are assert authenticate bisect build cache can cancel cap capture
  check choose clamp clear collect compare compile compute concat convert copy count create cross decode delay
  delete describe detect disable discard divide download downsample drop duplicate encode ensure escape evaluate exit expect
  explain export extract fetch filter find fit floor flush focus fold format generate get handle has hash import
  includes inject insert install intersect is join keep lay limit lint list listen load locate lock log mark
  measure merge migrate mock mount move multiply needs normalize observe open pack parse paste pick plan pluralize poll
  position prefetch preload prepare print provide push rank read receive reconcile record redo reduce refresh register
  remember remove rename render replace report request resolve restore retry rotate round run sample save search
  seed select send serialize serve set shift shorten show sign sort split spool start stop store stringify strip
  suggest summarize swap sync take to toggle track transition trigger truncate try undo unescape unlock unpack
  update use validate verify wait watch with withdraw write
  `
    .trim()
    .split(/\s+/),
);

/** Exported functions that do not begin with a verb, each with a reason. */
const NOT_VERBS: Readonly<Record<string, string>> = {
  setting: 'constructor of a setting, as atom() and signal() are',
  httpError: 'constructor of an error, thrown in one expression',
  lazyComponent: 'as React.lazy, which has no verb either',
  lazyOverlay: 'as lazyComponent',
  forEachNumber: 'as Array.forEach',
  noop: 'standard term',
};

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
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

test('exported functions begin with a verb', () => {
  const found = exportsOf(
    /^export (?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?(?:<.*>)?\(.*=>$/gm,
  ).filter(({ name }) => /^[a-z]/.test(name) && !VERBS.has(/^[a-z]+/.exec(name)?.[0] ?? '') && !(name in NOT_VERBS));
  expect(
    found.map(({ file, name }) => `${file} ${name}`),
    'begin its name with a verb in the imperative',
  ).toEqual([]);
  expect(Object.keys(NOT_VERBS).length, 'rename some of the exceptions').toBeLessThanOrEqual(20);
});

test('no two files export the same name', () => {
  const filesByName = new Map<string, Set<string>>();
  for (const { file, name } of exportsOf(DECLARATION)) {
    filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
  }
  const found = [...filesByName].filter(([name, { size }]) => size > 1 && !(name in SHARED_NAMES));
  expect(
    found.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    'rename one',
  ).toEqual([]);
});

const DECLARATION = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;

function exportsOf(declaration: RegExp): { file: string; name: string }[] {
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(declaration)].map(([, first, second]) => ({ file, name: first ?? second ?? '' })),
  );
}
