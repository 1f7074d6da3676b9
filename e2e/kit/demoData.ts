import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, stopService } from '#e2e/testing/service.ts';

/** Tells the workers where the demo's data was prepared. */
const PREPARED = 'FLEETLENS_E2E_DEMO';

/** Makes the demo's data once, before the first worker; gives what removes it after the last. */
export default async function prepare(): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), 'fleetlens-e2e-demo-'));
  const first = await startService(data, {});
  await stopService(first.process);
  process.env[PREPARED] = data;
  return () => rmSync(data, { recursive: true, force: true });
}

/** Where that is. */
export const demoData = () => process.env[PREPARED];

/** Puts a copy of the demo's data where there is none yet. */
export const copyDemo = (data: string) => cpSync(demoData() ?? '', data, { recursive: true });
