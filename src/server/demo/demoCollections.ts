import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import type { ParsedDocument } from '#server/store/sql/commonValueCounter.ts';
import {
  COLD_CHAIN_PRODUCT_INDEX,
  DEMO_ADMINS,
  type DemoDeviceTraits,
  type DemoFleet,
  pickByFraction,
  SeededRandom,
} from './demoFleet.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type DocumentContext = { n: number; time: number; device: DemoDeviceTraits; r: number; q: number };

type CollectionSpec = { name: string; step: number; body: (moment: DocumentContext) => Record<string, unknown> };

/** Collection `logs`, whose size is configurable. `step` is the time between two documents, in ms. */
const LOGS_COLLECTION: CollectionSpec = { name: 'logs', step: MINUTE / 2, body: createLogDocument };
const OTHER_COLLECTIONS: readonly (CollectionSpec & { count: number })[] = [
  { name: 'anomalies', count: 2000, step: 20 * MINUTE, body: createAnomalyDocument },
  { name: 'history', count: 5000, step: 3 * HOUR, body: createHistoryDocument },
  { name: 'Sensors', count: 600, step: DAY, body: createSensorDocument },
  { name: 'tasks', count: 300, step: 7 * HOUR, body: createTaskDocument },
];

export const DEMO_COLLECTION_NAMES = [LOGS_COLLECTION, ...OTHER_COLLECTIONS].map(({ name }) => name);

export const DEMO_DEVICE_DOCUMENTS = { collection: LOGS_COLLECTION.name, field: 'deviceID', time: 'time' };

export function createDemoCollectionGenerators(fleet: DemoFleet, logs: number, seed: number, now: number) {
  return [{ ...LOGS_COLLECTION, count: logs }, ...OTHER_COLLECTIONS].map(({ name, count, step, body }, place) => {
    const [whose, first, second] = [1, 2, 3].map((use) => new SeededRandom(seed, 100 + 10 * place + use));
    const moment = (n: number): DocumentContext => ({
      n,
      time: now - (count - n) * step - Math.floor((second?.getFraction(n) ?? 0) * step),
      device: findPairedDevice(fleet, 1 + (whose?.getInteger(fleet.count, n) ?? 0)),
      r: first?.getFraction(n) ?? 0,
      q: second?.getFraction(n) ?? 0,
    });
    const document = (n: number): ParsedDocument => {
      const documentID = `${name.toLowerCase()}-${String(n).padStart(7, '0')}`;
      const fields: Record<string, unknown> = { documentID, ...body(moment(n)) };
      const exact = Object.values(fields).some((value) => value instanceof ExactNumber);
      return { text: exact ? stringifyJson(fields) : JSON.stringify(fields), fields };
    };
    return { name, count, document };
  });
}

function findPairedDevice(fleet: DemoFleet, n: number): DemoDeviceTraits {
  for (let step = 0; step < 20; step++) {
    const unit = fleet.getTraits(1 + ((n + step - 1) % fleet.count));
    if (unit.paired) return unit;
  }
  return fleet.getTraits(n);
}

/**
 * Creates a log document with irregular values as in real logs: large integers, numbers as text, nulls, missing fields.
 */
function createLogDocument({ n, time, device, r, q }: DocumentContext): Record<string, unknown> {
  const level = device.failing ? (r < 0.3 ? 'error' : r < 0.6 ? 'warning' : 'info') : r < 0.97 ? 'info' : 'warning';
  return {
    deviceID: device.deviceID,
    time,
    temperature: n % 211 === 0 ? null : n % 997 === 0 ? '25' : computeTemperature(time, device, q),
    ...(n % 53 !== 0 && { voltage: roundTo(computeVoltage(time, device) + (q - 0.5) / 10, 100) }),
    signal: -52 - 4 * device.site - Math.floor(18 * r),
    level: level === 'info' && q < 0.003 ? 'error' : level,
    ...(n % 500 === 0 && { counter: formatLargeInteger(n) }),
  };
}

function createAnomalyDocument({ time, device, r, q }: DocumentContext): Record<string, unknown> {
  const kind = device.failing ? 'overheating' : pickByFraction(['voltage drop', 'silent', 'drift', 'drift'], r);
  return {
    deviceID: device.deviceID,
    time,
    kind,
    score: roundTo(device.failing ? 0.6 + 0.4 * r : 0.8 * r, 1000),
    acknowledged: q < 0.35,
    readings: [Math.floor(100 * r), Math.floor(100 * q), computeTemperature(time, device, q)],
    origin: { rule: `R-${Math.floor(12 * q)}`, window: { minutes: 5 * (1 + Math.floor(6 * q)) } },
  };
}

function createHistoryDocument({ time, device, r, q }: DocumentContext): Record<string, unknown> {
  const what = device.failing
    ? 'restarted'
    : pickByFraction(['paired', 'unpaired', 'renamed', 'updated', 'updated'], r);
  return {
    deviceID: device.deviceID,
    time,
    event: what,
    by: `${pickByFraction(DEMO_ADMINS, q)}@example.com`,
    from: what === 'renamed' ? `Unit ${Math.floor(100 * q)}` : null,
  };
}

function createSensorDocument({ n, device, r, q }: DocumentContext): Record<string, unknown> {
  return {
    deviceID: device.deviceID,
    type: pickByFraction(['thermistor', 'barometer', 'GPS'], r),
    calibration: {
      offset: Math.floor(21 * r) - 10,
      gain: roundTo(1 + q / 10, 100),
      by: { lab: `L${Math.floor(4 * q)}`, year: 2020 + (n % 6) },
    },
    range: [-40, 85],
    active: !device.failing,
  };
}

function createTaskDocument({ n, time, device, r, q }: DocumentContext): Record<string, unknown> {
  return {
    title: device.failing
      ? 'Replace unit'
      : pickByFraction(['Replace battery', 'Update firmware', 'Move unit', 'Inspect'], r),
    deviceID: device.deviceID,
    due: time + 10 * DAY,
    priority: pickByFraction<unknown>([1, 'high', null, true], q),
    assignee: q < 0.3 ? 'unassigned' : { name: `Crew ${Math.floor(7 * q)}`, shift: r < 0.5 ? 'day' : 'night' },
    steps: n % 2 === 0 ? ['open', { note: `check ${n}` }] : [],
    budget: n % 30 === 0 ? formatLargeInteger(n) : roundTo(450 * r, 2),
  };
}

function computeTemperature(time: number, { product, site, failing }: DemoDeviceTraits, noise: number): number {
  const weather = 2.5 * Math.sin((2 * Math.PI * time) / (9 * DAY) + site);
  const outside = 16 + weather + 7 * computeDayWave(time, 9);
  const inside = product === COLD_CHAIN_PRODUCT_INDEX ? 4 + 0.8 * computeDayWave(time, 9) : outside;
  return roundTo(inside + (noise - 0.5) * 2 + (failing ? 6 + 5 * noise : 0), 10);
}

function computeVoltage(time: number, { failing }: DemoDeviceTraits): number {
  return 3.7 + 0.25 * computeDayWave(time, 8) - (failing ? 0.5 : 0);
}

function computeDayWave(time: number, hour: number): number {
  return Math.sin((2 * Math.PI * (time - hour * HOUR)) / DAY);
}

function roundTo(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}

function formatLargeInteger(n: number): ExactNumber {
  return new ExactNumber(`${9007199254740993n + BigInt(n)}`);
}
