/**
 * Playwright fixtures for testing Fleetlens from any repository: `import { expect, test } from 'fleetlens/testing'`.
 * See docs/qa.md.
 */
export { expect } from 'playwright/test';
export { FAULT_SENTENCES, FAULTS, type Fault, type FaultName } from './faults.ts';
export {
  type FleetlensFixtures,
  type FleetlensOptions,
  type FleetlensWorkerFixtures,
  type FleetlensWorkerOptions,
  test,
} from './fixtures.ts';
export { createPageObjects, type PageObjects } from './pageObjects.ts';
export { DEMO_NOW, type Service, type StoredDevice } from './service.ts';
export type { Device, DeviceSeed, FaultTarget, Seed, ServiceControl } from './serviceControl.ts';
export { type Credentials, openSignedIn, signIn } from './session.ts';
