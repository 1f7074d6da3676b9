/** Small fleet in which every combination of the list's filters selects different devices. Deliberately unsorted. */
export const TEST_FLEET = [
  createDevice('GATEWAY-1', 'GATEWAY-A', { registeredAt: 1_700_000_003_000, paired: true }),
  createDevice('DRONE-2', 'DRONE-01', { registeredAt: 1_700_000_001_000, paired: true }),
  createDevice('DRONE-1', 'DRONE-01', { registeredAt: 1_700_000_001_000, paired: false, lastPairedAt: 0, admin: '' }),
  createDevice('DRONE-3', 'DRONE-02', { registeredAt: 1_700_000_002_000, paired: true, status: false }),
  createDevice('DRONE-4', 'DRONE-10', { registeredAt: 1_700_000_004_000, paired: false }),
  createDevice('drone-5', 'drone-01', { registeredAt: 1_700_000_005_000, paired: true }),
  {
    ...createDevice('EXTRA-1', 'EXTRA', { registeredAt: 1_700_000_006_000 }),
    firmware: '4.2.1',
    location: { site: 'Harbour' },
  },
];

export const TEST_FLEET_ONLINE_IDS = ['DRONE-2', 'DRONE-4', 'GATEWAY-1'];

export const TEST_FLEET_IDS_BY_REGISTRATION = [
  'DRONE-1',
  'DRONE-2',
  'DRONE-3',
  'GATEWAY-1',
  'DRONE-4',
  'drone-5',
  'EXTRA-1',
];

function createDevice(deviceID: string, productID: string, fields: Record<string, unknown>) {
  return {
    deviceID,
    productID,
    name: `Unit ${deviceID}`,
    status: true,
    admin: 'ada@example.com',
    lastPairedAt: 1_700_000_009_000,
    paired: true,
    ...fields,
  } as Record<string, unknown> & { deviceID: string };
}

export function findTestDevices(ids: readonly string[]) {
  return ids.map((id) => TEST_FLEET.find(({ deviceID }) => deviceID === id));
}
