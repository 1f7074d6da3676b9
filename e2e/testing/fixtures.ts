import { type BrowserContext, test as base } from 'playwright/test';
import { type Places, placesOf } from './places.ts';
import { type Service, startOwnService, takeComplaints } from './service.ts';
import { handOver } from './session.ts';

/** What a project's `use` may say. */
export type FleetlensOptions = {
  /** Whether pages begin signed in, which they do unless told otherwise. */
  signedIn: boolean;
};

/** What a project's `use` may say for whole workers. */
export type FleetlensWorkerOptions = {
  /** A data directory that every service begins with a copy of; without one it makes the demo project, in seconds. */
  startFrom: string | undefined;
};

/** What a test may ask for beside what Playwright has. */
export type FleetlensFixtures = {
  /** Locators by role for each place of the console. */
  places: Places;
  /** What the page complained of so far: uncaught errors, breaches of its content policy. Any fails the test. */
  complaints: string[];
  /** Puts the service back as it was, for the next test. */
  serviceAfterwards: undefined;
};

/** What a worker has. */
export type FleetlensWorkerFixtures = {
  /** The worker's own service, on a free port, with data and credentials of its own. */
  service: Service;
};

/**
 * Each worker has its own service, reset after a test that told it anything; pages begin signed in; a page that throws or
 * breaks the content policy fails its test.
 */
export const test = base.extend<FleetlensOptions & FleetlensFixtures, FleetlensWorkerOptions & FleetlensWorkerFixtures>(
  {
    startFrom: [undefined, { option: true, scope: 'worker' }],
    signedIn: [true, { option: true }],
    service: [
      async ({ startFrom }, use) => {
        const { service, end } = await startOwnService(startFrom);
        await use(service);
        await end();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: ({ service }, use) => use(service.url),
    context: async ({ context, service, signedIn }, use) => {
      if (signedIn) await handOver(context, service);
      // nobody is there to say where to save: without a picker the browser downloads, which a test can wait for
      await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
      await use(context);
    },
    places: ({ page }, use) => use(placesOf(page)),
    // the next test of the worker finds the service as this one found it, also when this one failed
    serviceAfterwards: [
      async ({ service }, use, info) => {
        takeComplaints();
        await use(undefined);
        if (info.status !== info.expectedStatus) process.stderr.write(takeComplaints());
        if (service.disturbed) await service.reset();
      },
      { auto: true },
    ],
    complaints: [
      async ({ context }, use) => {
        const complaints = await listenIn(context);
        await use(complaints);
        if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
      },
      { auto: true },
    ],
  },
);

/** How Firefox words a request that failed, which it reports as an error of the script that sent it. */
const FAILED_REQUEST = /^(Loading module from|The Same Origin Policy disallows)/;

/** Gathers what pages of a context complain of from now on. */
async function listenIn(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!FAILED_REQUEST.test(message)) complaints.push(`uncaught: ${message}`);
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  // the console words some violations otherwise, and others not at all
  await context.exposeFunction('noteViolation', (text: string) => complaints.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      Reflect.get(window, 'noteViolation')?.(`policy: ${effectiveDirective} kept out ${blockedURI} ${sample}`);
    });
  });
  return complaints;
}
