import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'playwright/test';
import { copyDemo, type StoredDevice } from './demoData.ts';
import { startService, stopService, takeComplaints } from './service.ts';

/** A running service with the demo project in a directory of its own, and its devices as the database holds them. */
export type Service = {
  url: string;
  apiKey: string;
  token: string;
  /** Every device with what the interface does not send: whether it is online. */
  devices: readonly StoredDevice[];
  /** Test control: `fault`, `seed`, `reset` … with their JSON bodies. */
  control: (action: string, body: object) => Promise<void>;
  /** Whether a test disturbed it since it was reset. */
  readonly disturbed: boolean;
};

type Fixtures = { complaints: string[]; serviceAfterwards: undefined };

/**
 * Each worker has its own service, reset after a test that disturbed it; a page that breaks the content policy or throws
 * fails its test.
 */
export const test = base.extend<Fixtures, { service: Service }>({
  service: [
    async ({ browserName }, use) => {
      const directory = mkdtempSync(join(tmpdir(), `fleetlens-${browserName}-`));
      const apiKey = `key-${randomBytes(12).toString('hex')}`;
      const token = `token-${randomBytes(12).toString('hex')}`;
      const data = join(directory, 'data');
      const devices = copyDemo(data);
      const credentials = { FLEETLENS_DEMO_API_KEY: apiKey, FLEETLENS_DEMO_TOKEN: token };
      const { process, url } = await startService(data, credentials);
      let disturbed = false;
      const control = (action: string, body: object) => {
        disturbed = action !== 'reset';
        return testControl(url, action, body);
      };
      await use({
        url,
        apiKey,
        token,
        devices,
        control,
        get disturbed() {
          return disturbed;
        },
      });
      await stopService(process);
      rmSync(directory, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ service }, use) => use(service.url),
  // the next test of the worker finds the service as this one found it, also when this one failed
  serviceAfterwards: [
    async ({ service }, use, info) => {
      takeComplaints();
      await use(undefined);
      if (info.status !== info.expectedStatus) process.stderr.write(takeComplaints());
      if (service.disturbed) await service.control('reset', {});
    },
    { auto: true },
  ],
  complaints: [
    async ({ context, browserName }, use) => {
      if (browserName === 'firefox') await context.addInitScript(insertAsTyped);
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
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
      await use(complaints);
      if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from 'playwright/test';

/** What Playwright fills in by WebDriver BiDi sets a value past React, which hears of none: the browser itself inserts it. */
function insertAsTyped(): void {
  const insert = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => undefined });
}

async function testControl(url: string, action: string, body: object): Promise<void> {
  const response = await fetch(`${url}/test/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/test/${action} answered ${response.status}: ${await response.text()}`);
}
