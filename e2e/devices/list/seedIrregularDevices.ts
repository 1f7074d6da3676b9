import type { Service } from '#e2e/helpers/fixtures.ts';
import { createDeviceRecord } from '#e2e/helpers/mockServiceResponse.ts';

const BEGIN_MS = Date.UTC(2026, 2, 1);

const HOUR_MS = 3_600_000;

const SITES = ['Oslo', 'Älmhult', 'Riga', 'Cork'];

const MAIN_BUILD = '2.0.0';

function createIrregularDevice(index: number) {
  const id = String(index).padStart(6, '0');
  return createDeviceRecord(`D-${id}`, {
    productID: ['PUMP', 'CAM', 'DRONE'][index % 3],
    paired: index % 5 !== 0,
    serial: `sn-${id}-${'ABCDEFG'[index % 7]}`,
    firmware: index % 7 === 0 ? `1.${index}.0` : MAIN_BUILD,
    ...(index % 11 !== 0 && { battery: index % 101 }),
    ...(index % 211 === 5 && { battery: 'low' }),
    ...(index % 997 === 3 && { battery: 65_535 }),
    temperature: Math.round(180 + 60 * Math.sin(index)) / 10,
    lastSeenAt: index % 13 === 0 ? null : BEGIN_MS + (index % 720) * HOUR_MS,
    charging: index % 50 === 7 ? 'yes' : index % 50 === 8 ? 1 : index % 3 === 0,
    location: { site: SITES[index % 4], asset: `A${id}`, ...(index % 1000 === 1 && { note: 'moved' }) },
  });
}

const PROJECT = { project: 'irregular', apiKey: 'key-of-irregular', token: 'token-of-irregular' };

export async function seedIrregularDevices(service: Service, count: number) {
  const seeds = Array.from({ length: count }, (_, index) => createIrregularDevice(index));
  await service.project(PROJECT);
  await service.seed({ project: PROJECT.project, devices: seeds });
  const devices: Record<string, unknown>[] = seeds;
  return { credentials: PROJECT, devices };
}
