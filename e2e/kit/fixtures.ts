import { test as base } from '#e2e/testing/index.ts';
import { demoData } from './demoData.ts';

export { expect, type Service } from '#e2e/testing/index.ts';

/** As whoever tests from elsewhere has it; a worker's demo is a copy, and a test says itself when it is signed in. */
export const test = base.extend({
  startFrom: [({ browserName: _ }, use) => use(demoData()), { scope: 'worker' }],
  signedIn: false,
});
