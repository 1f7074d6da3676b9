import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import { readPackageVersion } from '#server/version.ts';

const SIGN_IN_REFUSALS = ['api_key', 'token', 'too_many', 'upstream'] as const;

/** Reason for a rejected sign-in. `upstream`: rejected by the service behind the gateway. */
export type SignInRefusalReason = (typeof SIGN_IN_REFUSALS)[number];

/** Gauges of prom-client that are named like counters. Prometheus reports such names as errors. */
const MISNAMED_GAUGES = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

export function registerProcessMetrics(): void {
  collectDefaultMetrics();
  for (const name of MISNAMED_GAUGES) register.removeSingleMetric(name);
}

export class ServiceMetrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly requests = new Counter({
    name: 'fleetlens_requests_total',
    help: 'Completed requests.',
    labelNames: ['operation', 'status'],
    registers: this.registers,
  });
  private readonly times = new Histogram({
    name: 'fleetlens_request_seconds',
    help: 'Time to the first byte of the response, in seconds.',
    labelNames: ['operation'],
    registers: this.registers,
  });
  private readonly signInsRefused = new Counter({
    name: 'fleetlens_sign_ins_refused_total',
    help: 'Rejected sign-ins, by reason.',
    labelNames: ['reason'],
    registers: this.registers,
  });
  private readonly running = this.gauge('requests_running', 'Requests in progress.');
  private readonly ready = this.gauge('ready', '1 if the database responds, else 0.');
  private readonly resident = this.gauge('memory_resident_bytes', 'Resident memory.');
  private readonly heap = this.gauge('memory_heap_bytes', 'JavaScript heap in use.');

  constructor() {
    // rates require a series that exists before the first event
    for (const reason of SIGN_IN_REFUSALS) this.signInsRefused.inc({ reason }, 0);
    const build = {
      name: 'fleetlens_build_info',
      help: 'Version of the service, as a label.',
      labelNames: ['version'],
    };
    new Gauge({ ...build, registers: this.registers }).set({ version: readPackageVersion() }, 1);
  }

  recordRequestStart(): void {
    this.running.inc();
  }

  recordRequestEnd(operation: string, status: number, seconds: number): void {
    this.running.dec();
    this.requests.inc({ operation, status });
    this.times.observe({ operation }, seconds);
  }

  countSignInRefusal(reason: SignInRefusalReason): void {
    this.signInsRefused.inc({ reason });
  }

  formatText(ready: boolean): Promise<string> {
    const { rss, heapUsed } = process.memoryUsage();
    this.ready.set(Number(ready));
    this.resident.set(rss);
    this.heap.set(heapUsed);
    return Registry.merge([this.registry, register]).metrics();
  }

  private gauge(name: string, help: string): Gauge {
    return new Gauge({ name: `fleetlens_${name}`, help, registers: this.registers });
  }
}
