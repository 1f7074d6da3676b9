import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // replaced by a fresh nonce in every page the service sends
  html: { cspNonce: '__CSP_NONCE__' },
  build: { outDir: 'dist/console', target: 'es2022', modulePreload: { polyfill: false } },
  server: {
    port: 4601,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:4600', '/config.json': 'http://127.0.0.1:4600' },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['src/server/testing/globalSetup.ts'],
  },
});
