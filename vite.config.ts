import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { themeCss } from '#ui/theme/themeCss.ts';

type CodeSplittingGroup = Rolldown.CodeSplittingGroup;
type ModuleGraph = Rolldown.ChunkingContext;

/**
 * The console's code in few pieces: each file that a page asks for costs it several milliseconds, and one piece
 * compresses better than the twenty that sharing would make of it. A piece holds what its roots import, and what that
 * imports in turn, and earlier pieces do not hold. What is imported dynamically is in none of them: it is a file of its
 * own, with all that it alone uses.
 */
const PIECES = [
  /** What can be done before anything else is there. */
  { name: 'start', roots: ['src/headStart.ts'] },
  /** What every page is made of; not the first file itself, which waits for pages that need it. */
  { name: 'base', roots: ['src/main.tsx', 'src/features/login/LoginPage.tsx', 'src/shell/Frame.tsx'] },
  { name: 'devices', roots: ['src/features/devices/DevicesPage.tsx'] },
  /** Pages that are little more. */
  { name: 'pages', roots: ['overview/Overview', 'compare/Compare'].map((page) => `src/features/${page}Page.tsx`) },
  /** What opens over a page. */
  { name: 'panels', roots: ['src/ui/overlays/panels.ts'] },
];
/** What several of the later files use: the editor of code, and the rest. */
const SHARED = [
  { name: 'editor', test: /@codemirror|@lezer|src\/ui\/inputs\/(lineEditor|typedOverLines)/, minShareCount: 2 },
  { name: 'shared', minShareCount: 2 },
];
/** Packages that every page is made of, whichever of their parts are used where. */
const BASE_PACKAGES = new Set([
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'react-router-dom',
  '@tanstack/query-core',
  '@tanstack/react-query',
]);
const SOURCE = resolve('src');
const ENTRY = resolve('src/main.tsx');

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Where `npm run dev` has the service. */
const SERVICE = `http://127.0.0.1:${process.env['PORT'] || 4600}`;

const SERVICE_TESTS = 'src/server/**/*.test.ts';

export default defineConfig({
  plugins: [react(), themeSheet(), headStart(), compileHint()],
  define: { __FLEETLENS_VERSION__: JSON.stringify(version) },
  // replaced by a fresh nonce in every page the service sends
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: pieces() } } },
  },
  server: {
    port: 4601,
    strictPort: true,
    proxy: { '/api': SERVICE, '/config.json': SERVICE },
  },
  test: {
    projects: [
      // what is quick comes first, and needs neither a database nor a process of its own
      {
        extends: true,
        test: {
          name: 'console',
          include: ['src/**/*.test.ts'],
          exclude: [SERVICE_TESTS],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: [SERVICE_TESTS],
          // a worker keeps its databases from one file to the next
          pool: 'forks',
          isolate: false,
          globalSetup: ['src/server/testing/globalSetup.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // one fewer than cores would leave one of two with nothing to do
    maxWorkers: Math.max(2, availableParallelism() - 1),
    tags: [{ name: 'long', description: 'takes long: npm run check runs it, npm test its small sibling' }],
    ...(!process.env['FLEETLENS_LONG'] && { tagsFilter: ['!long'] }),
    // far beyond what any test needs: a busy machine must not fail one
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // a fault that a test makes is no news
    onConsoleLog: (log) => !log.includes('that a test asked for'),
  },
});

/** The groups that rolldown makes of the pieces: a module belongs to the first that it is reached in. */
function pieces(): CodeSplittingGroup[] {
  let homes: Map<string, string> | undefined;
  const groups = PIECES.map(({ name }) => ({
    debugName: name,
    name: (id: string, graph: ModuleGraph) => {
      homes ??= homesOf(graph);
      return (homes.get(id) ?? (BASE_PACKAGES.has(packageOf(id)) && 'base')) === name ? name : null;
    },
  }));
  return [...groups, ...SHARED].map((group, at) => ({ ...group, priority: PIECES.length + SHARED.length - at }));
}

/** The package that a module comes from; '' for the console's own. */
function packageOf(id: string): string {
  const [, within = ''] = id.split('/node_modules/');
  const [scope = '', name = ''] = within.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

function homesOf(graph: ModuleGraph): Map<string, string> {
  const homes = new Map<string, string>();
  for (const { name, roots } of PIECES) {
    for (const id of reached(roots, graph)) {
      const info = graph.getModuleInfo(id);
      const isFile = id === ENTRY || info?.dynamicImporters.length;
      if (!isFile && !homes.has(id)) homes.set(id, name);
    }
  }
  return homes;
}

/**
 * The roots and whatever of the source they import, but not what they would only import once they run. What packages
 * they use goes with them: rolldown knows which parts of a package are meant.
 */
function reached(roots: readonly string[], graph: ModuleGraph): Set<string> {
  const ids = new Set(roots.map((root) => resolve(root)));
  for (const id of ids) {
    const info = graph.getModuleInfo(id);
    if (!info) throw new Error(`${id} is no part of the console: the pieces name a file that is gone.`);
    for (const imported of info.importedIds) if (imported.startsWith(SOURCE)) ids.add(imported);
  }
  return ids;
}

/** Runs the head start as soon as it is there: as a part of main alone it would wait for all that main is made of. */
function headStart(): Plugin {
  return {
    name: 'head-start',
    transformIndexHtml(_, { bundle = {} }) {
      const chunk = Object.values(bundle).find(({ name }) => name === 'start');
      return chunk && [{ tag: 'script', attrs: { type: 'module', async: true, src: `/${chunk.fileName}` } }];
    },
  };
}

/** Has chunks compiled whole beside the page's thread while they arrive, not function by function as they are called. */
function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/** What the theme says, as a style sheet that is linked like any other. */
function themeSheet(): Plugin {
  const id = 'virtual:theme.css';
  return {
    name: 'theme-sheet',
    resolveId: (source) => (source === id ? id : null),
    load: (loaded) => (loaded === id ? themeCss() : null),
  };
}
