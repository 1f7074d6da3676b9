/** Import rules between the folders of `src` and `e2e`, as described in docs/architecture.md. */

/** Folders that pages and the frame around them may import. */
const PAGE_PARTS = [
  'services',
  'api',
  'session',
  'fleet',
  'pipeline',
  'dashboard',
  'lastSeen',
  'fields',
  'ui',
  'contract',
  'lib',
  'urls',
];

/** Allowed imports per folder or entry file. A file may always import its own folder. */
const MAY_IMPORT = {
  contract: [],
  lib: [],
  services: ['lib'],
  urls: ['contract', 'lib'],
  api: ['contract', 'lib', 'services', 'fleet'],
  session: ['contract', 'lib', 'services', 'urls', 'api'],
  fleet: ['contract', 'lib'],
  pipeline: ['contract', 'lib'],
  dashboard: ['contract', 'lib', 'urls', 'api', 'fleet', 'pipeline'],
  lastSeen: ['contract', 'lib', 'services', 'api', 'session', 'fleet', 'pipeline', 'ui'],
  fields: ['contract', 'lib', 'ui'],
  ui: ['lib', 'services'],
  features: PAGE_PARTS,
  shell: PAGE_PARTS,
  server: ['contract', 'lib', 'dashboard'],
  build: [],
  pages: ['features', 'shell', 'urls'],
  routes: ['pages', 'shell', 'session', 'urls', 'ui', 'fleet', 'lib'],
  createConsoleCore: ['services', 'session', 'api'],
  prefetch: ['pages', 'services', 'session', 'api', 'fleet', 'ui', 'urls', 'lib'],
  main: ['prefetch', 'createConsoleCore', 'routes', 'services', 'session', 'ui', 'api', 'fleet', 'urls', 'lib'],
};

/** Layers within a folder, lowest first: each may import the lower ones and the folder's top-level files. */
const LAYERS = {
  ui: [
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
  ],
  pipeline: ['draft', 'documents', 'text', 'run'],
};

/** Allowed imports between the subfolders of the service. */
const SERVER_MAY_IMPORT = {
  store: [],
  operations: ['store'],
  importing: ['store'],
  demo: ['store'],
  http: ['operations', 'demo', 'store'],
  cli: ['http', 'operations', 'demo', 'importing', 'store'],
};

/** Subfolders that other folders may import; all others are internal. */
const PUBLIC_SUBFOLDERS = { fleet: ['model', 'shown', 'queries'] };

const TESTS = '\\.test\\.tsx?$|/testing/';
const ENTRIES = ['pages', 'routes', 'createConsoleCore', 'prefetch', 'main'];

/** Run before any dependency is installed; started by the commands of both parts. */
const INSTALLER = '^src/(install|build/buildState)\\.mjs$';

const anyOf = (names) => `(?:${names.join('|')})`;
const folder = (name) => (ENTRIES.includes(name) ? `^src/${name}\\.tsx?$` : `^src/${name}/`);
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const folderRules = Object.entries(MAY_IMPORT).map(([name, allowed]) =>
  rule(
    `${name}-imports`,
    `${name} may import ${allowed.join(', ') || 'no other folder'}.`,
    { path: folder(name), pathNot: TESTS },
    { path: '^(src|e2e)/', pathNot: [...[name, ...allowed].map(folder), INSTALLER] },
  ),
);

const layerRules = Object.entries(LAYERS).flatMap(([parent, layers]) =>
  layers
    .slice(0, -1)
    .map((layer, index) =>
      rule(
        `${parent}-${layer}-imports`,
        `${parent}/${layer} may import only lower layers: ${layers.slice(0, index).join(', ') || 'none'}.`,
        { path: `^src/${parent}/${layer}/`, pathNot: TESTS },
        { path: `^src/${parent}/${anyOf(layers.slice(index + 1))}/` },
      ),
    ),
);

const serverRules = Object.entries(SERVER_MAY_IMPORT).map(([name, allowed]) =>
  rule(
    `server-${name}-imports`,
    `server/${name} may import ${allowed.join(', ') || 'no other part of the service'}.`,
    { path: `^src/server/${name}/`, pathNot: TESTS },
    { path: '^src/server/[^/]+/', pathNot: `^src/server/${anyOf([name, ...allowed])}/` },
  ),
);

const publicRules = Object.entries(PUBLIC_SUBFOLDERS).map(([name, subfolders]) =>
  rule(
    `${name}-internals`,
    `Other folders may import only the top level of ${name} and its folders ${subfolders.join(', ')}.`,
    { path: '^src/', pathNot: [`^src/${name}/`, TESTS] },
    { path: `^src/${name}/[^/]+/`, pathNot: `^src/${name}/${anyOf([...subfolders, 'testing'])}/` },
  ),
);

export default {
  forbidden: [
    rule('no-circular', 'Move shared code into a file that imports neither.', {}, { circular: true }),
    rule(
      'not-resolvable',
      'The imported file or package does not exist.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    ...folderRules,
    ...layerRules,
    ...serverRules,
    ...publicRules,
    rule(
      'dashboard-in-check',
      'Only the check command runs dashboards, so that no other command loads them. The service validates their files.',
      { path: '^src/server/', pathNot: [TESTS, '^src/server/cli/commands/check/'] },
      { path: '^src/dashboard/', pathNot: '^src/dashboard/(dashboard|dashboardFile)\\.ts$' },
    ),
    rule(
      'dashboard-without-react',
      'The check command runs dashboards without a browser.',
      { path: '^src/dashboard/', pathNot: TESTS },
      { path: 'node_modules/(react|react-dom|@tanstack)/', reachable: true },
    ),
    rule(
      'features-apart',
      'A page never imports another page.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    rule(
      'e2e-as-a-user',
      'Browser tests use the console as a user does.',
      { path: '^e2e/' },
      { path: '^src/', pathNot: ['^src/(contract|urls)/', '^src/install\\.mjs$'] },
    ),
    rule(
      'no-node-in-the-console',
      'The console runs in a browser.',
      { path: '^src/(?!server/|build/|install\\.mjs)', pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'no-package-in-lib',
      'lib uses zod/mini only.',
      { path: '^src/lib/', pathNot: TESTS },
      { path: 'node_modules', pathNot: 'node_modules/zod/' },
    ),
    rule(
      'contract-schemas',
      'contract uses zod/mini only.',
      { path: '^src/contract/', pathNot: TESTS },
      { path: 'node_modules', pathNot: 'node_modules/zod/' },
    ),
    rule(
      'mantine-in-ui',
      'Components of Mantine are imported in ui only.',
      { path: '^src/(?!ui/)', pathNot: TESTS },
      { path: 'node_modules/@mantine/', pathNot: 'node_modules/@mantine/(form|hooks)/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^e2e/consumer/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
