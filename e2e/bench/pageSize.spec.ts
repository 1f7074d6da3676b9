import { expect, test } from 'playwright/test';
import { MAX_LIST_PAGE_BYTES } from './goals.ts';
import { measurePageBytes } from './pageSize.ts';

/** Chunk of each page, and the maximum number of bytes that the page loads before it is shown. */
const LIMITS: Readonly<Record<string, number>> = {
  devices: MAX_LIST_PAGE_BYTES,
  LoginPage: 134_000,
  pages: 205_000,
  ConnectionsPage: 252_000,
  DashboardPage: 325_000,
  DevicePage: 340_000,
  DatastorePage: 380_000,
  AboutPage: 205_000,
};

for (const [chunk, limit] of Object.entries(LIMITS))
  test(`the page in the chunk ${chunk} loads at most ${limit / 1000} kB`, () => {
    const bytes = measurePageBytes(chunk);
    expect(bytes, 'load what is not seen at once by import() where it is wanted').toBeLessThanOrEqual(limit);
    // a test that sees no files would pass with any
    expect(bytes).toBeGreaterThan(limit / 2);
  });
