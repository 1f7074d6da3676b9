import { defineConfig } from 'playwright/test';
import { findInstalledProgram } from '#e2e/runner/browser.mjs';

const root = process.getuid?.() === 0;
const executablePath = findInstalledProgram();
/** Path of Firefox, as found by `npm run check`. */
const firefox = process.env['FIREFOX_PATH'];

export default defineConfig({
  testDir: 'e2e',
  // a separate repository that e2e/hosting installs elsewhere, and the images of `npm run pictures`, which are not
  // tests
  testIgnore: ['consumer/**', ...(process.env['FLEETLENS_PICTURES'] ? [] : ['screenshots/**'])],
  globalSetup: './e2e/helpers/demoData.ts',
  fullyParallel: true,
  forbidOnly: true,
  // a test that passes the second time counts as passed, and is listed as flaky
  retries: 1,
  // a broken build fails soon
  ...(!process.env['FLEETLENS_LONG'] && { grepInvert: /@long/, maxFailures: 10 }),
  workers: 2,
  // limits are generous, because a busy machine must not fail a test
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: './e2e/runner/fileReporter.ts',
  use: {
    actionTimeout: 20_000,
    trace: 'on-first-retry',
    // UTC and a fixed language, so that results do not depend on the machine
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
            // no spare renderer process, which few tests use
            '--disable-features=SpareRendererForSitePerProcess',
          ],
        },
      },
    },
    ...(firefox
      ? [
          {
            // the tag in the name excludes the project from quick runs
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
