import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { createCompileHintPlugin, createGuidesPlugin, createPrefetchScriptPlugin } from '#build/vitePlugins.ts';
import { createThemeCssPlugin } from '#ui/theme/createThemeCssPlugin.ts';

/**
 * Groups the console's code into a few chunks, because each file delays a page by several milliseconds and one file
 * compresses better than twenty. A chunk contains the files named here and their imports, unless an earlier chunk or a
 * lazy chunk contains them.
 */
const CHUNKS = [
  // the prefetch and the state that it passes on
  { name: 'start', test: /\/src\/(prefetch|lib\/tasks\/firstPaint|fleet\/sortModule)\.ts$/ },
  // needed by every page; without the entry file, which waits for a page's code
  {
    name: 'base',
    test: /node_modules\/(react(-dom|-router(-dom)?)?|scheduler|@tanstack\/(query-core|react-query))\/|\/src\/(routes|lib\/tasks\/sleep|ui\/page\/UiRoot|api\/(queryClient|list\/devices)|session\/(sessionStore|useSession)|shell\/AppShell)\.tsx?$|\/src\/ui\/(inputs\/(FormField|TextField)|controls\/Checkbox|values\/ElapsedTime|browser\/focus\/focusAfter)\.tsx?$|icons\/Icon(Check|PlayerStop|Plus)\.mjs$/,
  },
  { name: 'devices', test: /\/src\/features\/devices\/DevicesPage\.tsx$/ },
  // small pages
  { name: 'pages', test: /\/src\/features\/(overview\/Overview|compare\/Compare)Page\.tsx$/ },
  { name: 'panels', test: /\/src\/ui\/overlays\/panels\.ts$/ },
  // used by charts, but also by pages without them
  { name: 'zones', test: /\/src\/lib\/time\/zones\.ts$/, minShareCount: 2 },
  // charts, which no page needs immediately
  { name: 'lines', test: /\/src\/ui\/charts\/|\/node_modules\/d3-/, minShareCount: 2 },
  // shared by several lazy chunks
  { name: 'editor', test: /@codemirror|@lezer|src\/ui\/inputs\/createTextEditor/, minShareCount: 2 },
  // with the component library, which most users of shared code do not need
  { name: 'comboboxes', test: /\/src\/ui\/inputs\/(Autocomplete|TagsField)\.tsx$/, minShareCount: 2 },
  // shown by two pages, and rarely
  {
    name: 'lastSeen',
    test: /\/src\/(lastSeen\/LastSeenStatus|ui\/page\/documentTitlePrefix)\.tsx?$/,
    minShareCount: 2,
  },
  // of the pages that run pipelines
  {
    name: 'pipelines',
    test: /\/src\/(pipeline\/(?!(run|documents)\/(chart|fetchChartGroups))|features\/datastore\/|lib\/group\/)/,
    minShareCount: 2,
  },
  // of chart tiles and the chart of a query
  { name: 'charts', test: /\/src\/pipeline\/(run|documents)\/(chart|fetchChartGroups)/, minShareCount: 2 },
  { name: 'sorting', test: /@dnd-kit\/|\/src\/ui\/controls\/SortableList\.tsx$/, minShareCount: 2 },
  { name: 'dashboards', test: /\/src\/(features\/)?dashboard\//, minShareCount: 2 },
  { name: 'shared', minShareCount: 2 },
];

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Address of the service for `npm run dev`. */
const SERVICE = `http://127.0.0.1:${process.env['PORT'] || 4600}`;

export default defineConfig({
  plugins: [
    react(),
    createThemeCssPlugin(),
    createPrefetchScriptPlugin(),
    createCompileHintPlugin(),
    createGuidesPlugin(),
  ],
  define: { __FLEETLENS_VERSION__: JSON.stringify(version) },
  // the service replaces it with a new nonce in every page that it sends
  html: { cspNonce: '__CSP_NONCE__' },
  // the console derives the URLs of its files from its own URL, wherever it is served; the host sets those in the page
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        // every page lists many of these names, and hashes do not compress
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { port: 4601, strictPort: true, proxy: { '/api': SERVICE, '/config.json': SERVICE } },
  test: {
    // a worker reuses its databases for the next test file
    isolate: false,
    projects: [
      // quick tests run first; they need no database and no separate process
      {
        extends: true,
        test: { name: 'console', include: ['src/**/*.test.ts'], exclude: ['src/server/**'], pool: 'threads' },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['src/server/**/*.test.ts'],
          pool: 'forks',
          globalSetup: 'src/server/testing/globalSetup.ts',
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // with two cores, one fewer worker than cores would leave a core idle
    maxWorkers: Math.max(2, availableParallelism() - 1),
    tags: [
      {
        name: 'long',
        description: 'takes long or tests a rare case: only npm run check runs it',
        timeout: 900_000,
      },
    ],
    ...(!process.env['FLEETLENS_LONG'] && { tagsFilter: ['!long'] }),
    // a test that passes the second time counts as passed, and is listed as flaky
    retry: 1,
    // a test that needs longer declares it
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // hides log lines about faults that a test requested
    onConsoleLog: (log) => !log.includes('that a test asked for'),
  },
});
