import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { computeExpectedFleet } from '#e2e/bench/fleetBody.ts';
import { describeExceededBudgets, evaluateLatencyGoals, evaluatePageGoals, THROTTLED_MBITS } from '#e2e/bench/goals.ts';
import { measureKeyLatencyDuringLoad, SLOW_LIST_SECONDS } from '#e2e/bench/measureKeyLatencyDuringLoad.ts';
import {
  type BenchTarget,
  captureSession,
  computeQuantile,
  measureEmptyPageMemory,
  measurePagePerformance,
  type PageFigures,
  type PageMeasurement,
} from '#e2e/bench/measurePagePerformance.ts';
import { measureInstalledBytes } from '#e2e/bench/packageSize.ts';
import { measurePageBytes } from '#e2e/bench/pageSize.ts';
import { measurePerceivedLatency } from '#e2e/bench/perceivedLatency.ts';
import { startStubServer } from '#e2e/bench/stubServer.ts';
import { formatFiguresTable, formatLatencyTable } from '#e2e/bench/table.ts';
import { findOrInstallChromium } from '#e2e/runner/browser.mjs';

const TARGETS: readonly BenchTarget[] = ['limit-dom', 'console', 'limit-stack', 'overview', 'limit-fetch'];
const REPORTS = 'test-results';
const MIN_LATENCY_ROUNDS = 3;
const RECHECK_ROUNDS = 3;

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    budgets: { type: 'boolean', default: false },
    unpaced: { type: 'boolean', default: false },
    felt: { type: 'boolean', default: false },
  },
});

const sizes = options.felt ? [] : (options.budgets ? '1000,100000' : options.sizes).split(',').map(Number);
const rounds = Number(options.rounds);
process.env['CHROMIUM_PATH'] ??= await findOrInstallChromium();
const stub = await startStubServer();
const session = await captureSession(stub.url);
const weight = measurePageBytes('devices');
const installed = measureInstalledBytes();
try {
  const measured: PageMeasurement[] = [];
  for (const size of sizes) {
    measured.push(await (options.budgets ? measureBudgets(size) : measureSize(size, undefined, rounds)));
    if (size >= 100_000 && !options.unpaced && !options.budgets) {
      measured.push(await measureSize(size, THROTTLED_MBITS, rounds));
    }
  }
  // budgets are ratios; first openings are measured in ms, which is unreliable on a busy machine
  const felt = await (options.budgets
    ? measurePerceivedLatency(MIN_LATENCY_ROUNDS, [])
    : measurePerceivedLatency(rounds));
  const waits = evaluateLatencyGoals(felt);
  const verdicts = options.felt ? [] : evaluatePageGoals(measured, weight, installed);
  if (!options.felt) console.log(`${formatFiguresTable(measured, verdicts, weight)}\n`);
  console.log(formatLatencyTable(felt, waits));
  writeReport({ weight, measured, felt, verdicts: [...verdicts, ...waits] });
  const over = options.budgets ? describeExceededBudgets([...verdicts, ...waits]) : [];
  if (over.length > 0) {
    console.log(`\n${over.join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  stub.close();
}

async function measureBudgets(size: number): Promise<PageMeasurement> {
  const once = await measureSize(size, undefined, 1);
  const within = evaluatePageGoals([once], weight, installed).every(({ withinMargin }) => withinMargin);
  return within ? once : measureSize(size, undefined, RECHECK_ROUNDS);
}

async function measureSize(size: number, pace: number | undefined, rounds: number): Promise<PageMeasurement> {
  const fleet = computeExpectedFleet(size);
  stub.setDevices(size, pace);
  const empty = await measureEmptyPageMemory(stub.url);
  const figures: Record<BenchTarget, PageFigures[]> = {
    console: [],
    overview: [],
    'limit-dom': [],
    'limit-stack': [],
    'limit-fetch': [],
  };
  for (let round = 0; round < rounds; round++) {
    // alternates the order, because each target changes the state of the machine for the next one
    for (const target of round % 2 === 0 ? TARGETS : [...TARGETS].reverse()) {
      const one = await measurePagePerformance(target, { url: stub.url, session, fleet, paced: pace !== undefined });
      if (target === 'console' && pace === undefined && !options.budgets) {
        stub.setListDuration(SLOW_LIST_SECONDS);
        Object.assign(one, await measureKeyLatencyDuringLoad(stub.url, session, fleet));
        stub.setListDuration(undefined);
      }
      figures[target].push({ ...one, peakMemory: one.peakMemory - empty });
      console.error(
        `${size}${pace ? ` at ${pace} Mbit/s` : ''}, round ${round + 1}, ${target}: ${JSON.stringify(one)}`,
      );
    }
  }
  const medians = Object.fromEntries(TARGETS.map((target) => [target, computeMedians(figures[target])]));
  return { size, pace, rounds, medians: medians as Record<BenchTarget, PageFigures> }; // one entry per target
}

function computeMedians(figures: readonly PageFigures[]): PageFigures {
  const keys = Object.keys(figures[0] ?? {}) as (keyof PageFigures)[]; // every round has the same figures
  const entries = keys.map((key) => {
    const values = figures.map((one) => one[key]);
    return [key, typeof values[0] === 'boolean' ? values.every(Boolean) : computeQuantile(values.map(Number), 0.5)];
  });
  return Object.fromEntries(entries) as PageFigures;
}

function writeReport(content: object): void {
  mkdirSync(REPORTS, { recursive: true });
  const machine = { node: process.version, cores: availableParallelism(), memoryGiB: Math.round(totalmem() / 2 ** 30) };
  const text = JSON.stringify({ at: new Date().toISOString(), machine, ...content }, undefined, 2);
  writeFileSync(`${REPORTS}/bench.json`, `${text}\n`);
}
