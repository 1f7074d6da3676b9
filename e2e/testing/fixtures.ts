import { type BrowserContext, test as base } from 'playwright/test';
import { createPageObjects, type PageObjects } from './pageObjects.ts';
import { type Service, startTemporaryService, takeErrorOutput } from './service.ts';
import { provideSession } from './session.ts';

export type FleetlensOptions = {
  /** Pages start signed in. Defaults to true. */
  signedIn: boolean;
};

export type FleetlensWorkerOptions = {
  /** Data directory that is copied for every service. Without it, the demo project is created, which takes seconds. */
  startFrom: string | undefined;
};

export type FleetlensFixtures = {
  places: PageObjects;
  /** Uncaught errors and content policy violations that occurred. Each of them fails the test. */
  complaints: string[];
  serviceAfterwards: undefined;
};

export type FleetlensWorkerFixtures = {
  /** Service of the worker on a free port, with its own data and credentials. */
  service: Service;
};

/**
 * Test with one service per worker and pages that start signed in. The service is reset after a test that changed it. A
 * page that throws or violates the content policy fails its test.
 */
export const test = base.extend<FleetlensOptions & FleetlensFixtures, FleetlensWorkerOptions & FleetlensWorkerFixtures>(
  {
    startFrom: [undefined, { option: true, scope: 'worker' }],
    signedIn: [true, { option: true }],
    service: [
      async ({ startFrom }, use) => {
        const { service, end } = await startTemporaryService(startFrom);
        await use(service);
        await end();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ service }, use) => use(service.url),
    context: async ({ context, service, signedIn }, use) => {
      if (signedIn) await provideSession(context, service);
      // without a picker the browser downloads files, which tests can await
      await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
      await use(context);
    },
    places: ({ page }, use) => use(createPageObjects(page)),
    // resets the service for the next test, also after a failure
    serviceAfterwards: [
      async ({ service }, use, info) => {
        takeErrorOutput();
        await use(undefined);
        if (info.status !== info.expectedStatus) process.stderr.write(takeErrorOutput());
        if (service.disturbed) await service.reset();
      },
      { auto: true },
    ],
    complaints: [
      async ({ context }, use) => {
        const complaints = await collectPageErrors(context);
        await use(complaints);
        if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
      },
      { auto: true },
    ],
  },
);

/** Matches Firefox's messages for failed requests, which Firefox reports as script errors. */
const FAILED_REQUEST_MESSAGE = /^(Loading module from|The Same Origin Policy disallows)/;

async function collectPageErrors(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!FAILED_REQUEST_MESSAGE.test(message)) complaints.push(`uncaught: ${message}`);
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  // the console messages of some violations differ, and others have none
  await context.exposeFunction('noteViolation', (text: string) => complaints.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      Reflect.get(window, 'noteViolation')?.(`policy: ${effectiveDirective} kept out ${blockedURI} ${sample}`);
    });
  });
  return complaints;
}
