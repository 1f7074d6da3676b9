import type { DeviceRow } from '#server/store/transfer/bulkWriters.ts';

export type DemoDeviceTraits = {
  deviceID: string;
  product: number;
  site: number;
  paired: boolean;
  online: boolean;
  failing: boolean;
};

const SITES = ['North', 'Harbour', 'Depot', 'Ridge', 'Valley', 'Terminal', 'Orchard', 'Plant'] as const;

export const DEMO_ADMINS = [
  'amina.yusuf',
  'bruno.costa',
  'chen.wei',
  'dana.levi',
  'elif.kaya',
  'farid.haddad',
  'greta.lind',
  'hugo.moreau',
  'ines.silva',
  'jonas.berg',
  'kavya.rao',
  'liam.byrne',
  'maya.okafor',
  'noor.khan',
  'olga.petrova',
  'paulo.reis',
  'quinn.adams',
  'rosa.marin',
  'sven.holm',
  'tara.singh',
] as const;

const PRODUCTS = [
  ['DRONE-01', 'Survey drone', 12],
  ['DRONE-02', 'Inspection drone', 7],
  ['DRONE-10', 'Cargo drone', 3],
  ['GATEWAY-A', 'Site gateway', 8],
  ['GATEWAY-B', 'Mobile gateway', 4],
  ['SENSOR-TH1', 'Climate sensor', 24],
  ['SENSOR-TH2', 'Cold-chain sensor', 11],
  ['CAM-360', 'Yard camera', 9],
  ['CAM-360-PRO', 'Perimeter camera', 4],
  ['TRACKER-7', 'Asset tracker', 13],
  ['PUMP-X2', 'Irrigation pump', 3],
  ['CHARGER-22', 'Depot charger', 2],
] as const;

export const COLD_CHAIN_PRODUCT_INDEX = PRODUCTS.findIndex(([id]) => id === 'SENSOR-TH2');

const WEIGHTED_PRODUCTS = PRODUCTS.flatMap(([, , count], product) => Array.from({ length: count }, () => product));

const RANDOM_STREAMS = ['product', 'place', 'age', 'state', 'online', 'pairing', 'oddity', 'admin'] as const;

const DAY = 86_400_000;
const FLEET_AGE_MS = 730 * DAY;

/**
 * Demo fleet that has grown for two years. Most devices are paired and online. Some were never paired, some fail, and a
 * few records are inconsistent. Devices are numbered from 1.
 */
export class DemoFleet {
  readonly count: number;
  private readonly now: number;
  private readonly chances: Record<(typeof RANDOM_STREAMS)[number], SeededRandom>;

  /** `now` is in ms since 1970. */
  constructor(count: number, seed: number, now: number) {
    this.count = count;
    this.now = now;
    const chances = RANDOM_STREAMS.map((use, at) => [use, new SeededRandom(seed, at + 1)]);
    this.chances = Object.fromEntries(chances); // one for each use
  }

  getTraits(n: number): DemoDeviceTraits {
    const { product, place, state, online } = this.chances;
    const kind = WEIGHTED_PRODUCTS[product.getInteger(WEIGHTED_PRODUCTS.length, n)] ?? 0;
    const site = place.getInteger(SITES.length, n);
    const lot = state.getFraction(n);
    // one batch of trackers at one site is worse than the rest
    const failing = lot < (kind === 9 && site === 3 ? 0.4 : 0.035);
    const paired = !this.isNew(n) && lot < 0.84;
    const lit = online.getFraction(n);
    return {
      deviceID: `${PRODUCTS[kind]?.[0]}-${String(n).padStart(5, '0')}`,
      product: kind,
      site,
      paired,
      online: paired ? lit < (failing ? 0.3 : 0.86) : lit < 0.01,
      failing,
    };
  }

