import { defineConfig } from 'playwright/test';
import { findInstalled } from '#e2e/runner/browser.mjs';

const root = process.getuid?.() === 0;
const executablePath = findInstalled();
/** As `npm run check` has found it. */
const firefox = process.env['FIREFOX_PATH'];

export default defineConfig({
  testDir: 'e2e',
  // a repository of its own, which e2e/hosting installs elsewhere; and what `npm run pictures` takes, which are no tests
  testIgnore: ['consumer/**', ...(process.env['FLEETLENS_PICTURES'] ? [] : ['screenshots/**'])],
  globalSetup: './e2e/helpers/demoData.ts',
  fullyParallel: true,
  forbidOnly: true,
  // a second run is for its trace alone: what failed once has failed
  retries: 1,
  failOnFlakyTests: true,
  ...(!process.env['FLEETLENS_LONG'] && { grepInvert: /@long/ }),
  workers: 2,
  // a test that needs longer declares it with test.slow() or test.setTimeout()
  timeout: 60_000,
  expect: { timeout: 5_000 },
  reporter: [['./e2e/runner/fileReporter.ts'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    actionTimeout: 10_000,
    trace: 'on-first-retry',
    // UTC and one language, so that what a test reads does not depend on where it runs
    timezoneId: 'UTC',
    locale: 'en-GB',
  },
  projects: [
    {
      name: 'Chromium',
      use: {
        launchOptions: {
          ...(executablePath && { executablePath }),
          args: [
            // Chromium's sandbox does not start for root
            ...(root ? ['--no-sandbox'] : []),
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-gpu',
            // nor a renderer in advance, which few tests come to use
            '--disable-features=SpareRendererForSitePerProcess',
          ],
        },
      },
    },
    ...(firefox
      ? [
          {
            // as long as its name says so, it is no part of a quick run
            name: 'Firefox @long',
            grep: /@firefox/,
            use: {
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: { executablePath: 'e2e/runner/firefox.mjs' },
            },
          },
        ]
      : []),
  ],
});
