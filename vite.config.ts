import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What every page is made of, sign-in included. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|zod|get-nonce|@tanstack\/(query-core|react-query))\/|@mantine\/core\/esm\/(core|components\/(Loader|Transition|UnstyledButton|Button|Input|InputBase|ActionIcon|Checkbox|TextInput|PasswordInput|NativeSelect|Combobox\/ComboboxChevron))\/|src\/(contract|lib|api|session|shell\/(PageBoundary|RequireSession)|ui\/(ErrorBoundary|Notice|Problem|Logo))/;

/** What the device list is made of beyond that, and what every page of a signed-in user is. */
const DEVICES = /src\/(features\/devices|fleet|ui\/(DataGrid|Grid|grid|cellContent|useGridScroll|Dropdown|CheckList))/;
const FRAME =
  /src\/(shell\/(Frame|SessionPanel|ThemeChoice|TimeControl|LockWarning|Search\.|OfflineBanner|StorageBanner)|ui\/(Value|Time|timeMode|PageHeader|Freshness|QueryState|DamagedLink|CopyAs|CopyButton|Waiting))|@mantine\/core\/esm\/components\/Burger|@mantine\/hooks\/esm\/use-hotkeys/;

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig({
  plugins: [react()],
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
            { name: 'base', test: BASE, priority: 3 },
            { name: 'devices', test: DEVICES, priority: 2 },
            { name: 'frame', test: FRAME, priority: 1 },
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
