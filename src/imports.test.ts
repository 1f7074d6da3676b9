import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = dirname(fileURLToPath(import.meta.url));

/** Folders that pages may import; MAY_IMPORT lists the allowed imports per folder. A file may always import its own folder. */
const PAGE_PARTS = ['api', 'session', 'fleet', 'pipeline', 'fields', 'ui', 'contract', 'lib', 'paths'];

const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  lib: [],
  paths: ['contract', 'lib'],
  api: ['contract', 'lib', 'fleet'],
  session: ['contract', 'lib', 'api'],
  fleet: ['contract', 'lib'],
  pipeline: ['contract', 'lib'],
  fields: ['contract', 'lib', 'ui'],
  ui: ['lib'],
  features: PAGE_PARTS,
  shell: PAGE_PARTS,
  server: ['contract', 'lib'],
  pages: ['features', 'shell', 'paths'],
  routes: ['pages', 'shell', 'session', 'paths', 'ui', 'fleet', 'lib'],
  headStart: ['pages', 'session', 'api', 'fleet', 'ui', 'paths', 'lib'],
  main: ['headStart', 'routes', 'session', 'ui', 'api', 'fleet', 'paths', 'lib'],
  // tests the console as a user does
  e2e: ['contract', 'paths'],
};

/** Allowed imports between subfolders; all may import top-level files of their folder. */
const INNER_MAY_IMPORT: Record<string, Record<string, readonly string[]>> = {
  ui: innerRooms(
    'browser',
    'theme',
    'values',
    'controls',
    'inputs',
    'notices',
    'states',
    'overlays',
    'charts',
    'grid',
    'viewers',
    'page',
  ),
  pipeline: innerRooms('draft', 'documents', 'text', 'ask'),
  server: {
    '': [],
    store: [],
    operations: ['store'],
    importing: ['store'],
    demo: ['store'],
    http: ['operations', 'demo', 'store'],
    cli: ['http', 'operations', 'demo', 'importing', 'store'],
    testing: ['cli', 'http', 'operations', 'demo', 'importing', 'store'],
  },
};

/** Folders that expose only top-level files and these subfolders. */
const OPEN: Record<string, readonly string[]> = { fleet: ['model', 'shown', 'questions'] };

/** Maximum number of files per folder, without styles and tests. */
const FILES_MAX = 15;
const LINES_MAX = 250;

/** Allowed packages; folders not listed may use any except the component library, which is limited to `ui`. */
const PACKAGES: Record<string, RegExp> = { contract: /^zod\/mini$/, lib: /^$/, ui: /./, e2e: /./ };
const NO_COMPONENTS = /^(?!@mantine\/(?!(form|hooks)$))/;

test('every import goes where the architecture allows', () => {
  expect(complaints(), 'move it to a room that may, or have it given what it needs').toEqual([]);
});

test('no folder holds more files than one looks through', () => {
  const counts = new Map<string, number>();
  const files = [...sources(), ...scripts()].filter((file) => !/\.test\.ts$|\.d\.m?ts$/.test(file));
  for (const file of files) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  const full = [...counts].filter(([, count]) => count > FILES_MAX);
  expect(full, `move files of a subject into a folder of theirs: at most ${FILES_MAX}`).toEqual([]);
});

test('no file is longer than one reads', () => {
  const lengths = [...sources(), ...scripts()].map((file) => [file, read(file).split('\n').length - 1] as const);
  const long = lengths.filter(([, lines]) => lines > LINES_MAX);
  expect(long, `move a part with a name of its own into a file beside it: at most ${LINES_MAX} lines`).toEqual([]);
});

test('no import cycles', () => {
  expect(cycles(importGraph()), 'move what both need into a file that imports neither').toEqual([]);
});

function complaints(): string[] {
  return sources().flatMap((file) => imports(file).flatMap((specifier) => complaint(file, specifier)));
}

function complaint(file: string, specifier: string): string[] {
  const room = roomOf(file);
  const at = `${file} imports ${specifier}`;
  if (specifier.startsWith('./')) return sibling(file, join(dirname(file), specifier)) ? [] : [at];
  if (specifier.startsWith('..')) return [at];
  if (specifier.startsWith('#')) return allowed(file, room, target(specifier)) ? [] : [at];
  if (file.endsWith('.test.ts') || innerRoom(file) === 'testing') return [];
  return (PACKAGES[room] ?? NO_COMPONENTS).test(specifier) ? [] : [at];
}

function sibling(file: string, target: string): boolean {
  const room = roomOf(file);
  const other = roomOf(target);
  return dirname(target) === dirname(file) || (other !== room && (MAY_IMPORT[room]?.includes(other) ?? false));
}

function allowed(file: string, room: string, target: string): boolean {
  const other = roomOf(target);
  if (other === room) {
    if (room === 'features' && feature(file) !== feature(target)) return false;
    return dirname(file) !== dirname(target) && withinRoom(file, room, target);
  }
  const inner = innerRoom(target);
  if (OPEN[other] && inner !== '' && !OPEN[other].includes(inner)) return false;
  return MAY_IMPORT[room]?.includes(other) ?? false;
}

function withinRoom(file: string, room: string, target: string): boolean {
  const [from, to] = [innerRoom(file), innerRoom(target)];
  const arrows = INNER_MAY_IMPORT[room];
  if (!arrows || from === to || to === '' || file.endsWith('.test.ts')) return true;
  return arrows[from]?.includes(to) ?? false;
}

/** Subfolders from lowest to highest; each may import the lower ones. */
function innerRooms(...names: string[]): Record<string, readonly string[]> {
  return Object.fromEntries([['', names], ...names.map((name, at) => [name, names.slice(0, at)] as const)]);
}

function innerRoom(file: string): string {
  return file.split('/').length > 2 ? (file.split('/')[1] ?? '') : '';
}

function feature(file: string): string | undefined {
  return file.split('/')[1];
}

/** Resolves a `#` specifier; e2e/ is a sibling of src/. */
function target(specifier: string): string {
  return specifier.replace(/^#(e2e\/)?/, (_, e2e = '') => (e2e ? '../e2e/' : ''));
}

function roomOf(file: string): string {
  if (file.startsWith('../e2e/')) return 'e2e';
  const [first = ''] = file.split('/');
  return first.replace(/(\.test)?\.tsx?$/, '');
}

function sources(): string[] {
  return [...filesIn('.'), ...filesIn('../e2e')].filter((file) => file !== 'imports.test.ts').sort();
}

function scripts(): string[] {
  return [...filesIn('.', /\.mjs$/), ...filesIn('../e2e', /\.mjs$/)];
}

function filesIn(folder: string, called = /\.m?tsx?$/): string[] {
  return readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => called.test(file))
    .map((file) => join(folder, file).replaceAll('\\', '/'));
}

function imports(file: string): string[] {
  const found = read(file).matchAll(
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function read(file: string): string {
  return readFileSync(join(source, file), 'utf8');
}

function importGraph(): Map<string, string[]> {
  return new Map(sources().map((file) => [file, imports(file).flatMap((specifier) => local(file, specifier))]));
}

function local(file: string, specifier: string): string[] {
  if (specifier.startsWith('#')) return [target(specifier)];
  return specifier.startsWith('.') ? [relative('.', join(dirname(file), specifier))] : [];
}

function cycles(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