  getDeviceRow(n: number): DeviceRow {
    const { chances, now } = this;
    const unit = this.getTraits(n);
    const [productID, kind] = PRODUCTS[unit.product] ?? PRODUCTS[0];
    const age = DAY + Math.floor(FLEET_AGE_MS * chances.age.getFraction(n) ** 1.6);
    const registeredAt = now - age;
    const admin =
      !unit.paired && chances.oddity.getFraction(n) < 0.3
        ? ''
        : `${pickByFraction(DEMO_ADMINS, chances.admin.getFraction(n))}@example.com`;
    const record: Record<string, unknown> = {
      deviceID: unit.deviceID,
      productID,
      name: `${kind} ${SITES[unit.site]} ${1 + Math.floor(n / PRODUCTS.length)}`,
      status: !unit.failing,
      admin,
      registeredAt,
      lastPairedAt: this.isNew(n) ? 0 : now - this.computeTimeSincePairing(n, age, unit.online),
      paired: unit.paired,
      ...this.createExtraFields(n, unit),
    };
    this.addOddity(n, record);
    // some serial numbers exceed the precision of a double
    const serial = n % 100 === 0 ? `,"serial":${9007199254740993n + BigInt(n)}}` : '}';
    return {
      deviceID: unit.deviceID,
      productID,
      paired: unit.paired,
      online: unit.online,
      registeredAt,
      record: JSON.stringify(record).slice(0, -1) + serial,
    };
  }

  private isNew(n: number): boolean {
    return this.chances.state.getFraction(n) >= 0.92;
  }

  /**
   * Time since the last pairing, in ms. Half of the online devices were paired again in the last nine days, half of the
   * others in the last two months. The rest were paired earlier, at the latest on arrival.
   */
  private computeTimeSincePairing(n: number, age: number, online: boolean): number {
    const chance = this.chances.pairing.getFraction(n);
    const since = ((online ? 9 : 60) * DAY * chance) / (1 - chance);
    return Math.floor(since < age ? since : age - 3_600_000 * chance);
  }

  private createExtraFields(n: number, { site }: DemoDeviceTraits): Record<string, unknown> {
    const { place, age } = this.chances;
    const firmware = `${1 + (n % 5)}.${n % 10}.${n % 7}`;
    const latitude = Math.round((47 + site + place.getFraction(n)) * 10_000) / 10_000;
    const longitude = Math.round((8 + site / 2 + age.getFraction(n)) * 10_000) / 10_000;
    return {
      ...(n % 4 === 0 && { firmware }),
      ...(n % 10 === 0 && { location: { site: SITES[site], latitude, longitude } }),
    };
  }

  /**
   * Adds an inconsistency to a record, for the consistency checks. The first hundred devices have no inconsistencies.
   */
  private addOddity(n: number, record: Record<string, unknown>): void {
    if (n <= 100 || this.chances.oddity.getFraction(n) > 0.006 || record['paired'] !== true) return;
    const { registeredAt } = record as { registeredAt: number };
    if (n % 3 === 0) record['admin'] = '';
    else if (n % 3 === 1) record['lastPairedAt'] = registeredAt - DAY;
    else record['lastPairedAt'] = Math.floor(registeredAt / 1000);
  }
}

/** Deterministic random generator. The same seed, stream and number always give the same value. */
export class SeededRandom {
  private readonly seed: number;

  constructor(seed: number, use: number) {
    this.seed = mixBits(mixBits(seed + 1) ^ Math.imul(use, 0x9e3779b1));
  }

  /** Returns a random number from 0 to 1 (exclusive). */
  getFraction(n: number): number {
    return mixBits(this.seed ^ Math.imul(n, 0x85ebca6b)) / 2 ** 32;
  }

  getInteger(limit: number, n: number): number {
    return Math.floor(this.getFraction(n) * limit);
  }
}

export function pickByFraction<Item>(items: readonly Item[], chance: number): Item {
  return items[Math.floor(chance * items.length)] as Item;
}

/** Finalizer of MurmurHash3: each output bit depends on all 32 input bits. */
function mixBits(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
