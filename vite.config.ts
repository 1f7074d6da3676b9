import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { themeCss } from './src/ui/themeCss.ts';

/** What can be done before anything else is there. */
const START =
  /src\/(headStart|pages|paths|session\/(keptSession|limits)|api\/(request|connection)|contract\/(operations|codes|device)\.|lib\/(json|time|storage)|fleet\/(bodyStream|fleetFault))|vite\/preload-helper|rolldown\/runtime/;

/** What every page is made of, sign-in included. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|get-nonce|@tanstack\/(query-core|react-query))\/|@mantine\/core\/esm\/core\/|src\/(lib|api\/(?!readHostConfig|hostConfig|pipeline|device\.)|session\/(?!connections)|shell\/(PageBoundary|RequireSession)|ui\/(AppTheme|useSetting|styles\.css|identity|Button|IconButton|pressing|Tooltips|Toasts|toast\.|TextField|SecretField|FormField|Fault|Checkbox|Pick\.|ThemePick|Badge|ErrorBoundary|FailedState|EmptyState|States|useFocusKept|Problem|Logo))|virtual:theme/;

/** What forms are made of, sign-in's first. */
const FORMS =
  /@mantine\/core\/esm\/components\/(Loader|Transition|UnstyledButton|Input|InputBase|InlineInput|ActionIcon|Checkbox|TextInput|PasswordInput|NativeSelect|Combobox\/ComboboxChevron)\//;

/** What every page of a signed-in user is made of beyond that, and what the device list is. */
const FRAME =
  /src\/(shell\/(Frame|SessionPanel|ThemeChoice|TimeControl|LockWarning|Search\.|OfflineBanner|StorageBanner)|ui\/(Value|Time|timeMode|Page|Freshness|QueryState|StaleLine|Notice|DamagedLink|CopyAs|CopyButton|Waiting|opener|Menu\.|Popover\.|Dialog\.|Segmented|SearchField|Bars|ToolBar|Chip|StatusLine))|@mantine\/hooks\/esm\/use-hotkeys|@tabler\/icons-react\/dist\/esm\/icons\/IconArrow(Up|Down)\./;
const DEVICES = /src\/(features\/devices|fleet|ui\/grid)/;

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig({
  plugins: [react(), themeSheet(), headStart(), compileHint()],
  define: { __FLEETLENS_VERSION__: JSON.stringify(version) },
  // replaced by a fresh nonce in every page the service sends
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    modulePreload: { polyfill: false },
    // what every page needs compresses better in one piece than in the twenty that sharing would make of it
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: START, priority: 4 },
            { name: 'base', test: BASE, priority: 3 },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'devices', test: DEVICES, priority: 1 },
            { name: 'frame', test: FRAME, priority: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 4601,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:4600', '/config.json': 'http://127.0.0.1:4600' },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    // far beyond what any test needs: a busy machine must not fail one
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['src/server/testing/globalSetup.ts'],
  },
});

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
