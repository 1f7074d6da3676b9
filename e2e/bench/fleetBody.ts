import type { Device } from '#contract/deviceSchemas.ts';

const CHUNK_ROWS = 2000;

const PRODUCTS =
  'DRONE-01 DRONE-02 GATEWAY-EDGE METER-E METER-G PUMP-200 PUMP-400 SENSOR-CO2 SENSOR-T TRACKER VALVE-IP WEATHER'.split(
    ' ',
  );
const PLACES = 'Aarhus Basel Cork Delft Evora Fulda Ghent Horsens Imola Jena Kalmar Leiden'.split(' ');
const THINGS = 'Boiler room,Cold store,Dock,Greenhouse,Hall,Lift,Pump station,Roof,Silo,Yard'.split(',');

const FIRST_MS = Date.UTC(2021, 0, 1);
const SPAN_MS = 5 * 365 * 86_400_000;

const PAIRED_WITHIN_MS = 90 * 86_400_000;

export type BenchListFilter = { type?: string; filter?: string; productID?: string };

/**
 * Builds the body of a device list as buffers, about 240 bytes per device. The same arguments always give the same
 * body.
 */
export function buildDeviceListBody(devices: number, selection: BenchListFilter = {}): Buffer[] {
  const kept: string[] = [];
  const parts: Buffer[] = [];
  let count = 0;
  const flush = () => {
    if (kept.length > 0) parts.push(Buffer.from((count > kept.length ? ',' : '') + kept.join(',')));
    kept.length = 0;
  };
  for (let index = 0; index < devices; index++) {
    const text = buildDeviceJson(index, selection);
    if (text === undefined) continue;
    count++;
    if (kept.push(text) === CHUNK_ROWS) flush();
  }
  flush();
  const head = `{"code":"DEVICES-LIST-FETCHED","message":"List of requested devices is successfully fetched.","nDevices":${count},"devices":[`;
  return [Buffer.from(head), ...parts, Buffer.from(']}')];
}

export function createBenchDevice(index: number): Device {
  const random = mixBits(index);
  const paired = random % 10 < 7;
  const registeredAt = FIRST_MS + Math.floor((mixBits(index + 3) / 2 ** 32) * SPAN_MS);
  const place = pickItem(PLACES, random >>> 16);
  return {
    deviceID: `${formatHex(mixBits(index + 7), 8)}-${formatHex(mixBits(index + 99), 8)}-${formatHex(index, 6)}`,
    productID: pickItem(PRODUCTS, random >>> 4),
    name: `${pickItem(THINGS, random >>> 8)} ${place} ${String(index).padStart(7, '0')}`,
    status: random % 5 > 0,
    admin: `admin${mixBits(index + 11) % 400}@${place.toLowerCase()}.example.com`,
    registeredAt,
    lastPairedAt: paired ? registeredAt + Math.floor((mixBits(index + 5) / 2 ** 32) * PAIRED_WITHIN_MS) : 0,
    paired,
  };
}

function buildDeviceJson(index: number, { type, filter, productID }: BenchListFilter): string | undefined {
  const device = createBenchDevice(index);
  const online = device.paired && mixBits(index) % 3 !== 0;
  if ((type === 'paired' && !device.paired) || (type === 'unpaired' && device.paired)) return undefined;
  if ((filter === 'online' && !online) || (filter === 'offline' && online)) return undefined;
  if (productID && !device.productID.startsWith(productID)) return undefined;
  return JSON.stringify(device);
}

function formatHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function pickItem(list: readonly string[], random: number): string {
  return list[random % list.length] ?? '';
}

function mixBits(index: number): number {
  let value = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 16), 0x27d4eb2f);
  return (value ^ (value >>> 15)) >>> 0;
}

type ExpectedSearch = { text: string; answers: string[] };

export type ExpectedFleet = {
  count: number;
  firstId: string;
  searches: ExpectedSearch[];
  firstBy: { registeredAt: string; name: string };
};

const TYPED_POSITIONS = [0.31, 0.62, 0.93];

export function computeExpectedFleet(count: number): ExpectedFleet {
  let [earliest, lowest] = [createBenchDevice(0), createBenchDevice(0)];
  for (let index = 1; index < count; index++) {
    const device = createBenchDevice(index);
    if (device.registeredAt < earliest.registeredAt) earliest = device;
    if (device.name.toLowerCase() < lowest.name.toLowerCase()) lowest = device;
  }
  return {
    count,
    firstId: createBenchDevice(0).deviceID,
    searches: TYPED_POSITIONS.map((part) =>
      computeExpectedSearch(createBenchDevice(Math.floor(part * count)).name.toLowerCase()),
    ),
    firstBy: { registeredAt: earliest.deviceID, name: lowest.deviceID },
  };
}

function computeExpectedSearch(text: string): ExpectedSearch {
  const answers: string[] = [];
  let index = 0;
  for (let length = 1; length <= text.length; length++) {
    // a trailing space only starts the next word
    const query = text.slice(0, length).trimEnd();
    while (!isMatch(index, query)) index++;
    answers.push(createBenchDevice(index).deviceID);
  }
  return { text, answers };
}

function isMatch(index: number, query: string): boolean {
  const { deviceID, name, admin, productID } = createBenchDevice(index);
  return [deviceID, name, admin, productID].some((text) => text.toLowerCase().includes(query));
}
