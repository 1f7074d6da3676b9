/** Upper bounds of the time buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Series = { buckets: number[]; sum: number; count: number };

/** What the service has done since it started, in the text form that Prometheus reads. */
export class Metrics {
  private readonly requests = new Map<string, number>();
  private readonly times = new Map<string, Series>();
  private running = 0;

  begin(): void {
    this.running++;
  }

  /** `operation` is one of a few fixed words, never an address. */
  end(operation: string, status: number, seconds: number): void {
    this.running--;
    const labels = `operation="${operation}",status="${status}"`;
    this.requests.set(labels, (this.requests.get(labels) ?? 0) + 1);
    const series = this.times.get(operation) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    this.times.set(operation, series);
    series.sum += seconds;
    series.count++;
    for (const [position, bound] of BUCKETS.entries()) {
      if (seconds <= bound) series.buckets[position] = (series.buckets[position] ?? 0) + 1;
    }
  }

  text(ready: boolean): string {
    const { rss, heapUsed } = process.memoryUsage();
    return [
      ...family('fleetlens_requests_total', 'counter', 'Requests answered.', this.requests),
      ...this.histogram(),
      ...gauge('fleetlens_requests_running', 'Requests being answered now.', this.running),
      ...gauge('fleetlens_ready', 'Whether the database answers.', Number(ready)),
      ...gauge('fleetlens_memory_resident_bytes', 'Resident memory.', rss),
      ...gauge('fleetlens_memory_heap_bytes', 'JavaScript heap in use.', heapUsed),
      '',
    ].join('\n');
  }

  private histogram(): string[] {
    const name = 'fleetlens_request_seconds';
    const lines = [...this.times].flatMap(([operation, { buckets, sum, count }]) => [
      ...BUCKETS.map((bound, at) => `${name}_bucket{operation="${operation}",le="${bound}"} ${buckets[at]}`),
      `${name}_bucket{operation="${operation}",le="+Inf"} ${count}`,
      `${name}_sum{operation="${operation}"} ${sum}`,
      `${name}_count{operation="${operation}"} ${count}`,
    ]);
    return [`# HELP ${name} Time until the answer began, in seconds.`, `# TYPE ${name} histogram`, ...lines];
  }
}

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

function family(name: string, type: string, help: string, values: Map<string, number>): string[] {
  const lines = [...values].map(([labels, value]) => `${name}{${labels}} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
