import { Counter, Gauge, Histogram, Registry, register } from 'prom-client';

/** What the service has done since it started, in the text form that Prometheus reads. */
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly requests = new Counter({
    name: 'fleetlens_requests_total',
    help: 'Requests answered.',
    labelNames: ['operation', 'status'],
    registers: this.registers,
  });
  private readonly times = new Histogram({
    name: 'fleetlens_request_seconds',
    help: 'Time until the answer began, in seconds.',
    labelNames: ['operation'],
    registers: this.registers,
  });
  private readonly running = this.gauge('requests_running', 'Requests being answered now.');
  private readonly ready = this.gauge('ready', 'Whether the database answers.');
  private readonly resident = this.gauge('memory_resident_bytes', 'Resident memory.');
  private readonly heap = this.gauge('memory_heap_bytes', 'JavaScript heap in use.');

  begin(): void {
    this.running.inc();
  }

  /** `operation` is one of a few fixed words, never an address. */
  end(operation: string, status: number, seconds: number): void {
    this.running.dec();
    this.requests.inc({ operation, status });
    this.times.observe({ operation }, seconds);
  }

  /** With what is collected of the process, where `serve` has begun that. */
  text(ready: boolean): Promise<string> {
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
