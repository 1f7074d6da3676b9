import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Device } from '#contract/deviceSchemas.ts';
import { startService, stopService } from './service.ts';

export type StoredDevice = { record: Device; online: boolean };

/** Tells the workers where it was prepared. */
const PREPARED = 'FLEETLENS_E2E_DEMO';

/** Makes the demo's data once, before the first worker; gives what removes it after the last. */
export default async function prepare(): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-e2e-demo-'));
  const data = join(directory, 'data');
  const first = await startService(data, {});
  await stopService(first.process);
  const devices = await readDevices(data, join(directory, 'copy'));
  writeFileSync(join(directory, 'devices.json'), JSON.stringify(devices));
  process.env[PREPARED] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

/** Puts a copy of the demo's data where there is none yet; gives its devices. */
export function copyDemo(data: string): readonly StoredDevice[] {
  const directory = process.env[PREPARED] ?? '';
  cpSync(join(directory, 'data'), data, { recursive: true });
  return JSON.parse(readFileSync(join(directory, 'devices.json'), 'utf8'));
}

/** Reads the devices from a copy of the database, past the service and its locks. */
async function readDevices(data: string, copy: string): Promise<StoredDevice[]> {
  cpSync(join(data, 'pglite'), copy, { recursive: true });
  const database = await PGlite.create(copy);
  const { rows } = await database.query<{ record: string; online: boolean }>('select record, online from device');
  await database.close();
  return rows.map(({ record, online }) => ({ record: JSON.parse(record) as Device, online }));
}
