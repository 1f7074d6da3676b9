import { defineConfig } from 'playwright/test';

const root = process.getuid?.() === 0;
const { CHROMIUM_PATH } = process.env;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    // UTC and one language, so that what a test reads does not depend on where it runs
    timezoneId: 'UTC',
    locale: 'en-GB',
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      // Chromium's sandbox does not start for root
      args: [...(root ? ['--no-sandbox'] : []), '--disable-background-networking', '--disable-component-update'],
    },
  },
});
