import { FAULTS, type Fault, type FaultName } from './faults.ts';

/** A device record as the interface describes it. Further fields are kept. Times are milliseconds, 0 for never. */
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

/** A record that is added: what is missing of the fields is missing of the record. */
export type DeviceSeed = Pick<Device, 'deviceID' | 'productID' | 'registeredAt'> & Readonly<Record<string, unknown>>;

/** What is added to a project, the demo's unless it is named: it comes after what is there. */
export type Seed = {
  project?: string;
  devices?: readonly DeviceSeed[];
  /** IDs of those devices that are online. */
  online?: readonly string[];
  /** Documents by collection. */
  documents?: Readonly<Record<string, readonly object[]>>;
};

/** Which requests a fault meets: those to one operation, or to any; the next one alone, or more of them. */
export type FaultTarget = {
  operation?: 'devices' | 'device' | 'pipeline' | 'any';
  /** How many requests. Left out: all of them, retries too, until `calm`. */
  times?: number;
};

/** What a test tells its service. Whatever it told is undone before the worker's next test. */
export type Control = {
  /** Adds devices and documents; a page shows them at its next refresh. */
  seed: (seed: Seed) => Promise<void>;
  /** Makes a project of the test's own, empty, with credentials of its own. */
  project: (project: { project: string; apiKey: string; token: string }) => Promise<void>;
  /** Has requests go wrong from now on, by a fault's name or as the fault says. */
  fault: (fault: FaultName | Fault, meeting?: FaultTarget) => Promise<void>;
  /** Forgets the faults that have not come yet. */
  calm: () => Promise<void>;
  /** Answers at once what a fault holds back. */
  release: () => Promise<void>;
  /** What time the service takes it to be; null: the real one. The page's time is set by `page.clock`. */
  clock: (now: Date | string | number | null) => Promise<void>;
  /** Undoes all of this. */
  reset: () => Promise<void>;
};

/** Tells a service that runs with `--test-control`; each is a POST to `/test/…`. */
export function controlOf(url: string): Control {
  const tell = async (action: string, body: object = {}): Promise<void> => {
    const response = await fetch(`${url}/test/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`/test/${action} answered ${response.status}: ${await response.text()}`);
  };
  return {
    seed: (seed) => tell('seed', seed),
    project: (project) => tell('project', project),
    fault: (fault, { operation = 'any', times = Number.MAX_SAFE_INTEGER } = {}) =>
      tell('fault', { operation, times, fault: typeof fault === 'string' ? FAULTS[fault] : fault }),
    calm: () => tell('calm'),
    release: () => tell('release'),
    clock: (now) => tell('clock', { now: now === null ? null : new Date(now).getTime() }),
    reset: () => tell('reset'),
  };
}
