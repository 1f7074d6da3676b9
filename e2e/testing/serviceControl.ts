import { FAULTS, type Fault, type FaultName } from './faults.ts';

/** Device record of the API. Additional fields are kept. Times are in ms since 1970; 0 means never. */
export type Device = {
  deviceID: string;
  productID: string;
  name: string;
  status: boolean;
  admin: string;
  registeredAt: number;
  lastPairedAt: number;
  paired: boolean;
  [field: string]: unknown;
};

/** Device record to add. Missing fields stay missing. */
export type DeviceSeed = Pick<Device, 'deviceID' | 'productID' | 'registeredAt'> & Readonly<Record<string, unknown>>;

export type Seed = {
  project?: string;
  devices?: readonly DeviceSeed[];
  online?: readonly string[];
  documents?: Readonly<Record<string, readonly object[]>>;
};

/** Requests affected by a fault: one operation or any, and a number of requests or all. */
export type FaultTarget = {
  operation?: 'devices' | 'device' | 'pipeline' | 'any';
  /** Number of requests, including retries. By default, all requests until `calm`. */
  times?: number;
};

/** Controls the service. The changes of a test are reset before the worker's next test. */
export type ServiceControl = {
  /** Adds devices and documents. Pages show them after a refresh. */
  seed: (seed: Seed) => Promise<void>;
  project: (project: { project: string; apiKey: string; token: string }) => Promise<void>;
  fault: (fault: FaultName | Fault, target?: FaultTarget) => Promise<void>;
  calm: () => Promise<void>;
  release: () => Promise<void>;
  /** Sets the service's time. Null is the real time. Set the page's time with `page.clock`. */
  clock: (now: Date | string | number | null) => Promise<void>;
  reset: () => Promise<void>;
};

/** Creates the client of a service started with `--test-control`. Each method is a POST to `/test/…`. */
export function createServiceControl(url: string): ServiceControl {
  const post = async (action: string, body: object = {}): Promise<void> => {
    const response = await fetch(`${url}/test/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`/test/${action} answered ${response.status}: ${await response.text()}`);
  };
  return {
    seed: (seed) => post('seed', seed),
    project: (project) => post('project', project),
    fault: (fault, { operation = 'any', times = Number.MAX_SAFE_INTEGER } = {}) =>
      post('fault', { operation, times, fault: typeof fault === 'string' ? FAULTS[fault] : fault }),
    calm: () => post('calm'),
    release: () => post('release'),
    clock: (now) => post('clock', { now: now === null ? null : new Date(now).getTime() }),
    reset: () => post('reset'),
  };
}
